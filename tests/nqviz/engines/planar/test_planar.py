"""Full planar placements that contain given queens, against enumeration."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines import PlanarEngine, Problem
from nqviz.problems import complete
from nqviz.problems.placements import automatic
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status


def some_queens(n: int, count: int, rng: np.random.Generator) -> Placement:
    """Random queens that do not attack each other, as many as fit in one go."""
    chosen: list[int] = []
    for cell in rng.permutation(n * n).tolist():
        row, column = divmod(cell, n)
        if len(chosen) < count and all(
            row != i // n and column != i % n and abs(row - i // n) != abs(column - i % n)
            for i in chosen
        ):
            chosen.append(cell)
    return Placement.from_indices(Board.cube(n, 2), chosen)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_agrees_with_enumeration(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    givens = some_queens(n, int(rng.integers(0, 4)), rng)
    cells = set(givens.indices.tolist())
    exists = any(
        cells <= {i * n + c for i, c in enumerate(p)}
        and len({i + c for i, c in enumerate(p)}) == len({i - c for i, c in enumerate(p)}) == n
        for p in permutations(range(n))
    )
    outcome = PlanarEngine(seed % 7).solve(Problem(givens, "full"))
    assert outcome.status is (Status.OPTIMAL if exists else Status.INFEASIBLE)
    if exists:
        assert outcome.placement is not None
        assert outcome.placement.is_valid()
        assert cells <= set(outcome.placement.indices.tolist())


@pytest.mark.parametrize(("n", "count"), [(30, 8), (100, 20), (100, 0), (65, 10)])
def test_large_boards(n: int, count: int) -> None:
    givens = some_queens(n, count, np.random.default_rng(3))
    outcome = complete(givens)
    assert automatic(givens, "full") == "planar"
    assert outcome.engine == "planar search"
    assert outcome.placement is not None
    assert len(outcome.placement) == n
    assert outcome.placement.is_valid()


def test_attacking_givens_are_told() -> None:
    givens = Placement(Board.cube(30, 2), [(0, 0), (5, 5)])
    with pytest.raises(InputError, match="attack each other"):
        complete(givens)


def test_a_limit_proves_nothing() -> None:
    givens = Placement(Board.cube(60, 2))
    limited = PlanarEngine().solve(Problem(givens, "full"), RunContext(Limit(nodes=5)))
    assert limited.status is Status.LIMIT


@pytest.mark.parametrize(
    "board", [Board.cube(8, 3), Board((8, 9)), Board.cube(8, 2, True), Board.cube(501, 2)]
)
def test_other_boards_are_none_for_it(board: Board) -> None:
    with pytest.raises(InputError, match="flat square boards"):
        PlanarEngine().solve(Problem(Placement(board), "full"))
