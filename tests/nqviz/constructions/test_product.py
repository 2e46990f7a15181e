"""Products: full solutions that are not regular."""

import numpy as np
import pytest

from nqviz import Board, InputError
from nqviz.constructions import construct
from nqviz.constructions.regular import regular_form


@pytest.mark.parametrize(("n", "d"), [(25, 2), (35, 2), (121, 3), (143, 3)])
@pytest.mark.parametrize("torus", [False, True])
def test_products_are_full_and_not_regular(n: int, d: int, torus: bool) -> None:
    built = construct(Board.cube(n, d, torus=torus), "product")
    placement = built.placement
    assert len(placement) == n ** (d - 1)
    assert placement.is_valid()
    assert regular_form(placement) is None
    assert "it is not regular" in built.note


def test_no_two_queens_attack_each_other_pair_by_pair() -> None:
    queens = construct(Board.cube(121, 3, torus=True), "product", seed=3).placement.cells
    for at in range(0, len(queens), 997):
        steps = np.delete(queens, at, axis=0) - queens[at]
        for m in range(1, 121):
            attacks = (np.isin(steps % 121, (0, m, 121 - m))).all(axis=1)
            assert not attacks.any()


def test_the_seed_and_the_inner_side_choose_the_solution() -> None:
    board = Board.cube(35, 2)
    first = construct(board, "product").placement
    assert construct(board, "product", seed=1).placement != first
    assert construct(board, "product", inner=7).placement != first
    with pytest.raises(InputError, match=r"one of \[5, 7\], not 35"):
        construct(board, "product", inner=35)
    with pytest.raises(InputError, match="11 is not a product of two sides"):
        construct(Board.cube(11, 3), "product")
