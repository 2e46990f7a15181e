"""``nqviz manual``: pages for the command man."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.cli.option_table import add_options
from nqviz.cli.options import add_output
from nqviz.cli.output import DONE, Console
from nqviz.cli.parser import VERBS, known_verb
from nqviz.core.errors import InputError
from nqviz.run.files import atomic_write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb, and the folder to write to."""
    add_options(parser, "manual")
    add_output(parser, "write all pages into this folder instead")


def run(options: argparse.Namespace, console: Console) -> int:
    """Write a page to standard output, or all of them into a folder."""
    from nqviz.cli.shells import manual_page

    page = None if options.page is None else known_verb(options.page)
    if options.output is None:
        text = manual_page(page)
        console.answer({"page": text}, text)
        return DONE
    folder = Path(options.output)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder")
    pages = {"nqviz.1": None, **{f"nqviz-{verb}.1": verb for verb in VERBS}}
    for name, verb in pages.items():
        atomic_write(folder / name, manual_page(verb).encode())
    console.answer({"files": list(pages)}, f"{folder}: {len(pages)} pages")
    return DONE
