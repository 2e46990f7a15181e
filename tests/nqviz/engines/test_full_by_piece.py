"""What a full placement is for other pieces: hyperplane queens fill layers, bishops fill none."""

from __future__ import annotations

import pytest

from nqviz import Board, InputError, Placement, Status
from nqviz.ilp import build_program, full_line_rows
from nqviz.problems import complete, maximum

HYPERPLANES = Board.cube(11, 3, piece="hyperplane-queen")


@pytest.mark.parametrize("engine", ["auto", "exact-cover", "highs"])
def test_hyperplane_queens_fill_every_layer(engine: str) -> None:
    """Multiples of (1, 2, 4) are one in each layer: no signed sum of these is 0 modulo 11."""
    known = Placement(HYPERPLANES, [(m, 2 * m % 11, 4 * m % 11) for m in range(11)])
    assert known.is_valid()
    given = Placement(HYPERPLANES, known.cells[:3])
    outcome = complete(given, "full", engine=engine)
    assert outcome.status is Status.OPTIMAL
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert len(outcome.placement) == 11


@pytest.mark.parametrize(("n", "d"), [(3, 2), (4, 2), (5, 2), (3, 3), (5, 3), (7, 3)])
def test_full_and_most_agree_on_hyperplanes(n: int, d: int) -> None:
    """On a cube a full placement exists exactly when the most that fit, counted alone, are n."""
    board = Board.cube(n, d, piece="hyperplane-queen")
    most = maximum(board, engine="exhaustive")
    assert most.status is Status.OPTIMAL
    full = complete(Placement(board), "full", engine="exact-cover")
    assert (full.status is Status.OPTIMAL) == (most.count == n)
    assert full.status in (Status.OPTIMAL, Status.INFEASIBLE)


def test_the_layers_of_hyperplane_queens_are_the_equations() -> None:
    rows = full_line_rows(Board.cube(3, 3, piece="hyperplane-queen"))
    assert rows.matrix.shape == (9, 27)
    assert (rows.matrix.sum(axis=1) == 9).all()


def test_pieces_that_leave_axes_unattacked_have_no_full_placement() -> None:
    with pytest.raises(InputError, match=r"not defined on the \(4,2\) torus of bishops"):
        build_program(Board((4, 4), True, "bishop"), (), full=True)
