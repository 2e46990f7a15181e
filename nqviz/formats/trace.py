"""The traces of searches in session files: what was found and what was proven, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard

from nqviz.core.errors import InputError, shorten

LONGEST = 1e10
"""The most seconds that a search may have taken, some three hundred years."""
LARGEST = 2**53
"""The largest integer that a chart draws exactly."""

Found = tuple[float, int | None, int | None]


@dataclass(frozen=True)
class Trace:
    """How a search came to its answer."""

    moments: tuple[Found, ...]
    """Seconds since the start, queens found, and the bound; None where there was none yet."""
    fewest: bool = False
    """Whether as few queens as possible were wanted: then the bound comes from below."""


def trace_out(trace: Trace) -> dict[str, Any]:
    """Write a trace for a session file."""
    return {"fewest": trace.fewest, "moments": [list(moment) for moment in trace.moments]}


def trace_in(data: object) -> Trace | None:
    """Read the trace of a session file; None where there is none, as in older files.

    Raises InputError if it is damaged: the first moment that cannot be is named.
    """
    if data is None:
        return None
    if not isinstance(data, dict) or not isinstance(data.get("moments"), list):
        raise InputError("the search has no list of moments")
    fewest = data.get("fewest", False)
    if not isinstance(fewest, bool):
        raise InputError(f"fewest of the search is {shorten(fewest)}, not true or false")
    moments: list[Found] = []
    for number, row in enumerate(data["moments"], start=1):
        if not _is_moment(row, moments[-1][0] if moments else 0.0):
            raise InputError(
                f"moment {number} of the search is {shorten(row)}, not seconds that do not"
                " go back, queens found, and a bound"
            )
        moments.append((float(row[0]), row[1], row[2]))
    if all(found is None and bound is None for _seconds, found, bound in moments):
        raise InputError("no moment of the search has a number")
    return Trace(tuple(moments), fewest)


def _is_moment(row: object, earliest: float) -> TypeGuard[list[Any]]:
    return (
        isinstance(row, list)
        and len(row) == 3
        and type(row[0]) in (int, float)
        and earliest <= row[0] <= LONGEST
        and all(value is None or _is_count(value) for value in row[1:])
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST
