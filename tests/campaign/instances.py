"""Random small instances over all engines, counts and bounds against brute force.

Brute force uses the plain rule of attack of this module and bit sets, and no code of the engines.
Each trial draws a board, given queens and cuts, and asks one engine or one count.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod

from nqviz import Board, InputError, Placement, Status
from nqviz.bounds import completion_upper, lower_bounds, upper_bounds
from nqviz.constructions.from_catalogue import build_bound
from nqviz.counting import count_maximum
from nqviz.engines import ENGINES, Problem, Target, certificate
from nqviz.ilp import FAMILIES, separated
from nqviz.problems import dominate, maximum, membership
from nqviz.problems.domination import DOMINATION_ENGINES
from nqviz.problems.first import first_placement
from nqviz.problems.first.engines import ENGINES as FIRST_ENGINES
from nqviz.proofs import check
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Outcome

from .report import Length, Report

Cell = tuple[int, ...]
SECONDS = 20.0
"""The time limit of an engine; an answer without a proof claims nothing."""
MOMENT = 0.2
"""The time limit of an engine that looks for placements as long as it may."""
MOST_CELLS = 36
MOST_SETS = 200_000
"""Sets without attacks that brute force lists at most."""
PIECES = ("queen", "queen", "queen", "queen", "rook", "bishop", "1+3", "hyperplane-queen")


# Brute force ----------------------------------------------------------------------------------


def attack_sets(board: Board) -> list[int]:
    """Return for each cell the cells that it attacks, as bits of an integer, by the plain rule."""
    cells = list(product(*(range(side) for side in board.shape)))
    number = {cell: index for index, cell in enumerate(cells)}
    vectors = [e for e in product((-1, 0, 1), repeat=board.d) if any(e)]
    if board.has_hyperplanes:
        return [
            sum(
                1 << number[b]
                for b in cells
                if a != b and any(_on_one_plane(a, b, e, board.n) for e in vectors)
            )
            for a in cells
        ]
    if board.piece != "queen":
        names = {"rook": "1", "bishop": "2"}
        classes = names.get(board.piece, board.piece.removesuffix("-rider")).split("+")
        vectors = [e for e in vectors if str(sum(map(abs, e))) in classes]
    return [sum(1 << number[b] for b in _reached(a, vectors, board)) for a in cells]


def _reached(cell: Cell, vectors: list[Cell], board: Board) -> set[Cell]:
    """Return the other cells on the lines through a cell."""
    reached = set()
    for vector in vectors:
        for step in range(1, prod(board.shape) + 1):
            x = tuple(c + step * v for c, v in zip(cell, vector, strict=True))
            if board.torus:
                x = tuple(c % side for c, side in zip(x, board.shape, strict=True))
            if x == cell or not all(0 <= c < side for c, side in zip(x, board.shape, strict=True)):
                break
            reached.add(x)
    return reached


def _on_one_plane(a: Cell, b: Cell, e: Cell, n: int) -> bool:
    return sum(v * (x - y) for v, x, y in zip(e, a, b, strict=True)) % n == 0


@dataclass(frozen=True)
class Truth:
    """What brute force says of a board with given queens.

    Attributes
    ----------
    most : int
        The largest placement that contains the given queens.
    counts : Counter
        The number of placements that contain them, by size.
    """

    most: int
    counts: Counter[int]
    attacks: tuple[int, ...]


class TooMany(Exception):  # noqa: N818 - no error: another instance is drawn
    """Brute force would list too many sets."""


@lru_cache(maxsize=2000)
def _attacks(board: Board) -> tuple[int, ...]:
    return tuple(attack_sets(board))


@lru_cache(maxsize=5000)
def truth(board: Board, givens: tuple[int, ...]) -> Truth:
    """List every placement that contains the given queens."""
    attacks = _attacks(board)
    free = (1 << board.size) - 1
    for cell in board.blocked:
        free &= ~(1 << cell)
    for cell in givens:
        free &= ~(attacks[cell] | 1 << cell)
    counts: Counter[int] = Counter()
    stack = [(free, len(givens))]
    listed = 0
    while stack:
        free, size = stack.pop()
        counts[size] += 1
        listed += 1
        if listed > MOST_SETS:
            raise TooMany
        while free:
            lowest = free & -free
            free ^= lowest
            stack.append((free & ~attacks[lowest.bit_length() - 1], size + 1))
    return Truth(max(counts), counts, attacks)


@lru_cache(maxsize=2000)
def least_cover(board: Board, independent: bool) -> int:
    """Return the fewest cells that occupy or attack every cell."""
    attacks = _attacks(board)
    reach = [attacks[cell] | 1 << cell for cell in range(board.size)]
    whole = (1 << board.size) - 1

    def covers(covered: int, barred: int, left: int) -> bool:
        missing = whole & ~covered
        if not missing:
            return True
        if not left:
            return False
        cell = (missing & -missing).bit_length() - 1
        choices = reach[cell] & ~barred
        while choices:
            lowest = choices & -choices
            choices ^= lowest
            queen = lowest.bit_length() - 1
            more = barred | (attacks[queen] if independent else 0)
            if covers(covered | reach[queen], more, left - 1):
                return True
        return False

    return next(size for size in range(1, board.size + 1) if covers(0, 0, size))


@lru_cache(maxsize=32)
def first_columns(n: int) -> tuple[int, ...] | None:
    """Return the columns of the lexicographically first placement of n queens, from 0."""
    rows: list[int] = []

    def extend() -> bool:
        row = len(rows)
        if row == n:
            return True
        for column in range(n):
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(rows)):
                rows.append(column)
                if extend():
                    return True
                rows.pop()
        return False

    return tuple(rows) if extend() else None


# Questions ------------------------------------------------------------------------------------


def run(seed: int, length: Length, report: Report) -> None:
    """Ask random questions; a fault is an answer that brute force contradicts, or an error."""
    tally: Counter[str] = Counter()
    for index in length.trials():
        chance = random.Random(f"{seed}/{index}")
        kind = chance.choices(list(QUESTIONS), weights=[w for _, w in QUESTIONS.values()])[0]
        words = kind
        try:
            board = some_board(chance)
            givens = some_givens(board, chance)
            words = f"{kind}, {board}, given {givens}"
            fault, engine = QUESTIONS[kind][0](board, givens, chance)
            tally[f"{kind}: {engine}"] += 1
        except TooMany:
            tally["left out: too many placements for brute force"] += 1
            continue
        except InputError as error:
            tally["refused in one line"] += 1
            fault = "" if "\n" not in str(error) else f"refused in several lines: {error}"
        except Exception as error:  # noqa: BLE001 - whatever is raised is a fault
            fault = f"{type(error).__name__}: {error}"
        report.tried += 1
        if fault:
            report.fault(f"seed {seed}, index {index}: {words}: {fault}")
    report.figures = {name: float(count) for name, count in tally.items()}


def some_board(chance: random.Random) -> Board:
    """Draw a board of at most `MOST_CELLS` cells."""
    piece = chance.choice(PIECES)
    while True:
        d = chance.choice((1, 2, 2, 2, 3, 3, 3, 4))
        shape = [chance.randint(1, 7 if d < 3 else 5) for _ in range(d)]
        if piece == "hyperplane-queen":
            shape = [chance.choice((2, 3, 4, 5))] * d
        if prod(shape) > MOST_CELLS:
            continue
        try:
            torus = chance.random() < 0.3 and piece != "hyperplane-queen"
            return Board(shape, torus, piece, _some_blocked(prod(shape), chance))
        except InputError:
            continue  # classes that the board does not have


def _some_blocked(size: int, chance: random.Random) -> list[int]:
    """Draw blocked cells, none in three of four cases, never all."""
    count = chance.randint(0, size - 1) if chance.random() < 0.25 else 0
    return chance.sample(range(size), count)


def some_givens(board: Board, chance: random.Random) -> tuple[int, ...]:
    """Draw cells that do not attack each other, none in half of the cases."""
    cells: list[int] = []
    attacks = _attacks(board)
    for cell in chance.sample(range(board.size), board.size if chance.random() < 0.5 else 0):
        if board.is_blocked[cell]:
            continue
        if len(cells) < 3 and not any(attacks[cell] >> other & 1 for other in cells):
            cells.append(cell)
    return tuple(cells)


def ask_engine(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Ask an engine for a maximum, a number or a full placement."""
    name = chance.choice(list(ENGINES))
    known = truth(board, givens)
    targets: list[Target] = ["max", "max", "full", max(1, known.most + chance.choice((-1, 0, 1)))]
    target = chance.choice(targets)
    start, engine = Placement.from_indices(board, givens), ENGINES[name]
    if isinstance(target, int):
        target = max(target, len(givens))
    cuts = None
    if engine.uses_cuts and chance.random() < 0.5:
        names = [cut for cut in FAMILIES if cut != "base"]
        late = {family.name for family in separated(FAMILIES[cut] for cut in names)}
        fitting = [cut for cut in names if engine.separates_cuts or cut not in late]
        cuts = tuple(chance.sample(fitting, chance.randint(0, 2)))
    problem = Problem(start, target, cuts, takes_bounds=chance.random() < 0.5)
    seconds = SECONDS if engine.proves and name != "lp" else MOMENT
    limit = Limit(seconds, threads=chance.choice((1, 1, 2)))
    outcome = engine.solve(problem, RunContext(limit))
    fault = _judge(outcome, problem, known)
    if not fault and outcome.status.is_proof:
        proof = certificate(outcome, start)
        if proof is not None and check(proof).valid is not True:
            fault = f"a certificate that is not valid: {check(proof).message}"
    return (f"{name}, target {target}, cuts {cuts}: {fault}" if fault else ""), name


def _judge(outcome: Outcome[Placement], problem: Problem, known: Truth) -> str:
    """Return what is wrong with an outcome; empty where nothing is."""
    best, bound, wanted = outcome.placement, outcome.bound, problem.wanted
    if best is not None and not _stands(best, problem.givens, known):
        return "a placement with attacks, or without a given queen"
    most = known.most if wanted is None else min(known.most, wanted)
    if bound is not None and bound < most:
        return f"the bound {bound}, but {known.most} are possible"
    if outcome.status is Status.FAILED:
        return f"failed: {outcome.message}"
    if outcome.status is Status.INFEASIBLE and (wanted is None or known.most >= wanted):
        return f"called infeasible, but {known.most} are possible"
    if outcome.status is Status.OPTIMAL and (best is None or len(best) < most):
        return f"called optimal, but {known.most} are possible"
    if outcome.status is Status.FEASIBLE and (best is None or len(best) < (wanted or 0)):
        return "called feasible without as many as were asked for"
    if outcome.is_certain and not outcome.status.is_proof:
        return "certain without a proof"
    return ""


def _stands(placement: Placement, givens: Placement, known: Truth) -> bool:
    cells = placement.indices.tolist()
    if len(set(cells)) < len(cells) or not set(givens.indices.tolist()) <= set(cells):
        return False
    if any(placement.board.is_blocked[cell] for cell in cells):
        return False
    return not any(known.attacks[a] >> b & 1 for a in cells for b in cells)


def ask_maximum(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Ask for a maximum by the engine that suits, with constructions and known bounds."""
    known = truth(board, ())
    prove = chance.choice((None, max(1, known.most), known.most + 1))
    outcome = maximum(board, RunContext(Limit(SECONDS)), prove=prove)
    return _judge(outcome, Problem(Placement(board), prove or "max"), known), outcome.engine[:12]


def ask_bounds(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Compare all bounds of a board with the maximum, and build the lower ones."""
    known = truth(board, ())
    for bound in upper_bounds(board):
        if bound.value < known.most:
            return f"at most {bound.value} by {bound.source}, but {known.most} are possible", ""
    for bound in lower_bounds(board):
        if bound.value > known.most:
            return f"at least {bound.value} by {bound.source}, at most {known.most}", ""
        if bound.witness is not None:
            placement = build_bound(board, bound)
            if len(placement) < bound.value or not _stands(placement, Placement(board), known):
                return f"the placement of {bound.source} is not one of {bound.value}", ""
    completion = completion_upper(Placement.from_indices(board, givens)).value
    most = truth(board, givens).most
    return (f"completions {completion}, but {most}" if completion < most else ""), "bounds"


def ask_count(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Count placements of a number of queens that contain the given ones."""
    known = truth(board, givens)
    k = chance.choice((None, max(1, len(givens), known.most - chance.randint(0, 2))))
    standing = Placement.from_indices(board, givens)
    found = count_maximum(board, RunContext(Limit(SECONDS)), k=k, givens=standing)
    if found.count is None:
        return ("" if found.status is Status.LIMIT else f"ended {found.status}"), "count"
    expected = known.counts[k if k is not None else known.most]
    if found.count != expected or (k is None and found.queens != known.most):
        return f"{found.count} of {found.queens} queens (asked {k}), not {expected}", "count"
    return "", "count"


def ask_domination(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Ask for the fewest cells that dominate the board."""
    name, independent = chance.choice(list(DOMINATION_ENGINES)), chance.random() < 0.5
    seconds = MOMENT if name == "local-search" else SECONDS
    limit = RunContext(Limit(seconds))
    outcome = dominate(board, limit, independent=independent, engine=name)
    least = least_cover(board, independent)
    best, bound = outcome.placement, outcome.bound
    if bound is not None and bound > least:
        return f"{name}: at least {bound}, but {least} do", name
    if best is not None:
        attacks, cells = _attacks(board), best.indices.tolist()
        reached = sum({1 << cell for cell in cells})
        for cell in cells:
            reached |= attacks[cell]
        if reached != (1 << board.size) - 1:
            return f"{name}: cells that do not dominate", name
        if independent and any(attacks[a] >> b & 1 for a in cells for b in cells):
            return f"{name}: cells that attack each other", name
    if outcome.status is Status.OPTIMAL and (best is None or len(best) != least):
        return f"{name}: called optimal with {outcome.count}, {least} do", name
    return (f"{name}: {outcome.message}" if outcome.status is Status.FAILED else ""), name


def ask_cells(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Ask which cells can hold a queen of a maximum placement."""
    known = truth(board, givens)
    standing = Placement.from_indices(board, givens)
    found = membership(board, RunContext(Limit(SECONDS)), givens=standing)
    for cell, answer in enumerate(found.cells.tolist()):
        attacked = any(known.attacks[cell] >> other & 1 for other in givens)
        if answer < 0:
            continue
        fits = not attacked and truth(board, tuple({*givens, cell})).most == known.most
        if fits != bool(answer):
            return f"cell {cell}: {'yes' if answer else 'no'} is wrong", "cells"
    return "", "cells"


def ask_first(board: Board, givens: tuple[int, ...], chance: random.Random) -> tuple[str, str]:
    """Ask for the first placement of n queens."""
    n, engine = chance.randint(1, 12), chance.choice(list(FIRST_ENGINES))
    found = first_placement(Board.cube(n, 2), RunContext(Limit(SECONDS)), engine=engine)
    expected = first_columns(n)
    if found.status is Status.OPTIMAL and found.permutation != expected:
        return f"{engine}: first placement of {n}: {found.permutation}, not {expected}", engine
    if found.status is Status.INFEASIBLE and expected is not None:
        return f"{engine}: none for {n}, but {expected}", engine
    return "", engine


Question = Callable[[Board, tuple[int, ...], random.Random], tuple[str, str]]
QUESTIONS: dict[str, tuple[Question, int]] = {
    "engine": (ask_engine, 30),
    "maximum": (ask_maximum, 10),
    "bounds": (ask_bounds, 40),
    "count": (ask_count, 10),
    "domination": (ask_domination, 5),
    "cells": (ask_cells, 2),
    "first": (ask_first, 3),
}
"""The questions with how often each is drawn."""
