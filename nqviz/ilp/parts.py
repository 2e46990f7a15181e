"""Parts of a board that hold no more than a smaller board does: layers, subcubes and boxes.

The bounds are the best that are known for the smaller boards, published maxima among them: a proof
with these rows rests on those. Rows that follow from lines or from other rows of the family are
left out. Source: Kunt, *The n-Queens Problem in Higher Dimensions* (2023), sections 5.2.1, 5.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod

import numpy as np

from nqviz.bounds import best_upper
from nqviz.core import sparse as sp
from nqviz.core.board import Board

from .cliques import far_objection
from .families import Family, Rows, clique_rows, named

Part = tuple[tuple[int, ...], int]
"""The shape of a part, and the most queens that it holds."""

MAX_SHAPES = 4096
"""The most shapes of parts that are bounded: each takes milliseconds."""


def _layers(board: Board) -> list[Part]:
    """List the shapes of layers, of layers of layers and so on; 1 on the axes that are fixed."""
    found = []
    for k in range(2, board.d):
        for axes in combinations(range(board.d), k):
            wraps = [place for place, axis in enumerate(axes) if axis in board.wraps]
            layer = Board([board.shape[axis] for axis in axes], wraps=wraps)
            bound = best_upper(layer).value
            if min(layer.shape) > 1 and bound < layer.full_count:
                shape = tuple(side if axis in axes else 1 for axis, side in enumerate(board.shape))
                found.append((shape, bound))
    return found


def _subsolutions(board: Board) -> list[Part]:
    """List the cubes that fit into the board and hold less than their lines allow."""
    found = []
    for m in range(2, min(board.shape) + 1):
        cube = Board.cube(m, board.d)
        bound = best_upper(cube).value
        if cube.shape != board.shape and bound < cube.full_count:
            found.append((cube.shape, bound))
    return found


def _boxes(board: Board) -> list[Part]:
    """List the boxes that hold less than two parts of theirs together, the largest of a bound."""
    found = []
    for shape in product(*(range(1, side + 1) for side in board.shape)):
        bound, parts = _box_bound(tuple(sorted(shape)))
        if shape == board.shape or bound == parts or sum(side > 1 for side in shape) < 2:
            continue
        larger = _grown(shape, board.shape)
        if all(_box_bound(tuple(sorted(box)))[0] > bound for box in larger if box != board.shape):
            found.append((shape, bound))
    return found


@lru_cache(maxsize=65536)
def _box_bound(shape: tuple[int, ...]) -> tuple[int, int]:
    """Bound a box of sorted sides; the second bound is that of its best cut into two parts."""
    cuts = [
        sum(
            _box_bound(tuple(sorted((*shape[:axis], part, *shape[axis + 1 :]))))[0]
            for part in (place, side - place)
        )
        for axis, side in enumerate(shape)
        for place in range(1, side // 2 + 1)
    ]
    parts = min(cuts, default=prod(shape) + 1)
    return min(best_upper(Board(shape)).value, parts), parts


def _grown(shape: tuple[int, ...], room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the boxes one longer than a box that still fit."""
    for axis, side in enumerate(shape):
        if side < room[axis]:
            yield (*shape[:axis], side + 1, *shape[axis + 1 :])


# How many shapes there are, without listing them: the window needs it at every change of the board.


def _layer_shapes(board: Board) -> int:
    return max((1 << board.d) - board.d - 2, 0)


def _subcube_shapes(board: Board) -> int:
    return max(min(board.shape) - 1 - board.is_cube, 0) if board.d > 1 else 0


def _box_shapes(board: Board) -> int:
    lines = 1 + sum(side - 1 for side in board.shape)
    return max(board.size - lines - 1, 0)


# Rows -----------------------------------------------------------------------------------------


def _places(board: Board, shape: tuple[int, ...]) -> list[int]:
    """Return how many places a part has along each axis; it wraps where the board does."""
    return [
        side if axis in board.shift_axes and part < side else side - part + 1
        for axis, (side, part) in enumerate(zip(board.shape, shape, strict=True))
    ]


def _part_rows(board: Board, parts: list[Part]) -> Rows:
    """Build the rows of some parts at all their places."""
    blocks, bounds = [Rows.none(board.size).matrix], [np.zeros(0, np.int64)]
    for shape, bound in parts:
        members = np.zeros((1, 1), dtype=np.int64)
        for axis, places in enumerate(_places(board, shape)):
            steps = np.arange(places)[:, None] + np.arange(shape[axis])
            steps = steps % board.shape[axis] * board.strides[axis]
            grown = members[:, None, :, None] + steps[None, :, None, :]
            members = grown.reshape(len(members) * places, -1)
        blocks.append(clique_rows(board, members))
        bounds.append(np.full(len(members), bound, np.int64))
    matrix = sp.csr_array(sp.vstack(blocks, format="csr"))
    return Rows.at_most(matrix, np.concatenate(bounds))


def _family(
    name: str,
    title: str,
    words: str,
    parts: Callable[[Board], list[Part]],
    shapes: Callable[[Board], int],
) -> Family:
    listed = lru_cache(maxsize=8)(parts)

    def objection(board: Board) -> str | None:
        number = shapes(board)
        if number == 0:
            return f"it has no {title.lower()} of two or more dimensions but itself"
        if number > MAX_SHAPES:
            return f"its {title.lower()} have {number:,} shapes; at most {MAX_SHAPES:,} are bounded"
        return far_objection(board)

    def entries(board: Board) -> int:
        return sum(prod(_places(board, shape)) * prod(shape) for shape, _ in listed(board))

    def rows(board: Board) -> Rows:
        return _part_rows(board, listed(board))

    return Family(name, title, words, objection, entries, rows, is_published=True)


LAYERS = _family(*named("layer"), _layers, _layer_shapes)

SUBSOLUTIONS = _family(*named("subsolution"), _subsolutions, _subcube_shapes)

BOXES = _family(*named("box"), _boxes, _box_shapes)
