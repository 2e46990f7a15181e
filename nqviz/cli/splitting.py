"""The options of work in tasks: the executor, and the checkpoint file."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.core.errors import InputError
from nqviz.run.tasks import Execution, check_executor


def add_split(parser: argparse.ArgumentParser, default: str = "") -> None:
    """Add the executor and the checkpoint.

    `default`: a description of the default executor.
    """
    group = parser.add_argument_group("work in tasks")
    group.add_argument(
        "--executor",
        metavar="processes:N",
        help=f"where tasks run: processes:N, threads:N or dask://HOST:PORT{default}",
    )
    group.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="save finished tasks in this file, and continue from it if it exists",
    )


def given_split(options: argparse.Namespace, executor: str | None = None) -> Execution | None:
    """Return how tasks are run by the options; None without them.

    `executor`: the executor without the option.
    Raises InputError if the executor is unknown or its package is missing, or the checkpoint has no
    folder.
    """
    if options.executor is not None:
        check_executor(options.executor)
    if options.checkpoint is not None:
        file = Path(options.checkpoint)
        if file.is_dir() or not file.parent.is_dir():
            reason = "this is a folder" if file.is_dir() else f"there is no folder {file.parent}"
            raise InputError(f"{file}: no checkpoint can be saved here: {reason}")
    split = Execution(options.executor or executor, options.checkpoint)
    return None if split == Execution() else split
