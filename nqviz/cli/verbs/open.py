"""``nqviz open``: start the explorer."""

from __future__ import annotations

import argparse
from importlib import import_module

from nqviz.cli.output import DONE, Console
from nqviz.core.errors import InputError
from nqviz.formats import read_placement
from nqviz.formats.links import is_lesson_link
from nqviz.formats.session import is_session, read_session
from nqviz.verification import file_kind


def run(options: argparse.Namespace, console: Console) -> int:
    """Check the file, then start the explorer on it."""
    arguments = []
    if options.file == "-":
        raise InputError("the explorer opens files, not standard input")
    if options.file is not None:
        if is_lesson_link(options.file):
            import_module("nqviz.lessons").linked_step(options.file)
        elif is_session(options.file):
            read_session(options.file)
        elif file_kind(options.file) != "proof":  # the window checks it, which may take long
            read_placement(options.file)
        arguments = [options.file]
    try:
        application = import_module("nqviz_app.main")
        problem = import_module("nqviz_app.display").display_problem()
    except ImportError as error:
        raise InputError(f"the explorer is not installed: {error}") from None
    if problem:
        raise InputError(problem)
    status: int = application.main(arguments)
    if status != DONE:
        return console.fail("the explorer has failed", status)
    if console.json:
        console.answer({"file": options.file}, "")
    return status
