import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.problems.first import greedy_rows
from nqviz.problems.planar import cell_costs
from nqviz.rendering.figures import save_drawing
from nqviz.view.board_overlays import LAID, BoardOverlays, greedy_cells, picture_of
from nqviz.view.view_state import ViewState


def picture(n, *laid):
    board = Board.cube(n, 2)
    overlays = BoardOverlays()
    for what in laid:
        overlays = overlays.lay(what, board)
    return picture_of(BoardState(Placement(board)), ViewState(rings="rings" in laid), overlays)


def test_each_overlay_changes_the_drawing(tmp_path):
    for number, laid in enumerate(((), *((what,) for what in LAID))):
        save_drawing(picture(7, *laid), tmp_path / f"{number}.png", size=(240, 200))
    assert len({(tmp_path / f"{number}.png").read_bytes() for number in range(4)}) == 4


def test_costs_are_a_field_and_greedy_queens_on_the_board():
    costs = picture(5, "costs").overlay
    assert costs is not None
    assert costs.values.reshape(5, 5).tolist() == cell_costs(5).tolist()
    assert costs.has_value.all()
    rows, columns = np.divmod(greedy_cells(20), 20)
    assert {*zip(rows.tolist(), columns.tolist(), strict=True)} == {
        (row, column) for row, column in enumerate(greedy_rows(20)) if column < 20
    }
    both = picture(5, "greedy", "costs")
    assert len(both.marked) == len(greedy_cells(5))
    assert both.overlay is not None


@pytest.mark.parametrize(
    ("board", "overlay", "words"),
    [
        (Board.cube(4, 3), "rings", "flat squares"),
        (Board.cube(4, 2), "x", "unknown overlay"),
    ],
)
def test_what_cannot_be_laid_over(board, overlay, words):
    with pytest.raises(InputError, match=words):
        BoardOverlays().lay(overlay, board)
