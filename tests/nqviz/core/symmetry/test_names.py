"""Names of symmetries in German; the English ones are those of `Symmetry.name`."""

import re

import pytest

from nqviz.core.board import Board
from nqviz.core.language import texts_in
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Stabiliser, Symmetry, symmetries, symmetry_name

ENGLISH = re.compile(r"(?<!\w)(?:of|the|axis|axes|turn|reversal|swap|cycle|by|with|and|to)(?!\w)")


@pytest.mark.parametrize(
    "board", [Board.cube(3, 2), Board.cube(3, 3), Board.cube(3, 4), Board.cube(3, 2, torus=True)]
)
def test_every_symmetry_has_a_name_in_german(board):
    names = [symmetry.name for symmetry in symmetries(board, board.torus)]
    assert [symmetry_name(name) for name in names] == names
    with texts_in("de"):
        german = [symmetry_name(name) for name in names]
    assert len(set(german)) == len(set(names))
    assert not any(map(ENGLISH.search, german))


def test_names_of_symmetries_in_german():
    cube, torus = Board.cube(4, 3), Board.cube(4, 2, torus=True)
    rolled = Symmetry(torus, (0, 1), (True, False), (1, 2)).name
    kept = Stabiliser.of(Placement.from_coordinates(torus, [(1, 1), (3, 3)]), True).name
    with texts_in("de"):
        assert symmetry_name(Symmetry(cube, (2, 0, 1), (False,) * 3).name) == (
            "Zyklus der Achsen 1 → 2 → 3 → 1"
        )
        assert symmetry_name("quarter turn from axis 1 to axis 2 and reversal of axis 3") == (
            "Vierteldrehung von Achse 1 nach Achse 2 und Umkehrung von Achse 3"
        )
        assert symmetry_name(rolled) == "Umkehrung von Achse 1, Verschiebung um (1, 2)"
        assert symmetry_name(kept).endswith(", mit 2 Verschiebungen")
        assert symmetry_name("Accept 3 queens") == "Accept 3 queens"
