"""Every mark of the scene can be told apart in grey: by its shape or by its brightness."""

from itertools import combinations

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.options import default_scene
from nqviz.view.board_view import BoardView
from nqviz.view.palette import DARK, LIGHT

BOARD = Board.cube(3, 3)
CELL = BOARD.index((1, 1, 1))
"""The cell on which each mark is drawn; the other queen of a conflict stands beside it."""
HERE = np.array([CELL])
NOWHERE = np.zeros(0, np.int64)
LEFT_OUT = np.arange(BOARD.size) == CELL

MARKS = {
    "nothing": {},
    "free": {"free": HERE},
    "hovered": {"cursor": CELL},
    "queen": {"queens": HERE},
    "given": {"queens": HERE, "given": HERE},
    "suggested": {"suggested": HERE},
    "conflict": {
        "queens": np.array([CELL, BOARD.index((0, 1, 1))]),
        "conflicts": ((BOARD.index((0, 1, 1)), CELL),),
    },
    "excluded": {"outside": LEFT_OUT},
    "deleted in every direction": {"outside": LEFT_OUT, "core": LEFT_OUT},
    "dropped": {"dropped": HERE},
    "marked": {"marked": HERE},
    "selected": {"selected": HERE},
}
CHANGED = 12.0
"""How much brighter or darker, of 255, a pixel is that differs to the eye."""
LEAST = 0.1
"""The least share of the pixels of two marks that differ."""


def grey(scene):
    pixels = drawn_pixels(scene.plotter)[..., :3].astype(float)
    return pixels @ (0.299, 0.587, 0.114)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_marks_differ_in_grey(make_scene, theme):
    scene = make_scene(theme, (500, 500))
    options = SceneOptions(labels=False, legend=False)
    pictures = {}
    for name, marks in MARKS.items():
        scene.show(BoardView(BOARD, **marks), default_scene(BOARD), options)
        scene.view("isometric")
        pictures[name] = grey(scene)
    plain = pictures["nothing"]
    for one, other in combinations(MARKS, 2):
        first, second = pictures[one], pictures[other]
        seen = np.maximum(abs(first - plain), abs(second - plain)) > CHANGED
        differing = (abs(first - second) > CHANGED).sum() / max(seen.sum(), 1)
        assert seen.sum() > 40, (one, other)
        assert differing > LEAST, (one, other, round(float(differing), 3))
