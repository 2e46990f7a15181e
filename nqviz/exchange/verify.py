"""Solutions of other solvers, verified by the rules of the board."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement

from .problem import ExportProblem
from .solutions import Solution

TOLERANCE = 1e-4
"""How far a value may be from an integer: solvers allow 1e-5 or so."""
_NAME = re.compile(r"x((?:_\d+)+)(?:_c(\d+))?")


@dataclass(frozen=True)
class ImportedSolution:
    """What a solver found, and whether it is a solution."""

    problem: ExportProblem
    placement: Placement | None
    """The given queens and those of the solution; None for a colouring, or without a solution."""
    colours: IntArray | None
    """The colour of each cell from 0, -1 on blocked cells, shape of the board; None for other
    problems."""
    fault: str
    """What is wrong, in one line; empty where it is a solution."""
    claim: str = ""
    """``infeasible`` or ``unknown`` where the solver found nothing."""

    @property
    def is_valid(self) -> bool:
        """Whether it is a solution of the problem."""
        return not self.fault and not self.claim

    @property
    def message(self) -> str:
        """The result in one line. An optimum is the claim of the solver alone and not named."""
        board = self.problem.board
        if self.claim == "infeasible":
            return "the solver says that there is no solution; nothing here proves it"
        if self.claim:
            return "the solver gives no answer"
        if self.fault:
            return f"not a solution: {self.fault}"
        if self.colours is not None:
            used = counted(int(self.colours.max()) + 1, "colour")
            return f"valid: {used} on the {board}, no two queens of one colour attack each other"
        assert self.placement is not None
        many = counted(len(self.placement), board.piece)
        if self.problem.problem == "domination":
            return f"valid: {many} dominate the {board}"
        return f"valid: {many} on the {board}, no attacks"


def check_solution(solution: Solution, problem: ExportProblem) -> ImportedSolution:
    """Verify a solution with the library's own rules.

    `solution`: values of the columns; those of a placement are the queens that a solver added.
    `problem`: what was asked: see `header.read_reference`.
    Raises InputError if a column is of another board or problem, or a value is not 0 or 1.
    """
    result = ImportedSolution(problem, None, None, "", solution.claim)
    if solution.claim:
        return result
    chosen = _chosen(solution, problem)
    if problem.problem == "colouring":
        return _coloured(result, chosen)
    added = problem.board.cells(np.array([cell for cell, _ in chosen], dtype=np.int64))
    givens = problem.givens.cells
    is_given = (added[:, None] == givens[None]).all(axis=2).any(axis=1)
    cells = np.concatenate((givens, added[~is_given]))
    result = replace(result, placement=Placement(problem.board, cells))
    return replace(result, fault=_fault(result))


def _chosen(solution: Solution, problem: ExportProblem) -> list[tuple[int, int]]:
    """Return the cell and the colour, from 0, of each column that is 1."""
    chosen = []
    for name, value in solution.named.items():
        match = _NAME.fullmatch(name)
        if match is not None and _is_one(name, value):
            chosen.append(_by_name(problem, name, match))
    colours = max(1, problem.colours)
    columns = len(problem.cells) * colours
    for number, value in solution.numbered.items():
        if number <= columns and _is_one(f"column {number}", value):
            place, colour = divmod(number - 1, colours)
            chosen.append((int(problem.cells[place]), colour))
    return sorted(set(chosen).union(_by_vertices(solution.vertices, problem)))


def _by_vertices(numbers: tuple[int, ...], problem: ExportProblem) -> list[tuple[int, int]]:
    """Return the cell and the colour of what a solver of a graph lists.

    `numbers`: of a colouring the colour of each vertex; else 0 or 1 for each vertex, or the
    vertices from 1.
    """
    cells = problem.cells.tolist()
    is_coloured = problem.problem == "colouring"
    if numbers and (is_coloured or (len(numbers) > 1 and set(numbers) <= {0, 1})):
        if len(numbers) != len(cells):
            raise InputError(f"{len(numbers)} values are listed for {len(cells)} vertices")
        pairs = list(zip(cells, numbers, strict=True))
        if is_coloured:
            return [(cell, colour - min(numbers)) for cell, colour in pairs]
        return [(cell, 0) for cell, value in pairs if value]
    for number in numbers:
        if not 1 <= number <= len(cells):
            raise InputError(f"there is no vertex {number}; they are 1 to {len(cells)}")
    repeated = len(numbers) - len(set(numbers))
    if repeated:
        raise InputError(f"{repeated} vertices are listed twice")
    return [(cells[number - 1], 0) for number in numbers]


def _is_one(name: str, value: float) -> bool:
    if not min(abs(value), abs(value - 1)) <= TOLERANCE:
        raise InputError(f"{name} is {value:g}; it has to be 0 or 1")
    return value > 0.5


def _by_name(problem: ExportProblem, name: str, match: re.Match[str]) -> tuple[int, int]:
    coordinates = [int(value) - 1 for value in match[1].split("_")[1:]]
    if (match[2] is not None) != (problem.problem == "colouring"):
        raise InputError(f"{name} is no column of {problem.problem} of the {problem.board}")
    try:
        cell = problem.board.index(coordinates)
    except InputError as error:
        raise InputError(f"column {name}: {error}") from None
    return cell, int(match[2] or 1) - 1


def _fault(result: ImportedSolution) -> str:
    """Return what is wrong with a placement; empty if nothing is."""
    problem, placement = result.problem, result.placement
    assert placement is not None
    piece, wanted = problem.board.piece, problem.wanted
    if problem.packs or problem.independent:
        flaws = placement.flaws(2)
        if flaws:
            return flaws[0].message + (" (and more)" if len(flaws) > 1 else "")
    if problem.packs:
        if wanted is not None and len(placement) < wanted:
            return f"{counted(len(placement), piece)}, {wanted:,} are asked for"
        return ""
    free = AttackCounts.of(placement).free_cells()
    if len(free):
        more = f", nor are {len(free) - 1} others" if len(free) > 1 else ""
        return f"cell {_text(problem, free[0])} is not dominated{more}"
    if wanted is not None and len(placement) > wanted:
        return f"{counted(len(placement), piece)}, {wanted:,} are allowed"
    return ""


def _coloured(result: ImportedSolution, chosen: list[tuple[int, int]]) -> ImportedSolution:
    problem, board, allowed = result.problem, result.problem.board, result.problem.target
    colours = np.full(board.size, -1, dtype=np.int64)
    for cell, colour in chosen:
        if colours[cell] >= 0:
            return replace(result, fault=f"cell {_text(problem, cell)} has two colours")
        colours[cell] = colour
    is_open = ~board.is_blocked
    missing = np.flatnonzero((colours < 0) & is_open)
    if len(missing):
        return replace(result, fault=f"cell {_text(problem, missing[0])} has no colour")
    used, colours[is_open] = np.unique(colours[is_open], return_inverse=True)
    square = colours.reshape(board.shape)
    for number, colour in enumerate(used.tolist()):
        flaws = Placement.from_indices(board, np.flatnonzero(colours == number)).flaws(1)
        if flaws:
            return replace(result, fault=f"colour {colour + 1}: {flaws[0].message}")
    if isinstance(allowed, int) and len(used) > allowed:
        return replace(result, fault=f"{len(used)} colours, {allowed} are allowed")
    return replace(result, colours=square)


def _text(problem: ExportProblem, cell: int) -> str:
    return coordinate_text(problem.board.cell(int(cell)))
