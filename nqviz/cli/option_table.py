"""The options of all verbs, from one table, and the types of their values.

The table is ``options.txt`` in the resources of the command line. Each section has the options of
a verb, or some that several have. A line ``== TITLE`` begins a group of them, and ``==`` ends it;
``+NAME TEXT`` adds another section, in which the text stands for ``{text}``. An option is its names
and how it is given, and after a bar what it is for; that goes on in lines that are indented. How it
is given: ``METAVAR``, ``METAVAR:type`` or ``:type``, ``{a,b}`` for choices, ``?``, ``*`` or ``+``
for how many, ``=DEFAULT``, ``required``, ``append``, ``on|off``, ``dest:NAME`` and ``const:NAME``.
With nothing of this it is a switch.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from nqviz.core.shipped import shipped_text


def add_options(parser: argparse._ActionsContainer, section: str, **values: Any) -> None:
    """Add the options of a section of the table.

    `values`: of the names that the section has in braces, and as types, defaults and constants.
    """
    from nqviz.core.pieces import PIECE_FORMS  # the help of the whole needs no NumPy

    values = {"forms": PIECE_FORMS, **values}
    target = parser
    for line in _table().get(section, ()):
        if line.startswith("+"):
            name, _, text = line[1:].partition(" ")
            add_options(target, name, **{**values, "text": text.format(**values)})
        elif line.startswith("=="):
            title = line[2:].strip()
            target = parser.add_argument_group(title) if title else parser
        else:
            given, _, text = line.partition(" | ")
            words = given.split()
            names = [word for word in words if word.startswith("-")] or words[:1]
            how = _how(words[len(names) :], values)
            if names[0].startswith("-") and not how:
                how["action"] = "store_true"
            target.add_argument(*names, **how, help=text.format(**values) or None)


def _how(words: list[str], values: dict[str, Any]) -> dict[str, Any]:
    """Return how an option is given, as `add_argument` takes it."""
    how: dict[str, Any] = {}
    types = {**values, **TYPES}
    for word in words:
        name, _, kind = word.rpartition(":")
        if word in _WORDS:
            how |= _WORDS[word]
        elif word.startswith("="):
            how["default"] = _default(word[1:], values)
        elif word.startswith("{"):
            how["choices"] = values.get(word[1:-1], word[1:-1].split(","))
        elif name in ("dest", "const"):
            how[name] = values.get(kind, kind)
        elif kind in types:
            how |= {"type": types[kind], "metavar": name or None}
        else:
            how["metavar"] = word
    return how


_WORDS: dict[str, dict[str, Any]] = {
    **{word: {"nargs": word} for word in "?*+"},
    "required": {"required": True},
    "append": {"action": "append"},
    "on|off": {"action": argparse.BooleanOptionalAction},
}


def _default(word: str, values: dict[str, Any]) -> Any:
    empty: dict[str, Any] = {"()": (), "[]": []}
    return values.get(word, int(word) if word.isdecimal() else empty.get(word, word))


@cache
def _table() -> dict[str, list[str]]:
    """Return the lines of each section, each option in one line."""
    text = shipped_text("cli", "options.txt")
    sections = re.split(r"^\[(.+)\]\n", re.sub(r"\n +", " ", text), flags=re.MULTILINE)[1:]
    lines = (section.strip().splitlines() for section in sections[1::2])
    return dict(zip(sections[::2], lines, strict=True))


# Types of values: their errors become the message of the parser ------------------------------


def whole(text: str) -> int:
    """Return an integer."""
    if not text.isascii() or not text.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    if len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text[:15]}... is too large")
    return int(text)


def numbers(text: str, parted_by: str = ",") -> tuple[int, ...]:
    """Return integers separated by commas, or by any of the characters `parted_by`."""
    parts = [part.strip() for part in re.split(f"[{parted_by}]", text)]
    if "" in parts:
        raise argparse.ArgumentTypeError(f"a number is missing in {text!r}")
    return tuple(map(whole, parts))


def cells(text: str) -> tuple[tuple[int, ...], ...]:
    """Return cells separated by semicolons, each with coordinates separated by commas."""
    return tuple(map(numbers, text.split(";")))


def sides(text: str) -> tuple[int, ...]:
    """Return the sides of a board, separated by commas or x."""
    return numbers(text, ",x")


def seed(text: str) -> int:
    """Return the seed of random numbers, at least 0."""
    value = whole(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"the seed is {value}; it is 0 or more")
    return value


def real(text: str, what: str = "a number") -> float:
    """Return a finite number; `what` names it in messages."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return value


def seconds(text: str) -> float:
    """Return a time in seconds."""
    return real(text, "a number of seconds")


def shard(text: str) -> tuple[int, int]:
    """Return the number of a shard, from 1, and how many there are."""
    number, _, count = text.partition("/")
    if not (number.isascii() and number.isdecimal() and count.isascii() and count.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not i/N, such as 2/5")
    return int(number), int(count)


def share(text: str) -> float:
    """Return a share of all, as a number or in percent."""
    try:
        value = float(text.removesuffix("%")) / (100.0 if text.endswith("%") else 1.0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share, such as 0.01 or 1%") from None
    return value


TYPES: dict[str, Callable[[str], object]] = {
    "int": int,
    **{each.__name__: each for each in (whole, numbers, cells, sides, seed, seconds, shard, share)},
}
"""The types that the table names; those of one verb are given with its section."""
