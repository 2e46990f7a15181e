import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.first import greedy_rows
from nqviz.problems.planar import cell_costs
from nqviz.rendering.figures import save_layers
from nqviz.rendering.figures.overlays import OVERLAYS, greedy_cells, lay_over
from nqviz.view.board_view import BoardView


def test_each_overlay_changes_the_drawing(tmp_path):
    plain = BoardView(Board.cube(7, 2))
    pictures = [plain, *(lay_over(plain, overlay) for overlay in OVERLAYS)]
    for number, picture in enumerate(pictures):
        save_layers(picture, tmp_path / f"{number}.png", size=(240, 200))
    assert len({(tmp_path / f"{number}.png").read_bytes() for number in range(4)}) == 4


def test_costs_are_a_field_and_greedy_queens_on_the_board():
    costs = lay_over(BoardView(Board.cube(5, 2)), "costs")
    assert costs.overlay is not None
    assert costs.overlay.values.reshape(5, 5).tolist() == cell_costs(5).tolist()
    assert costs.overlay.has_value.all()
    rows, columns = np.divmod(greedy_cells(20), 20)
    assert {*zip(rows.tolist(), columns.tolist(), strict=True)} == {
        (row, column) for row, column in enumerate(greedy_rows(20)) if column < 20
    }


@pytest.mark.parametrize(
    ("board", "overlay", "words"),
    [
        (Board.cube(4, 3), "rings", "flat squares"),
        (Board.cube(4, 2), "x", "unknown overlay"),
    ],
)
def test_what_cannot_be_laid_over(board, overlay, words):
    with pytest.raises(InputError, match=words):
        lay_over(BoardView(board), overlay)
