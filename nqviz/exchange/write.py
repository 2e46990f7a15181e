"""Write a problem in any format, within the budget of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from nqviz.core.errors import InputError, quoted
from nqviz.core.language import Texts
from nqviz.core.pieces import either
from nqviz.run.context import RunContext
from nqviz.run.files import write_whole

from .clauses import cnf
from .graphs import dimacs, graph6, metis
from .problem import ExportProblem
from .programs import lp, mps, mzn, opb
from .rows import MAX_BYTES

PART = 2**18
"""Characters that are written at once."""

_WRITERS: dict[str, Callable[[ExportProblem], Iterator[str]]] = {
    write.__name__: write for write in (mps, lp, opb, mzn, cnf, dimacs, metis, graph6)
}
FORMATS: Texts = {
    "mps": "integer program in free MPS: Gurobi, CPLEX, SCIP, HiGHS, CBC, CP-SAT",
    "lp": "the same as LP, which people read",
    "opb": "pseudo-Boolean: RoundingSat, Exact, SCIP",
    "mzn": "MiniZinc model: Gecode, Chuffed and others",
    "cnf": "clauses in DIMACS CNF: Kissat, CaDiCaL, MiniSat",
    "dimacs": "attack graph as DIMACS edges: Glasgow, colouring solvers",
    "metis": "attack graph as METIS: KaMIS",
    "graph6": "attack graph as graph6: nauty, SageMath, NetworkX",
}
"""The formats, with what reads them."""
ENDINGS = {
    ".mps": "mps",
    ".lp": "lp",
    ".opb": "opb",
    ".mzn": "mzn",
    ".cnf": "cnf",
    ".col": "dimacs",
    ".clq": "dimacs",
    ".dimacs": "dimacs",
    ".graph": "metis",
    ".metis": "metis",
    ".g6": "graph6",
    ".graph6": "graph6",
}
"""The formats of the endings of names of files."""


def format_for(path: str | Path) -> str:
    """Return the format of a file by its ending; raise InputError if that is of no format."""
    found = ENDINGS.get(Path(path).suffix.lower())
    if found is None:
        raise InputError(f"{path}: no format has this ending; give --format {either(FORMATS)}")
    return found


def write_problem(
    problem: ExportProblem, file_format: str, stream: TextIO, run: RunContext | None = None
) -> None:
    """Write a problem to a text stream, part by part.

    Raises InputError if the format is unknown, does not suit the problem, or the file becomes too
    large; or the run was stopped.
    """
    if file_format not in _WRITERS:
        raise InputError(f"unknown format {quoted(file_format)}; choose {either(FORMATS)}")
    run = run or RunContext()
    end = "" if file_format == "graph6" else "\n"
    part: list[str] = []
    pending = written = 0
    for line in _WRITERS[file_format](problem):
        part.append(line + end)
        pending += len(line) + 1
        if pending >= PART:
            stream.write("".join(part))
            written += pending
            pending = 0
            part.clear()
            run.step(f"writing {written / 1e6:,.0f} MB")
            if written > MAX_BYTES:
                raise InputError(f"the file becomes too large: more than {MAX_BYTES:,} bytes")
    stream.write("".join(part))


def write_problem_file(
    problem: ExportProblem,
    path: str | Path,
    file_format: str | None = None,
    run: RunContext | None = None,
) -> None:
    """Write a problem to a file, whole or not at all; the format is that of its ending.

    Raises InputError as for `write_problem`, and if the file cannot be written.
    """
    chosen = file_format or format_for(path)

    def write(name: Path) -> None:
        with name.open("w", encoding="ascii", newline="\n") as stream:
            write_problem(problem, chosen, stream, run)

    write_whole(path, write)
