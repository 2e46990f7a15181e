"""What of a picture differs from the one before it, where a few cells of the board have changed."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView

from .actors import same
from .frame import Frame
from .lattice import MOST_BLOCKS, Grid
from .picking import ALL_MARKS
from .queens import shape_key
from .shadows import reach_of
from .shapes import CORNERS
from .wrapped import Wrapped

REACH = 0.8
"""How far from the middle of a cell all lies that is drawn for it there, in cells."""
SOFT = 0.5
"""How far beyond a shadow its picture differs, in cells: it is interpolated."""
MOST = 400
"""Of more cells that have changed all is drawn."""


class Changes:
    """The places in space where the next picture of a scene differs from the last one."""

    def __init__(self) -> None:
        self._corners: list[FloatArray] | None = None
        self._seen_from: object = None

    def add(self, before: Frame | None, now: Frame) -> None:
        """Note that another frame is shown."""
        corners = None if before is None else changed_corners(before, now)
        if corners is None or self._corners is None:
            self._corners = None
        else:
            self._corners.append(corners)

    def since(self, seen_from: object) -> FloatArray | None:
        """Return the corners around all that differs, shape (k, 3); None where that is not known.

        `seen_from`: what the picture depends on besides the frame.
        """
        if self._corners is None or not self._corners or seen_from != self._seen_from:
            return None
        return np.concatenate(self._corners)

    def clear(self, seen_from: object) -> None:
        """Note that all is drawn as it is."""
        self._corners, self._seen_from = [], seen_from


def changed_corners(before: Frame, now: Frame) -> FloatArray | None:
    """Return the corners of boxes around all that differs between two frames, shape (k, 3).

    None where more may differ than what is drawn at some cells, and the shadows of their queens.
    """
    old, new, arrangement = before.picture, now.picture, now.arrangement
    if isinstance(arrangement, Wrapped) or len(before.attacks) or len(now.attacks):
        return None
    names = ("arrangement", "options", "theme", "pixel_scale", "detail", "closeness")
    alike = all(same(getattr(before, name), getattr(now, name)) for name in names)
    if not alike or shape_key(before) != shape_key(now) or new.overlay is not None:
        return None
    marks = [each.free is None or len(each.free) <= ALL_MARKS for each in (old, new)]
    if (old.free is None) != (new.free is None) or not all(marks):
        return None
    apart = {"queens", "given", "free", "selected", "conflicts", "cursor"}
    for each in fields(BoardView):
        if each.name not in apart and not same(getattr(old, each.name), getattr(new, each.name)):
            return None
    queens = _differing(old, new, "queens")
    pairs = np.zeros(0, np.int64)
    if old.conflicts != new.conflicts:
        changed = {*map(tuple, old.conflicts)} ^ {*map(tuple, new.conflicts)}
        pairs = np.array(list(changed), np.int64).ravel()
    others = [pairs, *(_differing(old, new, name) for name in ("given", "free", "selected"))]
    cells = np.unique(np.concatenate((queens, *others)))
    if len(cells) > MOST:
        return None
    reach = REACH * now.queen_scale
    queens, cells = (each[arrangement.visible(each)] for each in (queens, cells))
    boxes = _boxes(arrangement.positions(cells), np.full((len(cells), 3), reach))
    return np.concatenate((boxes, _shadows(arrangement, queens)))


def _differing(old: BoardView, new: BoardView, name: str) -> IntArray:
    first, second = getattr(old, name), getattr(new, name)
    if first is second:
        return np.zeros(0, np.int64)
    return np.setxor1d(first, second, assume_unique=True)


def _shadows(arrangement: Arrangement, queens: IntArray) -> FloatArray:
    """Return the corners around the shadows of queens on the floors below them, shape (k, 3)."""
    places, grid = arrangement.positions(queens), Grid.of(arrangement)
    floors = np.unique(grid.origins[:, 2] + grid.low[2])
    below = floors[np.maximum(np.searchsorted(floors, places[:, 2], side="right") - 1, 0)]
    reach = reach_of(places[:, 2] - below) + SOFT
    places[:, 2] = below
    return _boxes(places, np.stack((reach, reach, np.full(len(reach), SOFT)), axis=1))


def _boxes(places: FloatArray, reach: FloatArray) -> FloatArray:
    """Return the corners of boxes, shape (8 k, 3), that reach so far from places, shape (k, 3)."""
    return (places[:, None] + 2 * CORNERS * reach[:, None]).reshape(-1, 3)


def is_pointer_only(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Return whether two states, as `BoardScene.show` has them, differ in the cursor alone."""
    old, new, arrangement = before[0], now[0], now[1]
    if not isinstance(arrangement, Arrangement) or len(arrangement.blocks) > MOST_BLOCKS:
        return False  # of very many blocks only the cursor's has a sheet
    same = all(one is other or one == other for one, other in zip(before[1:], now[1:], strict=True))
    names = [each.name for each in fields(BoardView) if each.name != "cursor"]
    return same and all(getattr(old, name) is getattr(new, name) for name in names)
