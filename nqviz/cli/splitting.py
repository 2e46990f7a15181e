"""The options of work that splits: where its tasks run, and the file that keeps them."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.core.errors import InputError
from nqviz.run.tasks import Execution, check_executor


def add_split(parser: argparse.ArgumentParser, default: str = "") -> None:
    """Add the executor and the checkpoint.

    Parameters
    ----------
    default : str
        What is said of the executor that is taken without the option.
    """
    group = parser.add_argument_group("work that splits")
    group.add_argument(
        "--executor",
        metavar="processes:N",
        help=f"who works: processes:N, threads:N or dask://HOST:PORT{default}",
    )
    group.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="keep what is done in a file, and go on from it if it is there",
    )


def given_split(options: argparse.Namespace, executor: str | None = None) -> Execution | None:
    """Return the split of the options; None if they give none.

    Parameters
    ----------
    executor : str, optional
        The executor without the option.

    Raises
    ------
    InputError
        If the executor is unknown or its package is missing, or the checkpoint has no folder.
    """
    if options.executor is not None:
        check_executor(options.executor)
    if options.checkpoint is not None:
        file = Path(options.checkpoint)
        if file.is_dir() or not file.parent.is_dir():
            reason = "this is a folder" if file.is_dir() else f"there is no folder {file.parent}"
            raise InputError(f"{file}: no checkpoint can be kept here: {reason}")
    split = Execution(options.executor or executor, options.checkpoint)
    return None if split == Execution() else split
