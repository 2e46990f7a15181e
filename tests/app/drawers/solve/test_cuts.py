"""A subcube cut on its outer board: what each of its cells is."""

import numpy as np

from nqviz.constructions import construct, cut_state
from nqviz.core.board import Board
from nqviz.rendering.canvas.flat_colours import cell_colours
from nqviz.view.palette import LIGHT, OUTSIDE, mix, rgb
from nqviz_app.document.document import Document
from nqviz_app.views.cell_access import cell_text


def test_the_cells_cut_away_in_every_direction_are_told_and_painted_darker():
    document = Document(cut_state(construct(Board.cube(8, 3), "subcube", outer=11)))
    cut, board = document.cut, document.board
    count = cut.deleted.sum(axis=1)
    assert count.tolist() == [3, 3, 3]
    assert np.count_nonzero(~cut.outside) == 8**3
    assert np.count_nonzero(cut.core) == 3**3
    inside = np.flatnonzero(cut.core)
    layers = cut.deleted[np.arange(3), board.cells(inside)]
    assert layers.all()
    colours = cell_colours(document.picture(), np.zeros(board.size, bool), LIGHT, inside)
    assert {tuple(colour) for colour in colours.tolist()} == {
        rgb(mix(LIGHT.background, OUTSIDE, 0.8))
    }
    assert "cut away in every direction" in cell_text(document, int(inside[0]))
    beside = np.flatnonzero(cut.outside & ~cut.core)
    told = [cell_text(document, int(index)) for index in beside]
    assert all("cut away" in text and "every" not in text for text in told)
    dropped = [cell_text(document, int(index)) for index in cut.dropped]
    assert all("its queen dropped" in text for text in dropped)
    assert "cut away" not in cell_text(document, int(np.flatnonzero(~cut.outside)[0]))
