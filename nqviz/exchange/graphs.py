"""Attack graphs as text: DIMACS edges, METIS and graph6, vertex by vertex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError

from .header import header_line
from .lines import StreamedLines
from .problem import ExportProblem
from .programs import legend

GRAPH6_VERTICES = 2**18
"""The most vertices of a graph6 file, which has a bit for each pair: 5.7 GB."""


@dataclass(frozen=True)
class AttackGraph:
    """The graph of the cells of a problem, two joined that attack each other."""

    problem: ExportProblem

    def __post_init__(self) -> None:
        problem = self.problem
        if problem.cuts or problem.breaks_symmetry or problem.independent:
            raise InputError(
                "a graph has no rows: leave out --cuts, --independent and --break-symmetry, or"
                " write mps, lp, opb or mzn"
            )

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.problem.cells)

    def neighbours(self) -> Iterator[IntArray]:
        """Yield for each vertex its neighbours, shape (degree,), from 0 and increasing."""
        lines = StreamedLines(self.problem.board, self.problem.cells)
        for vertex, near in enumerate(lines.neighbours()):
            if self.problem.complement:
                rest = np.ones(self.size, dtype=np.bool_)
                rest[near] = rest[vertex] = False
                yield np.flatnonzero(rest)
            else:
                yield near

    def edges(self) -> int:
        """Return the number of edges."""
        return sum(map(len, self.neighbours())) // 2

    def comments(self, mark: str) -> Iterator[str]:
        """Yield the comments at the head of a file."""
        problem = self.problem
        yield f"{mark} {header_line(problem)}"
        kind = "complement of the attack graph" if problem.complement else "attack graph"
        yield f"{mark} {kind}: {problem.describe()}"
        yield from legend(problem, f"{mark} ", self.size)


def dimacs(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of a DIMACS graph: vertices from 1, each edge once."""
    graph = AttackGraph(problem)
    yield from graph.comments("c")
    yield f"p edge {graph.size} {graph.edges()}"
    for vertex, near in enumerate(graph.neighbours(), start=1):
        for other in (near[near >= vertex] + 1).tolist():
            yield f"e {vertex} {other}"


def metis(problem: ExportProblem) -> Iterator[str]:
    """Yield the lines of a METIS graph, as KaMIS reads it: vertices from 1, one a line."""
    graph = AttackGraph(problem)
    yield from graph.comments("%")
    yield f"{graph.size} {graph.edges()}"
    for near in graph.neighbours():
        yield " ".join(map(str, (near + 1).tolist()))


def graph6(problem: ExportProblem) -> Iterator[str]:
    """Yield the text of a graph6 file, in parts of one line; it has no comments.

    Raises InputError if there are more than `GRAPH6_VERTICES`.
    """
    graph = AttackGraph(problem)
    if graph.size > GRAPH6_VERTICES:
        raise InputError(
            f"graph6 has a bit for each pair of the {graph.size:,} vertices; at most"
            f" {GRAPH6_VERTICES:,} are possible; write metis"
        )
    line = _graph6_size(graph.size)
    rest = np.zeros(0, dtype=np.bool_)
    for vertex, near in enumerate(graph.neighbours()):
        column = np.zeros(vertex, dtype=np.bool_)
        column[near[near < vertex]] = True
        bits = np.concatenate((rest, column))
        whole = len(bits) // 6 * 6
        line += _sixes(bits[:whole])
        rest = bits[whole:]
        if len(line) > 2**16:
            yield line
            line = ""
    yield line + _sixes(np.concatenate((rest, np.zeros(-len(rest) % 6, dtype=np.bool_)))) + "\n"


def _graph6_size(size: int) -> str:
    if size < 63:
        return chr(size + 63)
    mark, digits = ("~", 3) if size < 258048 else ("~~", 6)
    return mark + "".join(chr((size >> 6 * place & 63) + 63) for place in reversed(range(digits)))


def _sixes(bits: npt.NDArray[np.bool_]) -> str:
    values = bits.reshape(-1, 6) @ np.array([32, 16, 8, 4, 2, 1]) + 63
    text: str = values.astype(np.uint8).tobytes().decode("ascii")
    return text
