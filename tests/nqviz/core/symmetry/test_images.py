"""The images of a placement agree with those that are listed one by one."""

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.constructions import classical, regular
from nqviz.core.symmetry import Images, Symmetry, is_rotation, orbit, stabiliser, symmetries

PLACEMENTS = (
    Placement(Board.cube(3, 3)),
    classical(8),
    regular(Board.cube(5, 2), shift=3),
    regular(Board.cube(11, 3)),
    Placement(Board((2, 3, 3, 1)), [(0, 1, 2, 0), (1, 0, 0, 0)]),
    Placement(Board.cube(2, 4), [(0, 0, 0, 0), (1, 1, 1, 1)]),
)


@pytest.mark.parametrize("placement", PLACEMENTS, ids=str)
def test_images_are_told_apart(placement):
    images, maps = Images(placement), symmetries(placement.board)
    assert len(images) == len(maps)
    every = [symmetry.placement(placement) for symmetry in maps]
    for place, image in enumerate(every):
        assert set(images.queens(place).tolist()) == set(image.indices.tolist())
        assert images.find(image.indices) == every.index(image)
    assert [every[place] for place in images.different] == orbit(placement)
    assert images.kept == stabiliser(placement)
    assert images.find(np.array([0])) is None


def test_images_under_translations():
    placement = regular(Board.cube(5, 2, torus=True))
    board = placement.board
    maps = [Symmetry(board, (0, 1), (False, False), shift) for shift in np.ndindex(5, 5)]
    images = Images(placement, maps)
    assert len(images.different) == 5
    assert len(images.kept) == 5


@pytest.mark.parametrize(("board", "count"), [(Board.cube(4, 3), 24), (Board((2, 3, 4)), 4)])
def test_half_of_the_symmetries_are_rotations(board, count):
    for symmetry in symmetries(board):
        matrix = np.zeros((board.d, board.d))
        for axis, (source, turned) in enumerate(
            zip(symmetry.permutation, symmetry.reversed, strict=True)
        ):
            matrix[axis, source] = -1 if turned else 1
        assert is_rotation(symmetry) == (round(np.linalg.det(matrix)) == 1)
    assert sum(map(is_rotation, symmetries(board))) == count
