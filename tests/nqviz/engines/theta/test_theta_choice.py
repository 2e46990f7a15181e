"""The cell that a node of a theta search branches on."""

import numpy as np
import pytest

from nqviz import Board
from nqviz.engines.theta.bound import Relaxation
from nqviz.engines.theta.nodes import Plan, TreeNode

PLAN = Plan.of(Board.cube(8, 3), symmetric=False)


def node(attacking: list[tuple[int, int]], shares: list[float], bound: float) -> TreeNode:
    """Return a node of cells 10, 11, ... with some attacks and shares in the bound."""
    attacks = np.zeros((len(shares), len(shares)), dtype=np.bool_)
    for a, b in attacking:
        attacks[a, b] = attacks[b, a] = True
    relaxation = Relaxation.cold(attacks)
    relaxation.x = np.diag(shares).astype(np.float32)
    return TreeNode((), 10 + np.arange(len(shares)), relaxation, bound=bound)


@pytest.mark.parametrize(("need", "cell"), [(3, 11), (2, 10)])
def test_it_attacks_most_of_the_cells_that_are_excluded_until_the_bound_is_met(
    need: int, cell: int
) -> None:
    # By value the cells come in the order 11, 10, 12, 13. Without 11 a bound of 4 * 0.6 is left,
    # without 10, which attacks all others, 4 * 0.35.
    star = node([(0, 1), (0, 2), (0, 3)], [0.25, 0.4, 0.3, 0.05], 4.0)
    assert star.choose(PLAN, need) == cell


def test_another_tree_begins_with_the_last_of_equal_cells() -> None:
    equal = node([], [0.25] * 4, 4.0)
    assert equal.choose(PLAN, 3) == 10
    assert equal.choose(PLAN._replace(last=True), 3) == 13


@pytest.mark.parametrize("bound", [np.inf, 4.0])
def test_a_node_without_a_bound_is_bounded_by_its_cells(bound: float) -> None:
    star = node([(0, 1), (0, 2), (0, 3)], [0.25, 0.4, 0.3, 0.05], bound)
    assert star.choose(PLAN, 2) == 10
