"""Refutations of pseudo-Boolean problems that are exported, in the formats of VeriPB.

A problem asks for K queens at least. Rows of cliques, with one queen at most, are added to this
row with the weights of the linear program, if that shows a contradiction at once. Else a search
covers the candidates by cliques, as `exhaustive.clique_cover` does: one of the cells that are left
over holds a queen. When all of them have been refuted, the row of K plus those of the cover
contradict the queens that are placed, by unit propagation alone. Sources of the formats: S. Gocht
and J. Nordstrom, VeriPB; VeriPB Proof Format Overview, versions 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.exchange import ExportProblem
from nqviz.exchange.rows import linear_program
from nqviz.ilp.highs import Model, own_scheduler
from nqviz.run.context import RunContext
from nqviz.run.files import write_whole

VERSIONS = ("1.2", "2.0", "3.0")
"""The versions of the format: they have the same rules, and end and punctuate them differently."""
VERSION = "2.0"
"""What later releases of VeriPB read, too."""
MAX_COLUMNS = 4096
"""The most cells of a problem that is refuted."""
MAX_STEPS = 2_000_000
"""The most lines of a refutation that are written."""
DENOMINATORS = (1, 2, 3, 4, 6, 12, 24, 120, 840, 2**12, 2**20)
"""Weights are multiples of one over the first of these that shows the bound."""


class QueensFitError(InputError):
    """There is no refutation: so many queens fit."""


class Refutation:
    """The refutation of a problem with a number of queens as its target.

    Raises InputError if the problem is no maximum or completion, its target is no number, or it is
    too large.
    """

    def __init__(self, problem: ExportProblem) -> None:
        if not problem.packs or not isinstance(problem.target, int):
            raise InputError("a refutation is of a maximum or a completion: give --target K")
        if len(problem.cells) > MAX_COLUMNS:
            raise InputError(
                f"{len(problem.cells):,} cells are too many to refute: at most {MAX_COLUMNS:,}"
            )
        self.problem = problem
        self.wanted = problem.target - len(problem.givens)
        self._number = 0
        cliques: dict[int, list[int]] = {}
        program, self._target = linear_program(problem), 0
        for row in program.rows():
            is_equal = row.lower is not None and row.lower == row.upper
            first = self._number + 1
            self._number += 2 if is_equal else (row.lower is not None) + (row.upper is not None)
            if row.name == "target_1":
                self._target = first
            elif (row.lower, row.upper, row.coefficients) == (None, 1, None):
                cliques[first] = row.columns
        self.rows = self._number
        self._cliques = cliques
        self._masks = {row: sum(1 << cell for cell in cells) for row, cells in cliques.items()}
        self._columns = program.columns

    def lines(self, run: RunContext | None = None, *, version: str = VERSION) -> Iterator[str]:
        """Yield the lines of the proof in one of `VERSIONS`.

        Raises QueensFitError if so many queens fit; InputError if the proof becomes too long, or
        the run was stopped.
        """
        mark, end = ("%", " ;") if version == "3.0" else ("*", "")
        yield f"pseudo-Boolean proof version {version}"
        yield f"{mark} {self.problem.describe()}: refuted"
        for line in self._rules(version, run or RunContext()):
            yield line if line.endswith(";") else f"{line}{end}"

    def _rules(self, version: str, run: RunContext) -> Iterator[str]:
        yield f"f {self.rows}"
        weights = self._weights()
        steps = self._search(run) if weights is None else (self._sum(*weights),)
        for step, line in enumerate(steps):
            if step > MAX_STEPS:
                raise InputError(f"the refutation has more than {MAX_STEPS:,} steps")
            yield line
        if version == "1.2":
            yield f"c {self._number}"
            return
        yield "output NONE"
        yield f"conclusion UNSAT : {self._number}"
        yield "end pseudo-Boolean proof"

    def _sum(self, times: int, weights: dict[int, int]) -> str:
        """Add rows of cliques, by weights, to the row of the target."""
        self._number += 1
        terms = [f"{self._target} {times} *"] if times > 1 else [f"{self._target}"]
        terms += (f"{row} {f'{w} * ' if w > 1 else ''}+" for row, w in weights.items())
        return f"pol {' '.join(terms)}"

    def _weights(self) -> tuple[int, dict[int, int]] | None:
        """Return the weight of the target and those of cliques that contradict it, or None."""
        rows = list(self._cliques)
        if not rows or not self._columns:
            return None
        members = [np.array(self._cliques[row], np.int64) for row in rows]
        lengths = [len(cells) for cells in members]
        places = (np.repeat(np.arange(len(rows)), lengths), np.concatenate(members))
        matrix = sp.csr_array(
            (np.ones(sum(lengths), np.int64), places), shape=(len(rows), self._columns)
        )
        if (matrix.sum(axis=0) == 0).any():
            return None
        with own_scheduler():
            model = Model(
                matrix.astype(np.float64),
                np.full(len(rows), -np.inf),
                np.ones(len(rows)),
                np.ones(self._columns),
                column_upper=np.full(self._columns, np.inf),
                maximise=True,
            )
            model.solve()
        duals = np.clip(np.nan_to_num(model.row_duals), 0.0, 1.0)
        for denominator in DENOMINATORS:
            values = np.ceil(denominator * duals - 1e-7).astype(np.int64)
            least = int(np.asarray(matrix.T @ values).min())
            if least > 0 and int(values.sum()) < least * self.wanted:
                chosen = np.flatnonzero(values).tolist()
                return least, {rows[i]: int(values[i]) for i in chosen}
        return None

    # Search --------------------------------------------------------------------------------

    def _search(self, run: RunContext) -> Iterator[str]:
        """Yield the lines of a search from the empty board."""
        self._attacks = [0] * self._columns
        for row, cells in self._cliques.items():
            for cell in cells:
                self._attacks[cell] |= self._masks[row]
        self._run = run
        yield from self._node([], (1 << self._columns) - 1)

    def _node(self, placed: list[int], candidates: int) -> Iterator[str]:
        """Yield the lines that refute placed queens; the last one writes the clause that says so.

        `candidates`: the cells, as bits, that may hold further queens.
        """
        need = self.wanted - len(placed)
        if need <= 0:
            queens = counted(self.wanted + len(self.problem.givens), self.problem.board.piece)
            raise QueensFitError(f"{queens} fit: there is no refutation")
        self._run.step("refutation")
        cover, left = self._cover(candidates, need - 1)
        done = []
        while left:
            bit = left & -left
            cell = bit.bit_length() - 1
            yield from self._node([*placed, cell], candidates & ~self._attacks[cell])
            done.append(self._number)
            left ^= bit
            candidates &= ~bit
        if cover:
            yield self._sum(1, dict.fromkeys(cover, 1))
            done.append(self._number)
        self._number += 1
        yield f"rup {''.join(f'1 ~x{cell + 1} ' for cell in placed)}>= 1 ;"
        if done:
            yield f"del id {' '.join(map(str, done))}"

    def _cover(self, candidates: int, count: int) -> tuple[list[int], int]:
        """Cover candidates by so many cliques, greedily; return those and the cells left over."""
        chosen: list[int] = []
        masks = self._masks
        while len(chosen) < count and candidates:
            best = max(masks, key=lambda row: (masks[row] & candidates).bit_count())
            chosen.append(best)
            candidates &= ~masks[best]
        return chosen, candidates


def write_refutation(
    problem: ExportProblem,
    path: str | Path,
    run: RunContext | None = None,
    *,
    version: str = VERSION,
) -> int:
    """Write the refutation of a problem to a file, whole or not at all; return its lines.

    `version`: one of `VERSIONS`.

    Raises QueensFitError, InputError as for `Refutation`, and if the file cannot be written.
    """
    refutation, count = Refutation(problem), 0

    def write(name: Path) -> None:
        nonlocal count
        with name.open("w", encoding="ascii", newline="\n") as stream:
            for line in refutation.lines(run, version=version):
                stream.write(line + "\n")
                count += 1

    write_whole(path, write)
    return count
