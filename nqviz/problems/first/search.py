"""The project's way to the first placement: a linear program a row, probes, and what they teach."""

from __future__ import annotations

import numpy as np

from ...tasks import Arrays, Checkpoint
from .hunt import Hunt
from .probe import FOUND, PAUSED, REFUTED, Probe, is_in_reach
from .program import RowProgram

PROBE_NODES = 300_000
"""After so many nodes a probe gives up and the next row is looked at."""
SAVE_SECONDS = 20.0
"""How often a search is written into its checkpoint."""
SLICE_NODES = 50_000
"""How many nodes a probe is run for before it is asked whether to end."""


def search_rows(hunt: Hunt, checkpoint: str | None = None) -> list[int] | None:
    """Find the first placement row by row.

    For the next row the linear program lists the columns that may be left. Lowest first, each is
    probed: a depth-first search with the bound on diagonals looks for any completion. Refuted
    columns are forbidden under the rows before; a completion is kept, and all rows in which it
    agrees with what is being tried are certain. A probe that comes to no end leaves its column
    undecided: it is entered, and left again when all columns of the row after it are refuted.

    Parameters
    ----------
    hunt : Hunt
    checkpoint : str, optional
        A file to keep the search in, and to go on from if it is there.

    Returns
    -------
    list of int or None
        None if there is no placement at all.

    Raises
    ------
    Ended
        When it was told to end.
    """
    if checkpoint is None:
        return _Rows(hunt).run()
    work = {"what": f"the first placement of the ({hunt.n},2) board", "n": hunt.n, "method": 2}
    file = Checkpoint(checkpoint, work, 1)
    rows = _Rows(hunt, file)
    try:
        rows.restore(file.best)
        return rows.run()
    finally:
        rows.save()
        file.close()


class _Rows:
    """The state of the search: rows that are tried, refuted columns of each, and the incumbent."""

    def __init__(self, hunt: Hunt, file: Checkpoint | None = None) -> None:
        self.hunt = hunt
        self._file = file
        self._saved = hunt.watch.seconds
        self.tried: list[int] = []
        self.refuted: list[list[int]] = [[]]
        self.weights = np.zeros(6 * hunt.n, dtype=np.int64)

    def run(self) -> list[int] | None:
        """Go on until all rows are certain."""
        hunt = self.hunt
        self._settle()
        while len(self.tried) < hunt.n:
            hunt.check()
            known = self._known()
            program = RowProgram(hunt.n, self.tried, self.refuted[-1], hunt.is_over)
            columns = program.candidates()
            if known is not None:
                columns = [column for column in columns if column < known]
            entered = self._probe(columns)
            if entered is None:
                entered = known
            if entered is not None:
                self.tried.append(entered)
                self.refuted.append([])
                self._settle()
            elif self.tried:
                self.refuted.pop()
                self.refuted[-1].append(self.tried.pop())
            else:
                return None
            self._save_now_and_then()
        return self.tried

    def _probe(self, columns: list[int]) -> int | None:
        """Give the lowest column that is not refuted; None if all are."""
        for column in columns:
            answer = self._complete([*self.tried, column])
            if answer != REFUTED:
                return column
            self.refuted[-1].append(column)
            self._save_now_and_then()
        return None

    def _complete(self, rows: list[int]) -> int:
        """Probe for a completion of some first rows, and keep it if there is one."""
        hunt = self.hunt
        if not is_in_reach(hunt.n, rows):
            hunt.tell(rows)
            return PAUSED
        probe = Probe(hunt.n, rows, self.weights)
        answer = PAUSED
        while answer == PAUSED and probe.nodes < PROBE_NODES:
            before = probe.nodes
            answer = probe.run(SLICE_NODES)
            hunt.tell(rows)
            if answer == PAUSED:
                hunt.check(probe.nodes - before)
            else:
                hunt.nodes += probe.nodes - before
        if answer == FOUND:
            hunt.best = probe.solution
        return answer

    def _known(self) -> int | None:
        """Give the column of the next row in the incumbent, if that begins as what is tried."""
        best, count = self.hunt.best, len(self.tried)
        return best[count] if best is not None and best[:count] == self.tried else None

    def _settle(self) -> None:
        best = self.hunt.best
        if best is None:
            return
        count = 0
        while count < len(self.tried) and self.tried[count] == best[count]:
            count += 1
        self.hunt.settle(self.tried[:count])

    # Checkpoints ---------------------------------------------------------------------------

    def save(self) -> None:
        """Write all that is needed to go on."""
        if self._file is None:
            return
        self._saved = self.hunt.watch.seconds
        refuted = [(row, column) for row, list_ in enumerate(self.refuted) for column in list_]
        state = {
            "tried": self.tried,
            "refuted": refuted,
            "best": self.hunt.best or [],
            "weights": self.weights,
            "nodes": [self.hunt.nodes, self.hunt.deepest],
        }
        self._file.save_best({name: np.array(each, np.int64) for name, each in state.items()})

    def _save_now_and_then(self) -> None:
        if self.hunt.watch.seconds >= self._saved + SAVE_SECONDS:
            self.save()

    def restore(self, arrays: Arrays) -> None:
        """Go back to where another search was; nothing is changed without arrays."""
        if not arrays:
            return
        self.tried = arrays["tried"].tolist()
        self.hunt.best = arrays["best"].tolist() or None
        self.weights = arrays["weights"]
        self.hunt.nodes, self.hunt.deepest = arrays["nodes"].tolist()
        self.refuted = [[] for _ in range(len(self.tried) + 1)]
        for row, column in arrays["refuted"].reshape(-1, 2).tolist():
            self.refuted[row].append(column)
