"""``nqviz manual``: pages for the command man."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.cli.output import DONE, Console
from nqviz.cli.parser import VERBS, known_verb
from nqviz.core.errors import InputError
from nqviz.run.files import atomic_write


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
