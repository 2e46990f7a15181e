"""The entry of the command line: choose a verb, run it, report every error on one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType
from typing import NoReturn

from nqviz import __version__
from nqviz.core.errors import InputError
from nqviz.core.jit import before_compiling
from nqviz.run.ends import NoAnswer
from nqviz.run.processes import allow_processes
from nqviz.run.reports import report_line, write_report

from .interrupting import interrupt_ends
from .options import listed
from .output import BAD_INPUT, DONE, FAILED, INTERRUPTED, Session

VERBS = {
    "construct": "build a placement of a family",
    "verify": "list the attacks in a placement, or check a proof or a lesson",
    "code": "write a placement and its view as one line of text, or a file from such a line",
    "symmetry": "find the stabiliser of a placement, or compare two up to symmetry",
    "complete": "add queens to a placement: to a full one, a maximum, or a number",
    "maximum": "find a maximum placement, or prove that a number of queens is impossible",
    "dominate": "find the fewest queens that attack every cell",
    "problem": "answer a problem by its name, of a plug-in too",
    "count": "count placements",
    "density": "count for each cell the maximum placements that use it",
    "rings": "find the ring vector of a placement, and complete it ring by ring",
    "first": "find the lexicographically first placement of n queens",
    "beautiful": "find the most beautiful placement of n queens",
    "colour": "colour the planar queen graph",
    "bounds": "list the known bounds of a board, with their sources",
    "compare": "compare integer programs and engines",
    "questions": "list conjectures and open questions, with what is known of them",
    "library": "list, show and check the placements that ship with the program",
    "export": "write a problem for other solvers: an integer program, clauses or a graph",
    "import": "read and verify the solution of another solver",
    "render": "draw a placement or a density as an image, animation or 3D model",
    "open": "open the explorer",
    "merge": "join the checkpoints of the shards of a question, and answer it",
    "checkpoint": "show what a checkpoint holds: what is done, and how much is left",
    "plan": "estimate the tasks, time and memory of a count by a sample of its tasks",
    "doctor": "check what the explorer needs of this machine, and say what to do",
}
"""The verbs with their descriptions; each is a module of `verbs`, imported when needed."""

MODULES = {"import": "import_solution"}
"""The modules of verbs that are words of Python."""

COMPILING = "compiling a search for this processor; the next run finds it compiled"


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors as `InputError`."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def run_line(argv: Sequence[str] | None) -> int:
    """Run the command line; see `main` of this package."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    session = Session(json="--json" in arguments)
    allow_processes()
    if sys.stderr.isatty():
        before_compiling(lambda: session.remark(COMPILING))
    try:
        return run_words(arguments, session)
    except BrokenPipeError:
        # The reader of the output has closed it; nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - a bug is never an answer
        return session.complain(*_failure(error, arguments))


def _failure(error: BaseException, arguments: Sequence[str]) -> tuple[str, int]:
    """Return one line about an error, and the exit status."""
    match error:
        case InputError():
            return str(error), BAD_INPUT
        case KeyboardInterrupt():
            return "interrupted", INTERRUPTED
        case MemoryError():
            return "out of memory", BAD_INPUT
        case OSError():
            return f"cannot go on: {(error.strerror or str(error)).lower()}", BAD_INPUT
    return report_line(error, write_report(error, arguments)), FAILED


def run_words(arguments: list[str], session: Session, joined: str = "") -> int:
    """Run a verb.

    `joined`: what the checkpoint was joined from, in words: the answer comes from it alone.
    """
    if isinstance(sys.stdout, TextIOWrapper):  # names of files may hold any bytes
        sys.stdout.reconfigure(errors="backslashreplace")
    verb = next((word for word in arguments if not word.startswith("-")), None)
    if verb is not None and verb not in VERBS:
        raise InputError(f"unknown verb {verb!r}; choose one of {', '.join(VERBS)}")
    parser = _Parser(
        prog="nqviz",
        description="Queens on boards of any dimension.",
        epilog=f"{listed('verbs', VERBS)}\n\nRun nqviz VERB --help for the options of a verb.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"nqviz {__version__}")
    verbs = parser.add_subparsers(
        dest="verb", metavar="VERB", required=True, help="one of the verbs below"
    )
    module: ModuleType | None = None
    for name, text in VERBS.items():
        child = verbs.add_parser(name, description=f"{text.capitalize()}.", allow_abbrev=False)
        if name == verb:
            with interrupt_ends():
                module = import_module(f".verbs.{MODULES.get(name, name)}", __package__)
                child.set_defaults(words=arguments)
                module.add_arguments(child)
            child.add_argument("--json", action="store_true", help="write exactly one JSON object")
    try:
        options, unknown = parser.parse_known_args(arguments)
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    assert module is not None
    if joined:
        options.joined = joined
    if unknown:
        verbs.choices[options.verb].error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        status: int = module.run(options, session)
    except NoAnswer as end:
        session.answer(end.entries, str(end))
        status = DONE
    session.close()
    sys.stdout.flush()
    return status
