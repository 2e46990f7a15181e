"""Clauses in DIMACS CNF: rows of at most one, counters for targets, and colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nqviz.core.errors import InputError

from .header import header_line
from .problem import ExportProblem
from .programs import legend
from .rows import LinearProgram, linear_program

PAIRS = 5
"""Rows of up to so many columns are written pair by pair, longer ones with further variables."""

Clauses = Iterator[Sequence[int]]


def cnf(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of a CNF file: variable k is column k, and what follows is auxiliary.

    Raises InputError if the problem has no target, or rows that are no clauses.
    """
    if problem.target is None:
        hint = "full, or the number of queens" if problem.packs else "a number"
        raise InputError(f"clauses decide and do not optimise: give --target, {hint}")
    if problem.breaks_symmetry and not problem.colours:
        raise InputError("the rows that break symmetry are no clauses; write mps, lp, opb or mzn")
    program = linear_program(problem)
    count = _Encoder(program)
    clauses = sum(1 for _ in count.clauses())
    yield f"c {header_line(problem)}"
    yield f"c {problem.describe()}"
    yield from legend(problem, "c ", program.columns)
    yield f"p cnf {count.variables} {clauses}"
    for clause in _Encoder(program).clauses():
        yield f"{' '.join(map(str, clause))} 0"


@dataclass
class _Encoder:
    """Writes rows as clauses; `variables` grows with the auxiliary ones."""

    program: LinearProgram
    variables: int = 0

    def clauses(self) -> Clauses:
        self.variables = self.program.columns
        for row in self.program.rows():
            columns = [column + 1 for column in row.columns]
            if row.name == "target_1":
                yield from self._target(columns, row.lower, row.upper)
                continue
            if row.coefficients is not None or row.upper not in (None, 1):
                way = "leave out its cut, or write mps, lp, opb or mzn"
                raise InputError(f"the row {row.name} is no clause: {way}")
            if row.lower == 1:
                yield columns
            if row.upper == 1:
                yield from self._at_most_one(columns)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _at_most_one(self, columns: list[int]) -> Clauses:
        if len(columns) <= PAIRS:
            for place, first in enumerate(columns):
                yield from ((-first, -second) for second in columns[place + 1 :])
            return
        # Sinz (2005): s is true when one of the columns up to here is.
        before = self._new()
        yield (-columns[0], before)
        for column in columns[1:-1]:
            now = self._new()
            yield (-column, now)
            yield (-before, now)
            yield (-column, -before)
            before = now
        yield (-columns[-1], -before)

    def _target(self, columns: list[int], lower: int | None, upper: int | None) -> Clauses:
        """Yield a counter: s[j] after i columns says that at least (at most) j of them are true."""
        if lower is not None and (lower <= 0 or lower > len(columns)):
            yield from [()] if lower > len(columns) else []
            return
        most = upper + 1 if upper is not None else lower or 0
        if upper is not None and most > len(columns):
            return
        before: list[int] = []
        for place, column in enumerate(columns, start=1):
            now = [self._new() for _ in range(min(place, most))]
            for j, counter in enumerate(now):
                low, same = before[j - 1 : j] if j else [], before[j : j + 1]
                if upper is None:  # counter -> same or (column and low)
                    yield [-counter, column, *same]
                    yield from ([-counter, each, *same] for each in low)
                else:  # same -> counter, column and low -> counter
                    yield from ((-each, counter) for each in same)
                    yield [-column, counter, *(-each for each in low)]
            before = now
        yield [before[-1] if upper is None else -before[-1]]
