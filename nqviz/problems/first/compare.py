"""Engines for first placements beside the times of the paper's Table 1."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, log
from typing import Any

from nqviz.catalogue import reference
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution

from .compare_tasks import Measured, measure_in_tasks
from .engines import ENGINES, OURS, First, first_placement


@dataclass(frozen=True)
class Row:
    """One line of the comparison."""

    n: int
    published: dict[str, float | None]
    """For each column of Table 1 the seconds it prints; None where the limit was met or n is not
    in the table."""
    measured: dict[str, First]
    """What each engine that was run came to here."""

    @property
    def agrees(self) -> bool | None:
        """Whether what was found, and the published placement, are the same.

        None if there are not two to compare.
        """
        found = [first.permutation for first in self.measured.values()]
        answers = [each for each in (*found, published_first(self.n)) if each is not None]
        return len(set(answers)) == 1 if len(answers) > 1 else None


HEADINGS = ("CP", "ILP-ITER", "ILP-TRUNC", "LEX-DFS")
"""The methods of the table, in its order."""


@dataclass(frozen=True)
class ComparingFirst(Progress):
    """A moment of a comparison: the rows that are done."""

    rows: tuple[Row, ...] = ()


def compare_first(
    sides: Sequence[int],
    engines: Sequence[str] = (OURS,),
    run: RunContext | None = None,
    *,
    split: Execution | None = None,
) -> tuple[Row, ...]:
    """Run engines on boards beside the published times.

    Parameters
    ----------
    engines : sequence of str
        Names in `ENGINES`.
    run : RunContext, optional
        The limit is that of each single run. Progress comes as `ComparingFirst` values; a
        stopped comparison returns what is finished.
    split : Execution, optional
        Where the runs are made as tasks, side by side, and where their results are kept; one after
        the other in this process without it.

    Raises
    ------
    InputError
        If an engine is unknown or a side is out of its reach; and see `measure_in_tasks`.
    """
    for name in engines:
        if name not in ENGINES:
            raise InputError(f"unknown engine {name!r}; choose {either(ENGINES)}")
        first_placement(Board.cube(8, 2), engine=name)  # compiles the kernels before it is timed
    run = run or RunContext()
    pairs = [(n, name) for n in sides for name in engines if n <= ENGINES[name].most]

    def look(words: str, fraction: float, measured: Measured) -> None:
        rows = _rows(sides, engines, measured)
        run.progress(ComparingFirst(words, run.seconds, fraction, rows=rows))

    measured = (_measure if split is None else partial(measure_in_tasks, split=split))(
        pairs, run=run, look=look
    )
    look("compared", 1.0, measured)
    return _rows(sides, engines, measured)


def _measure(
    pairs: Sequence[tuple[int, str]],
    look: Callable[[str, float, Measured], None],
    run: RunContext,
) -> Measured:
    """Run each engine on its side, one after the other."""
    measured: dict[tuple[int, str], First] = {}
    for done, (n, name) in enumerate(pairs):
        if run.stop.is_set():
            break
        look(f"n = {n}, {ENGINES[name].title}", done / len(pairs), measured)
        found = first_placement(Board.cube(n, 2), run.again(), engine=name)
        if found.status is not Status.STOPPED:
            measured[n, name] = found
    return measured


def _rows(sides: Sequence[int], engines: Sequence[str], measured: Measured) -> tuple[Row, ...]:
    """Return the rows of the sides on which an engine was run; of all without engines."""
    rows = (
        Row(
            n,
            published_seconds(n),
            {name: measured[n, name] for name in engines if (n, name) in measured},
        )
        for n in sides
    )
    return tuple(row for row in rows if row.measured or not engines)


SHIFT = 10.0
"""The seconds by which times are shifted before their geometric mean is taken, as in the paper."""


@dataclass(frozen=True)
class Mean:
    """The last two lines of a column of Table 1."""

    seconds: float
    """The shifted geometric mean; what was not solved counts with its limit."""
    solved: int
    runs: int


def shifted_mean(seconds: Iterable[float], shift: float = SHIFT) -> float:
    """Return the shifted geometric mean of times: that of t + shift, less the shift.

    Parameters
    ----------
    seconds : iterable of float
        At least one, each 0 or more.
    shift : float
        Above 0, in seconds; it keeps small times from deciding the mean.
    """
    logs = [log(each + shift) for each in seconds]
    return exp(sum(logs) / len(logs)) - shift


def means(rows: Sequence[Row]) -> tuple[dict[str, Mean], dict[str, Mean]]:
    """Return the means of the published columns and of the measured ones.

    `rows`: of a comparison; published times are those of the rows that are in Table 1.
    """
    limit = float(reference("first-queens-times")["limit"])
    printed = [row.published for row in rows if row.n in published_sides()]
    published = {
        name: _mean([row[name] for row in printed], [limit] * len(printed))
        for name in HEADINGS
        if printed
    }
    names = dict.fromkeys(name for row in rows for name in row.measured)
    measured = {}
    for name in names:
        runs = [row.measured[name] for row in rows if name in row.measured]
        times = [run.seconds if run.status.is_proof else None for run in runs]
        measured[name] = _mean(times, [run.seconds for run in runs])
    return published, measured


def _mean(times: Sequence[float | None], limits: Sequence[float]) -> Mean:
    """Return the mean of times, None where it was not solved within the limit beside it."""
    pairs = zip(times, limits, strict=True)
    taken = [limit if time is None else time for time, limit in pairs]
    return Mean(shifted_mean(taken), sum(time is not None for time in times), len(times))


def printed_means() -> tuple[dict[str, float], str]:
    """Return the means that Table 1 prints, and what is to be said of them."""
    data = reference("first-queens-times")
    return dict(zip(data["columns"], data["shmean"], strict=True)), data["doubt"]


def first_csv(rows: Sequence[Row]) -> str:
    """Return a comparison as CSV: a line for each side and method, then the means.

    Columns: n (shmean for the means), method, where (here or published), seconds, status, nodes.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("n", "method", "where", "seconds", "status", "nodes"))
    for row in rows:
        for name, first in row.measured.items():
            seconds = round(first.seconds, 3)
            writer.writerow((row.n, name, "here", seconds, first.status.value, first.nodes))
        if row.n in published_sides():
            for name, time in row.published.items():
                status = Status.LIMIT if time is None else Status.OPTIMAL
                writer.writerow((row.n, name, "published", time, status.value, ""))
    for where, columns in zip(("published", "here"), means(rows), strict=True):
        for name, mean in columns.items():
            solved = f"{mean.solved} of {mean.runs} solved"
            writer.writerow(("shmean", name, where, round(mean.seconds, 3), solved, ""))
    return text.getvalue()


def published_seconds(n: int) -> dict[str, float | None]:
    """Return the seconds of each method in Table 1 for n; None where there are none."""
    data = reference("first-queens-times")
    values = next((row[1:] for row in data["seconds"] if row[0] == n), [None] * len(HEADINGS))
    return dict(zip(data["columns"], values, strict=True))


def published_sides() -> tuple[int, ...]:
    """Return the n of Table 1."""
    return tuple(row[0] for row in reference("first-queens-times")["seconds"])


def source() -> str:
    """Name the source of the times and what took them."""
    data = reference("first-queens-times")
    return f"{data['source']}, by {data['solver']}"


def published_first(n: int) -> tuple[int, ...] | None:
    """Return the published first placement of n queens as the column, from 0, of each row."""
    return _columns(_entry("records/first-queens", n))


def recorded_first(n: int) -> tuple[int, ...] | None:
    """Return the first placement of n queens that is published or was found, if one is recorded.

    The column, from 0, of each row.
    """
    return _columns(_recorded(n))


def refutation_seconds(n: int) -> int | None:
    """Return about how many seconds of one core prove the recorded first placement, if one is."""
    entry = _recorded(n)
    return None if entry is None else int(entry["seconds"])


def _recorded(n: int) -> Mapping[str, Any] | None:
    return _entry("records/first-queens", n) or _entry("records/first-queens-found", n)


def _entry(name: str, n: int) -> Mapping[str, Any] | None:
    return next((each for each in reference(name)["entries"] if each["shape"] == [n, n]), None)


def _columns(entry: Mapping[str, Any] | None) -> tuple[int, ...] | None:
    return None if entry is None else tuple(column - 1 for column in entry["permutation"])
