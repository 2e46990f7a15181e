"""The tables of counts, and counts of long runs with the commands that repeat them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from . import reference


@dataclass(frozen=True)
class Run:
    """One run that found a count."""

    command: str
    date: str
    """The day it ended, as year-month-day."""
    seconds: float
    """The time on one processor core."""
    how: str = ""
    """How the run differs from the first one; empty for the first."""


@dataclass(frozen=True)
class RecordedCount:
    """A recorded count."""

    what: str
    """What is counted, as for `second_count`, or "threshold"."""
    n: int
    d: int
    count: int
    queens: int | None
    orbits: int | None
    """`queens` and `orbits`: of maximum placements: the number of queens, and of placements up
    to symmetry."""
    runs: tuple[Run, ...]
    """Runs that all returned this count."""
    checked: str = ""
    """How else it was checked, if there is only one run."""

    def words(self) -> str:
        """Return a text: the commands that counted it and their times."""
        first, *others = self.runs
        text = f"recorded: {first.command} took {first.seconds:g} s on one core ({first.date})"
        again = (f"again in {run.seconds:g} s {run.how}" for run in others)
        return "; ".join(filter(None, [text, *again, self.checked]))


@lru_cache(maxsize=1)
def count_tables() -> dict[str, str]:
    """Return the tables of counts by name, each with a short title."""
    return {table["name"]: table["label"] for table in reference("count-tables")["tables"]}


@lru_cache(maxsize=1)
def recorded_counts() -> tuple[RecordedCount, ...]:
    """Return the recorded counts."""
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
        for entry in reference("counts-found")["entries"]
        for d, count in entry["counts"].items()
    )


def recorded_count(what: str, n: int, d: int) -> RecordedCount | None:
    """Return the recorded count of a board; None without one."""
    found = (each for each in recorded_counts() if (each.what, each.n, each.d) == (what, n, d))
    return next(found, None)
