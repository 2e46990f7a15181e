"""Integer programs as text: MPS, LP, OPB and MiniZinc, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from nqviz.core.errors import InputError

from .header import header_line
from .problem import ExportProblem
from .rows import LinearProgram, Row, linear_program

WIDTH = 8
"""Terms on a line."""


def mps(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of a free MPS file: all columns binary.

    It is a minimum in all cases, with costs of -1 for a maximum: some readers know no OBJSENSE.
    """
    program = _by_columns(problem)
    yield f"* {header_line(problem)}"
    yield f"* {problem.describe()}"
    if program.maximises:
        yield "* minimise minus the number of pieces"
    yield "NAME nqviz"
    yield "ROWS"
    yield " N objective"
    for row in program.rows():
        yield f" {_sense(row)} {row.name}"
    yield "COLUMNS"
    yield " MARK0000 'MARKER' 'INTORG'"
    objective, cost = program.objective, -1 if program.maximises else 1
    for column, entries in enumerate(program.entries()):
        name = problem.name(column)
        yield f" {name} objective {cost * (column in objective)}"
        for row_name, value in entries:
            yield f" {name} {row_name} {value}"
    yield " MARK0001 'MARKER' 'INTEND'"
    yield "RHS"
    for row in program.rows():
        side = row.upper if row.lower is None else row.lower
        if side:
            yield f" RHS {row.name} {side}"
    yield "RANGES"
    for row in program.rows():
        if None not in (row.lower, row.upper) and row.lower != row.upper:
            yield f" RNG {row.name} {(row.upper or 0) - (row.lower or 0)}"
    yield "BOUNDS"
    for column in range(program.columns):
        yield f" UP BND {problem.name(column)} 1"
    yield "ENDATA"


def lp(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of an LP file as CPLEX, Gurobi, SCIP and HiGHS read it."""
    program = linear_program(problem)
    yield f"\\ {header_line(problem)}"
    yield f"\\ {problem.describe()}"
    yield "Maximize" if program.maximises else "Minimize"
    names = (f"+ {problem.name(column)}" for column in program.objective)
    yield from _wrapped(" objective:", names)
    if not program.objective and program.columns:
        yield f" 0 {problem.name(0)}"
    yield "Subject To"
    for row in program.rows():
        for kind, side in _sides(row):
            label = f" {row.name}{'_least' if kind == '>=' and row.upper is not None else ''}:"
            yield from _wrapped(label, _terms(problem, row), f"{kind} {side}")
    yield "Binaries"
    yield from _wrapped("", (problem.name(column) for column in range(program.columns)))
    yield "End"


def opb(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of an OPB file, for pseudo-Boolean solvers; column k is ``xk``.

    Each row is one line: checkers of proofs take no other.
    """
    program = linear_program(problem)
    count = sum(len(list(_sides(row))) for row in program.rows())
    yield f"* #variable= {program.columns} #constraint= {count}"
    yield f"* {header_line(problem)}"
    yield f"* {problem.describe()}"
    yield from legend(problem, "* ", program.columns)
    if program.objective:
        sign = -1 if program.maximises else 1
        yield f"min: {' '.join(f'{sign:+d} x{k + 1}' for k in program.objective)} ;"
    for row in program.rows():
        for kind, side in _sides(row):
            turned = -1 if kind == "<=" else 1
            terms = [f"{turned * value:+d} x{k + 1}" for k, value in _pairs(row)]
            yield f"{' '.join(terms)} {'=' if kind == '=' else '>='} {turned * side} ;"


def mzn(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of a MiniZinc model; column k is ``x[k]``."""
    program = linear_program(problem)
    yield f"% {header_line(problem)}"
    yield f"% {problem.describe()}"
    yield from legend(problem, "% ", program.columns)
    yield f"array [1..{program.columns}] of var 0..1: x;"
    for row in program.rows():
        factors = (("" if value == 1 else f"{value} * ", k + 1) for k, value in _pairs(row))
        terms = [f"{factor}x[{number}] +" for factor, number in factors] or ["0 +"]
        terms[-1] = terms[-1].removesuffix(" +")
        for kind, side in _sides(row):
            yield from _wrapped("constraint", terms, f"{kind} {side};")
    if program.objective:
        objective = program.objective
        word = "maximize" if program.maximises else "minimize"
        yield f"solve {word} sum(k in {objective[0] + 1}..{objective[-1] + 1})(x[k]);"
    else:
        yield "solve satisfy;"
    yield 'output ["x = ", show(x), ";\\n"];'


def _by_columns(problem: ExportProblem) -> LinearProgram:
    """Return a program whose columns can be listed.

    Raises InputError if its cuts are too large for that; and see `linear_program`.
    """
    program = linear_program(problem)
    if program.cuts:
        raise InputError(
            "mps lists entries column by column, and cuts as large as these are written row by row:"
            " choose lp, opb or mzn"
        )
    return program


def legend(problem: ExportProblem, mark: str, columns: int) -> Iterator[str]:
    """Yield a comment for each column: its number and the name that leads back to its cell."""
    for column in range(columns):
        yield f"{mark}{column + 1} {problem.name(column)}"


def _sense(row: Row) -> str:
    if row.lower is None:
        return "L"
    return "E" if row.lower == row.upper else "G"


def _sides(row: Row) -> Iterator[tuple[str, int]]:
    """Yield the comparisons of a row with their right sides."""
    if row.lower is not None and row.lower == row.upper:
        yield "=", row.lower
        return
    if row.upper is not None:
        yield "<=", row.upper
    if row.lower is not None:
        yield ">=", row.lower


def _pairs(row: Row) -> Iterable[tuple[int, int]]:
    ones = [1] * len(row.columns)
    return zip(row.columns, row.coefficients or ones, strict=True)


def _terms(problem: ExportProblem, row: Row) -> Iterator[str]:
    for column, value in _pairs(row):
        many = "" if abs(value) == 1 else f"{abs(value)} "
        yield f"{'-' if value < 0 else '+'} {many}{problem.name(column)}"


def _wrapped(head: str, terms: Iterable[str], tail: str = "") -> Iterator[str]:
    """Yield terms on lines of `WIDTH` terms, with something before and after them."""
    given = iter(terms)
    line = head
    while part := list(islice(given, WIDTH)):
        if line and line != head:
            yield line
            line = " "
        line = f"{line} {' '.join(part)}"
    yield f"{line} {tail}".rstrip()
