"""Counts that take long, found by this program before, with the commands that find them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Run:
    """One run that found a count.

    Attributes
    ----------
    command : str
    date : str
        Of its end, as year-month-day.
    seconds : float
        Of one processor core.
    how : str
        In what it differs from the first run; empty for this.
    """

    command: str
    date: str
    seconds: float
    how: str = ""


@dataclass(frozen=True)
class RecordedCount:
    """A count that was found before.

    Attributes
    ----------
    what : str
        What is counted, as for `second_count`, or "threshold".
    n, d : int
    count : int
    queens, orbits : int, optional
        Of maximum placements: how many stand, and how many there are up to symmetry.
    runs : tuple of Run
        Each found the same.
    checked : str
        What else speaks for it, where no other run does.
    """

    what: str
    n: int
    d: int
    count: int
    queens: int | None
    orbits: int | None
    runs: tuple[Run, ...]
    checked: str = ""

    def words(self) -> str:
        """Return how it was found, and how long that took."""
        first, *others = self.runs
        text = f"recorded: {first.command} took {first.seconds:g} s on one core ({first.date})"
        again = (f"again in {run.seconds:g} s {run.how}" for run in others)
        return "; ".join(filter(None, [text, *again, self.checked]))


@lru_cache(maxsize=1)
def recorded_counts() -> tuple[RecordedCount, ...]:
    """List the counts that were found before."""
    file = resources.files("nqviz_resources.reference").joinpath("counts-found.json")
    entries: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["entries"]
    return tuple(
        RecordedCount(
            entry["what"],
            entry["n"],
            int(d),
            int(count),
            entry.get("queens"),
            entry.get("orbits"),
            tuple(
                Run(**run | {"command": run["command"].replace("--d D", f"--d {d}")})
                for run in entry["runs"]
            ),
            entry.get("checked", ""),
        )
        for entry in entries
        for d, count in entry["counts"].items()
    )


def recorded_count(what: str, n: int, d: int) -> RecordedCount | None:
    """Return the count that was found before, None if there is none."""
    found = (each for each in recorded_counts() if (each.what, each.n, each.d) == (what, n, d))
    return next(found, None)
