"""The parser of the command line: its verbs, their modules, and how it shows help."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from nqviz import __version__
from nqviz.core.errors import InputError
from nqviz.core.shipped import shipped_text

from .interrupting import close_output, interrupt_ends
from .option_table import add_options

MODULES = {"import": "import_solution"}
"""The modules of verbs that are words of Python."""


def _read(table: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return what verbs do, and command lines to begin with, which are indented below each."""
    abouts: dict[str, str] = {}
    examples: dict[str, tuple[str, ...]] = {}
    verb = ""
    for line in table.splitlines():
        if line.startswith(" "):
            examples[verb] = (*examples.get(verb, ()), line.strip())
        else:
            verb, about = line.split(": ", 1)
            abouts[verb] = about
    return abouts, examples


VERBS, EXAMPLES = _read(shipped_text("cli", "verbs.txt"))
"""The verbs with their descriptions, each a module of `verbs` that is imported when needed; and
command lines to begin with, those of no verb under the empty name."""
VERBS.pop("nqviz")
EXAMPLES[""] = EXAMPLES.pop("nqviz")


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors as `InputError`, and shows headings in bold on a terminal."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, with the command that shows the help."""
        raise InputError(f"{message}; see {self.prog} --help")

    def format_help(self) -> str:
        """Return the help, with bold headings on a terminal."""
        text = super().format_help()
        return _with_bold_headings(text) if has_colours() else text

    def check_known(self, unknown: Sequence[str]) -> None:
        """Refuse arguments that are not known, and name the option that is most like the first."""
        if unknown:
            known = [name for action in self._actions for name in action.option_strings]
            near = nearest(unknown[0].partition("=")[0], known)
            hint = f"; did you mean {near}?" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")


def has_colours() -> bool:
    """Return whether standard output is a terminal that shows bold text; see no-color.org."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in (None, "dumb")
    return sys.stdout.isatty() and not plain


def _with_bold_headings(text: str) -> str:
    """Show in bold the lines that begin a paragraph and end in a colon, and the word usage."""
    lines = text.split("\n")
    return "\n".join(
        f"\x1b[1m{line}\x1b[0m" if line.endswith(":") and not line.startswith(" ") else line
        for line in lines
    ).replace("usage:", "\x1b[1musage:\x1b[0m", 1)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like another one; None if none is much like it."""
    from difflib import get_close_matches  # no right command line waits for it

    found = get_close_matches(word, list(known), 1, 0.6)
    return found[0] if found else None


def known_verb(word: str) -> str:
    """Return a verb; raise InputError if there is none of that name."""
    if word not in VERBS:
        near = nearest(word, VERBS)
        hint = f"did you mean {near}?" if near else f"choose one of {', '.join(VERBS)}"
        raise InputError(f"unknown verb {word!r}; {hint}")
    return word


def top_parser() -> tuple[Parser, argparse._SubParsersAction[Parser]]:
    """Return the parser of the whole command line, and what its verbs are added to."""
    parser = Parser(
        prog="nqviz",
        description="Queens on boards of any dimension.",
        epilog=f"{listed('verbs', VERBS)}\n\n{_examples('')}\n\n"
        "Run nqviz help VERB, or nqviz VERB --help, for the options of a verb.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"nqviz {__version__}")
    verbs = parser.add_subparsers(
        dest="verb",
        metavar="VERB",
        required=True,
        help="one of the verbs below",
        parser_class=Parser,
    )
    return parser, verbs


def asks_in_general(words: Sequence[str]) -> bool:
    """Return whether the help or the version of the whole is asked for."""
    return list(words) in ([], ["help"], ["-h"], ["--help"], ["-V"], ["--version"])


def show_in_general(words: Sequence[str]) -> int:
    """Print the help or the version of the whole; nothing is imported that only verbs need."""
    parser, _ = top_parser()
    status = 0
    try:
        parser.parse_args(words if list(words) not in ([], ["help"]) else ["--help"])
    except SystemExit as end:
        status = int(end.code or 0)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()
    return status


def listed(heading: str, texts: Mapping[str, str]) -> str:
    """Return a list of names with descriptions for the end of a help text."""
    width = max(map(len, texts)) + 4
    columns = max(shutil.get_terminal_size().columns - 2, width + 20)
    lines = (
        textwrap.fill(
            text, columns, initial_indent=f"  {name:<{width - 2}}", subsequent_indent=" " * width
        )
        for name, text in texts.items()
    )
    return "\n".join([f"{heading}:", *lines])


def add_verb(
    verbs: argparse._SubParsersAction[Parser], verb: str, words: Sequence[str] = ()
) -> ModuleType:
    """Add a verb with all its options; return its module.

    A module has `VALUES` for what its options need beside their table, or `add_arguments`.

    `words`: the whole command line.
    """
    child = verbs.add_parser(
        verb,
        description=f"{VERBS[verb].capitalize()}.",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    with interrupt_ends():
        module = import_module(f".verbs.{MODULES.get(verb, verb)}", __package__)
        child.set_defaults(words=words)
        if hasattr(module, "add_arguments"):
            module.add_arguments(child)
        else:
            add_options(child, verb, **getattr(module, "VALUES", {}))
    child.add_argument("--json", action="store_true", help="write exactly one JSON object")
    child.epilog = "\n\n".join(filter(None, (child.epilog, _examples(verb)))) or None
    return module


def verb_parser(verb: str) -> Parser:
    """Return the parser of one verb with all its options."""
    _, verbs = top_parser()
    add_verb(verbs, verb)
    return verbs.choices[verb]


def _examples(verb: str) -> str:
    lines = EXAMPLES.get(verb, ())
    return "\n".join(["examples:", *(f"  {line}" for line in lines)]) if lines else ""
