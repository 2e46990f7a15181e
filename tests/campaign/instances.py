"""Random small instances over all engines, counts and bounds against brute force.

Brute force uses the plain rule of attack of this module and bit sets, and no code of the engines.
Each trial draws a board, given queens and cuts, and asks one engine or one count.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
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
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Outcome

from .brute_force import (
    LEAPERS,
    TooMany,
    Truth,
    attacks_of,
    first_columns,
    least_cover,
    open_cells,
    truth,
)
from .report import Length, Report

SECONDS = 20.0
"""The time limit of an engine; an answer without a proof claims nothing."""
MOMENT = 0.2
"""The time limit of an engine that looks for placements as long as it may."""
MOST_CELLS = 36
PIECES = ("queen", "queen", "queen", "queen", "rook", "bishop", "1+3", "hyperplane-queen", *LEAPERS)


def run(seed: int, length: Length, report: Report) -> None:
    """Ask random questions; a fault is an answer that brute force contradicts, or an error."""
    tally: Counter[str] = Counter()
    for index in length.trials():
        rng = random.Random(f"{seed}/{index}")
        kind = rng.choices(list(QUESTIONS), weights=[w for _, w in QUESTIONS.values()])[0]
        words = kind
        try:
            board = some_board(rng)
            givens = some_givens(board, rng)
            words = f"{kind}, {board}, given {givens}"
            fault, engine = QUESTIONS[kind][0](board, givens, rng)
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


def some_board(rng: random.Random) -> Board:
    """Draw a board of at most `MOST_CELLS` cells."""
    piece = rng.choice(PIECES)
    while True:
        d = rng.choice((1, 2, 2, 2, 3, 3, 3, 4))
        shape = [rng.randint(1, 7 if d < 3 else 5) for _ in range(d)]
        if piece == "hyperplane-queen":
            shape = [rng.choice((2, 3, 4, 5))] * d
        if prod(shape) > MOST_CELLS:
            continue
        try:
            blocked = _some_blocked(prod(shape), rng)
            stops = bool(blocked) and rng.random() < 0.5
            wraps, twist = _some_wraps(d, rng)
            return Board(shape, False, piece, blocked, stops, wraps=wraps, twist=twist)
        except InputError:
            continue  # classes that the board does not have, or a twist of unlike sides


def _some_wraps(d: int, rng: random.Random) -> tuple[tuple[int, ...], bool]:
    """Draw the axes that wrap, none of half of the boards and often all, and whether they twist."""
    chance = rng.random()
    if chance < 0.5:
        return (), False
    if chance < 0.65:
        return tuple(range(d)), False
    if chance < 0.8 and d == 2:
        return (rng.randrange(2),), True
    return tuple(axis for axis in range(d) if rng.random() < 0.5), False


def _some_blocked(size: int, rng: random.Random) -> list[int]:
    """Draw blocked cells, none in three of four cases, never all."""
    count = rng.randint(0, size - 1) if rng.random() < 0.25 else 0
    return rng.sample(range(size), count)


def some_givens(board: Board, rng: random.Random) -> tuple[int, ...]:
    """Draw cells that do not attack each other, none in half of the cases."""
    cells: list[int] = []
    attacks = attacks_of(board)
    for cell in rng.sample(range(board.size), board.size if rng.random() < 0.5 else 0):
        if board.is_blocked[cell]:
            continue
        if len(cells) < 3 and not any(attacks[cell] >> other & 1 for other in cells):
            cells.append(cell)
    return tuple(cells)


def ask_engine(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Ask an engine for a maximum, a number or a full placement."""
    name = rng.choice(list(ENGINES))
    known = truth(board, givens)
    targets: list[Target] = ["max", "max", "full", max(1, known.most + rng.choice((-1, 0, 1)))]
    target = rng.choice(targets)
    start, engine = Placement.from_indices(board, givens), ENGINES[name]
    if isinstance(target, int):
        target = max(target, len(givens))
    cuts = None
    if engine.uses_cuts and rng.random() < 0.5:
        names = [cut for cut in FAMILIES if cut != "base"]
        late = {family.name for family in separated(FAMILIES[cut] for cut in names)}
        fitting = [cut for cut in names if engine.separates_cuts or cut not in late]
        cuts = tuple(rng.sample(fitting, rng.randint(0, 2)))
    problem = Problem(start, target, cuts, takes_bounds=rng.random() < 0.5)
    seconds = SECONDS if engine.proves and name != "lp" else MOMENT
    limit = Limit(seconds, threads=rng.choice((1, 1, 2)))
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


def ask_maximum(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Ask for a maximum by the engine that suits, with constructions and known bounds."""
    known = truth(board, ())
    prove = rng.choice((None, max(1, known.most), known.most + 1))
    outcome = maximum(board, RunContext(Limit(SECONDS)), prove=prove)
    return _judge(outcome, Problem(Placement(board), prove or "max"), known), outcome.engine[:12]


def ask_bounds(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
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


def ask_count(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Count placements of a number of queens that contain the given ones."""
    known = truth(board, givens)
    k = rng.choice((None, max(1, len(givens), known.most - rng.randint(0, 2))))
    standing = Placement.from_indices(board, givens)
    found = count_maximum(board, RunContext(Limit(SECONDS)), k=k, givens=standing)
    if found.count is None:
        return ("" if found.status is Status.LIMIT else f"ended {found.status}"), "count"
    expected = known.counts[k if k is not None else known.most]
    if found.count != expected or (k is None and found.queens != known.most):
        return f"{found.count} of {found.queens} queens (asked {k}), not {expected}", "count"
    return "", "count"


def ask_domination(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Ask for the fewest cells that dominate the board."""
    name, independent = rng.choice(list(DOMINATION_ENGINES)), rng.random() < 0.5
    seconds = MOMENT if name == "local-search" else SECONDS
    limit = RunContext(Limit(seconds))
    outcome = dominate(board, limit, independent=independent, engine=name)
    least = least_cover(board, independent)
    best, bound = outcome.placement, outcome.bound
    if bound is not None and bound > least:
        return f"{name}: at least {bound}, but {least} do", name
    if best is not None:
        attacks, cells = attacks_of(board), best.indices.tolist()
        reached = sum({1 << cell for cell in cells})
        for cell in cells:
            reached |= attacks[cell]
        if open_cells(board) & ~reached or board.is_blocked[cells].any():
            return f"{name}: cells that do not dominate", name
        if independent and any(attacks[a] >> b & 1 for a in cells for b in cells):
            return f"{name}: cells that attack each other", name
    if outcome.status is Status.OPTIMAL and (best is None or len(best) != least):
        return f"{name}: called optimal with {outcome.count}, {least} do", name
    return (f"{name}: {outcome.message}" if outcome.status is Status.FAILED else ""), name


def ask_cells(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Ask which cells can hold a queen of a maximum placement."""
    known = truth(board, givens)
    standing = Placement.from_indices(board, givens)
    found = membership(board, RunContext(Limit(SECONDS)), givens=standing)
    for cell, answer in enumerate(found.cells.tolist()):
        barred = board.is_blocked[cell] or any(known.attacks[cell] >> q & 1 for q in givens)
        if answer < 0:
            continue
        fits = not barred and truth(board, tuple({*givens, cell})).most == known.most
        if fits != bool(answer):
            return f"cell {cell}: {'yes' if answer else 'no'} is wrong", "cells"
    return "", "cells"


def ask_first(board: Board, givens: tuple[int, ...], rng: random.Random) -> tuple[str, str]:
    """Ask for the first placement of n queens."""
    n, engine = rng.randint(1, 12), rng.choice(list(FIRST_ENGINES))
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
