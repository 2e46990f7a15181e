"""JSON texts of files, read within a budget."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from nqviz.core.errors import InputError, shorten

from .budgets import JSON_ELEMENTS, keep
from .context import RunContext

PART = 2**14
"""How many numbers are read between two checks of the stop flag; other threads run there."""


def read_json(text: str, run: RunContext | None = None) -> Any:
    """Return the value of a JSON text.

    `run`: for progress and to stop; without it the text is read at one go.
    Raises InputError if the text is not JSON, holds too many values, a number of thousands of
    digits, or an entry twice, or is nested too deeply.
    """
    keep(count_values(text), JSON_ELEMENTS, "values of JSON")
    try:
        return json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=None if run is None else _reader_of_numbers(run),
        )
    except json.JSONDecodeError as error:
        raise InputError(f"line {error.lineno}: not JSON: {error.msg.lower()}") from None
    except RecursionError:
        raise InputError("the JSON is nested too deeply") from None
    except InputError:
        raise
    except ValueError:  # Python refuses to convert thousands of digits
        raise InputError("a number in the JSON is too long") from None


def count_values(text: str) -> int:
    """Return at least how many values a JSON text, or a part of one, holds."""
    return text.count(",") + text.count("[") + text.count("{")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of its entries, none of which may be there twice."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, times in names.items() if times > 1)
        raise InputError(f"{shorten(twice)!r} is there twice")
    return entries


def _reader_of_numbers(run: RunContext) -> Callable[[str], int]:
    """Return a reader of integers that lets other threads run and looks at the stop flag."""
    count = 0

    def read(text: str) -> int:
        nonlocal count
        count += 1
        if count % PART == 0:
            run.step("reading numbers")
        return int(text)

    return read
