"""The entry of the command line: choose a verb, run it, report every error on one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from nqviz.core.errors import InputError
from nqviz.core.jit import before_compiling
from nqviz.run.outcome import NoAnswer
from nqviz.run.processes import allow_processes
from nqviz.run.reports import report_line, write_report

from .interrupting import close_output
from .output import BAD_INPUT, DONE, FAILED, INTERRUPTED, Console
from .parser import add_verb, known_verb, top_parser

COMPILING = "compiling a search for this processor; the next run finds it compiled"


def run_line(argv: Sequence[str] | None) -> int:
    """Run the command line; see `main` of this package."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    console = Console(json="--json" in arguments)
    allow_processes()
    if sys.stderr.isatty():
        before_compiling(lambda: console.remark(COMPILING))
    try:
        return run_words(arguments, console)
    except BrokenPipeError:
        close_output()
        return DONE
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - a bug is never an answer
        status = console.fail(*_failure(error, arguments))
    try:
        sys.stdout.flush()
    except OSError:  # the end of the process would try it again, and complain
        close_output()
    return status


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


def run_words(arguments: list[str], console: Console, joined: str = "") -> int:
    """Run a verb.

    `joined`: what the checkpoint was joined from, in words: the answer comes from it alone.
    """
    if isinstance(sys.stdout, TextIOWrapper):  # names of files may hold any bytes
        sys.stdout.reconfigure(errors="backslashreplace")
    if not arguments or arguments[0] == "help":
        arguments = [*arguments[1:2], "--help"]
    verb = next((word for word in arguments if not word.startswith("-")), None)
    parser, verbs = top_parser()
    module = None if verb is None else add_verb(verbs, known_verb(verb), arguments)
    try:
        options, unknown = parser.parse_known_args(arguments)
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    assert module is not None
    options.joined = joined
    verbs.choices[options.verb].check_known(unknown)
    try:
        status: int = module.run(options, console)
    except NoAnswer as end:
        console.answer(end.entries, str(end))
        status = DONE
    console.close()
    sys.stdout.flush()
    return status
