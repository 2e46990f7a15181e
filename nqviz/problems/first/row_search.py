"""The project's way to the first placement: a linear program a row, probes, and what they teach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nqviz.problems.planar import as_placement
from nqviz.run.tasks import Arrays, Checkpoint

from .choices import list_choices
from .first_search import FirstSearch
from .hull import HullProgram
from .probe import FOUND, PAUSED, REFUTED, Probe
from .program import RowProgram
from .rest import Rest

ROOMS = (1 << 17, 1 << 20)
"""How many choices of diagonals a program takes at most, at first and once a column is refuted."""
PROBE_NODES = 50_000
"""After so many nodes a probe gives up and the next row is looked at."""
SAVE_SECONDS = 20.0
"""How often a search is written into its checkpoint."""
SLICE_NODES = 25_000
"""The number of nodes of a probe between two checks of the stop flag."""


def search_rows(search: FirstSearch, checkpoint: str | None = None) -> list[int] | None:
    """Find the first placement row by row; None if there is no placement at all.

    For the next row a linear program shows which columns may be left: that of `hull`, with the
    choices of diagonals that go together, as soon as there are few enough. Lowest first, each is
    probed: a depth-first search with the bound on diagonals looks for any completion. Refuted
    columns are forbidden under the rows before; a completion is kept, and all rows in which it
    agrees with what is being tried are certain. A probe that comes to no end leaves its column
    undecided: it is entered, and left again when all columns of the row after it are refuted.

    `checkpoint`: a file to keep the search in, and to go on from if it is there.
    Raises Ended when it has to end.
    """
    if checkpoint is None:
        return _Rows(search).run()
    work = {"what": f"the first placement of the ({search.n},2) board", "n": search.n, "method": 3}
    file = Checkpoint(checkpoint, work, 1)
    rows = _Rows(search, file)
    with file.reading():
        rows.restore(file.best)
    if file.best:
        search.premises = (f"the work of the checkpoint {file.path}",)
    try:
        return rows.run()
    finally:
        rows.save()
        file.close()


@dataclass
class _Level:
    """One row that is being tried: the columns refuted for it, and its program so far."""

    refuted: list[int] = field(default_factory=list)
    program: HullProgram | RowProgram | None = None
    rooms: tuple[int, ...] = ROOMS

    def columns(self, n: int, first: Sequence[int], is_over: Callable[[], bool]) -> list[int]:
        """Return the columns that the linear program leaves for the next row."""
        if self.program is None or (self.refuted and self.rooms):
            self._list_choices(Rest.after(n, first), is_over)
        if self.program is None:
            self.program = RowProgram(n, first, is_over)
        self.program.forbid(np.array(self.refuted, dtype=np.int64))
        return self.program.candidates()

    def _list_choices(self, rest: Rest, is_over: Callable[[], bool]) -> None:
        """Use the program of the listed choices if there are not too many."""
        if not rest.fits:
            self.rooms = ()
        if self.rooms:
            choices = list_choices(rest, self.rooms[0])
            self.rooms = self.rooms[1:]
            if choices is not None:
                self.rooms = ()
                self.program = HullProgram(rest, choices, is_over)


class _Rows:
    """The state of the search: rows that are tried, refuted columns of each, and the incumbent."""

    def __init__(self, search: FirstSearch, file: Checkpoint | None = None) -> None:
        self.search = search
        self._file = file
        self._saved = search.context.seconds
        self.tried: list[int] = []
        self._levels = [_Level()]
        self.weights = np.zeros(6 * search.n, dtype=np.int64)

    def run(self) -> list[int] | None:
        """Go on until all rows are certain."""
        search = self.search
        self._settle()
        while len(self.tried) < search.n:
            search.check()
            known = self._known()
            columns = self._levels[-1].columns(search.n, self.tried, search.is_over)
            if known is not None:
                columns = [column for column in columns if column < known]
            entered = self._probe(columns)
            if entered is None:
                entered = known
            if entered is not None:
                self.tried.append(entered)
                self._levels.append(_Level())
                self._settle()
            elif self.tried:
                self._levels.pop()
                self._levels[-1].refuted.append(self.tried.pop())
            else:
                return None
            self._save_now_and_then()
        return self.tried

    def _probe(self, columns: list[int]) -> int | None:
        """Return the lowest column that is not refuted; None if all are."""
        for column in columns:
            answer = self._complete([*self.tried, column])
            if answer != REFUTED:
                return column
            self._levels[-1].refuted.append(column)
            self._save_now_and_then()
        return None

    def _complete(self, rows: list[int]) -> int:
        """Probe for a completion of some first rows, and keep it if there is one."""
        search = self.search
        if not Rest.after(search.n, rows).fits:
            search.report(rows)
            return PAUSED
        probe = Probe(search.n, rows, self.weights)
        answer = PAUSED
        while answer == PAUSED and probe.nodes < PROBE_NODES:
            before = probe.nodes
            answer = probe.run(SLICE_NODES)
            search.report(rows)
            if answer == PAUSED:
                search.check(probe.nodes - before)
            else:
                search.nodes += probe.nodes - before
        if answer == FOUND:
            search.best = probe.solution
        return answer

    def _known(self) -> int | None:
        """Return the column of the next row in the incumbent, if that begins as what is tried."""
        best, count = self.search.best, len(self.tried)
        return best[count] if best is not None and best[:count] == self.tried else None

    def _settle(self) -> None:
        best = self.search.best
        if best is None:
            return
        count = 0
        while count < len(self.tried) and self.tried[count] == best[count]:
            count += 1
        self.search.settle(self.tried[:count])

    # Checkpoints ---------------------------------------------------------------------------

    def save(self) -> None:
        """Write all that is needed to go on."""
        if self._file is None:
            return
        self._saved = self.search.context.seconds
        refuted = [
            (row, column) for row, level in enumerate(self._levels) for column in level.refuted
        ]
        state = {
            "tried": self.tried,
            "refuted": refuted,
            "best": self.search.best or [],
            "weights": self.weights,
            "nodes": [self.search.nodes, self.search.deepest],
        }
        self._file.save_best({name: np.array(each, np.int64) for name, each in state.items()})

    def _save_now_and_then(self) -> None:
        if self.search.context.seconds >= self._saved + SAVE_SECONDS:
            self.save()

    def restore(self, arrays: Arrays) -> None:
        """Go back to where another search was; nothing is changed without arrays.

        Raises KeyError, ValueError if the arrays are not those of a search for this n.
        """
        if not arrays:
            return
        n = self.search.n
        if any(array.dtype.kind not in "iu" for array in arrays.values()):
            raise ValueError("an array is not of integers")
        tried, best = arrays["tried"].tolist(), arrays["best"].tolist()
        refuted = arrays["refuted"].reshape(-1, 2).tolist()
        nodes, deepest = arrays["nodes"].tolist()
        weights = arrays["weights"].astype(np.int64)
        columns = {*tried, *best, *(column for _, column in refuted)}
        rows = range(len(tried) + 1)
        if not columns <= set(range(n)) or not all(row in rows for row, _ in refuted):
            raise ValueError("a row or a column is off the board")
        if len(tried) > n or weights.shape != self.weights.shape or min(nodes, deepest) < 0:
            raise ValueError("the search is one for another n")
        if best and not (len(best) == n and as_placement(best).is_valid()):
            raise ValueError("its placement has attacks")
        self.tried, self.weights, self.search.best = tried, weights, best or None
        self.search.nodes, self.search.deepest = nodes, deepest
        self._levels = [_Level() for _ in rows]
        for row, column in refuted:
            self._levels[row].refuted.append(column)
