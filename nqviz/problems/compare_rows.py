"""Rows of a comparison from the table that was written of them, so that they can be drawn again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import Field, fields
from typing import Any

from nqviz.core.errors import InputError, shorten

from .compare import Row

_NUMBERS: dict[str, Callable[[str], float]] = {"int": int, "float": float}


def parse_rows(text: str) -> tuple[Row, ...]:
    """Read rows from the CSV that `rows_csv` writes: they are the same again.

    Raises InputError if it is no such table, with the line where that is seen.
    """
    names = [field.name for field in fields(Row)]
    try:
        heading, *lines = csv.reader(io.StringIO(text), strict=True)
    except (ValueError, csv.Error) as error:
        raise InputError("this is no table of a comparison") from error
    # Tables of before end at the note.
    if heading != names[: len(heading)] or "note" not in heading:
        raise InputError(f"this is no table of a comparison, which begins {','.join(names[:4])},…")
    kinds = fields(Row)[: len(heading)]
    return tuple(_row(number, line, kinds) for number, line in enumerate(lines, 2))


def _row(number: int, line: list[str], kinds: Sequence[Field[Any]]) -> Row:
    if len(line) != len(kinds):
        raise InputError(f"row {number} has {len(line)} fields, not {len(kinds)}")
    values: dict[str, object] = {}
    for field, text in zip(kinds, line, strict=True):
        kind, _, optional = str(field.type).partition(" | ")
        if optional and not text:
            values[field.name] = None
        elif kind in _NUMBERS:
            values[field.name] = _number(number, field.name, kind, text)
        else:
            values[field.name] = text
    return Row(**values)  # type: ignore[arg-type]


def _number(row: int, name: str, kind: str, text: str) -> float:
    try:
        number = _NUMBERS[kind](text)
    except ValueError:
        raise InputError(f"row {row}, {name}: {shorten(text)!r} is no number") from None
    if not 0 <= number < float("inf"):
        raise InputError(f"row {row}, {name}: {shorten(text)!r} is out of range")
    return number
