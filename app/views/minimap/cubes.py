"""The cubes of a board of four dimensions or more: which there are, and which one is in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPixmap

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.view.palette import Theme

from ...document.document import Document
from ..scene_thumb import scene_thumb

KEPT = 300
"""The most pictures that are kept."""


class Cubes:
    """Reads and changes which cube of a document is in sight, and keeps pictures of them."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._made: dict[tuple[int, ...], QPixmap] = {}
        self._read: tuple[Board, IntArray] | None = None  # the queens that are shown

    # Which cube is in sight --------------------------------------------------------------------

    @property
    def axes(self) -> tuple[int, ...]:
        """The axes that the scene does not show."""
        scene = self._document.view.dims.scene
        return tuple(axis for axis in range(self._document.board.d) if axis not in scene)

    @property
    def piece(self) -> str:
        return self._document.board.piece

    def side(self, axis: int) -> int:
        """Return how many values an axis has."""
        return self._document.board.shape[axis]

    @property
    def focus(self) -> tuple[int, ...] | None:
        """The values of the axes for the one cube in sight, None while several are."""
        fixed = self._document.view.dims.fixed
        values = tuple(fixed[axis] for axis in self.axes if axis in fixed)
        return values if len(values) == len(self.axes) else None

    @property
    def at(self) -> tuple[int, ...]:
        """The values of the axes that are fixed, and 0 for the others."""
        fixed = self._document.view.dims.fixed
        return tuple(fixed.get(axis, 0) for axis in self.axes)

    def show(self, values: Sequence[int]) -> None:
        """Bring one cube into sight; a cursor in another one moves along."""
        document = self._document
        fixed = dict(zip(self.axes, values, strict=True))
        dims = replace(document.view.dims, fixed=fixed)
        document.set_view(replace(document.view, dims=dims))
        if document.cursor is not None:
            cell = list(document.board.cell(document.cursor))
            for axis, value in fixed.items():
                cell[axis] = value
            document.set_cursor(document.board.index(cell))

    def show_all(self) -> None:
        """Bring all cubes into sight at once."""
        view = self._document.view
        self._document.set_view(replace(view, dims=replace(view.dims, fixed={})))

    def step(self, place: int, by: int, *, around: bool = False) -> None:
        """Go on along one of the axes; the first steps from all cubes shows the first one."""
        if place >= len(self.axes):
            return
        values = list(self.at)
        if self.focus is not None:
            side = self.side(self.axes[place])
            value = values[place] + by
            values[place] = value % side if around else min(max(value, 0), side - 1)
        self.show(values)

    # What they hold ----------------------------------------------------------------------------

    def read(self) -> set[tuple[int, ...]]:
        """Read the queens of the document; return the cubes in which some have come or gone."""
        board, queens = self._document.board, self._document.picture().queens
        changed = queens
        if self._read is not None and self._read[0] is board:
            changed = np.setxor1d(queens, self._read[1], assume_unique=True)
        else:
            self._made.clear()
        self._read = board, queens
        cubes = {tuple(each) for each in board.cells(changed)[:, list(self.axes)].tolist()}
        for values in cubes:
            self._made.pop(values, None)
        return cubes

    @property
    def _cells(self) -> IntArray:
        """The cells of the queens that were read, shape (k, d)."""
        queens = np.zeros(0, np.int64) if self._read is None else self._read[1]
        return self._document.board.cells(queens)

    def queens(self) -> npt.NDArray[np.int64]:
        """Return how many queens each cube has, with one axis for each of `axes`."""
        board, cells = self._document.board, self._cells[:, list(self.axes)]
        shape = tuple(board.shape[axis] for axis in self.axes)
        flat = np.ravel_multi_index(tuple(cells.T), shape) if len(cells) else np.zeros(0, int)
        return np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape)

    def invalidate(self) -> None:
        self._made.clear()

    def picture(self, values: tuple[int, ...], size: QSizeF, ratio: float, theme: Theme) -> QPixmap:
        if values not in self._made:
            if len(self._made) >= KEPT:
                self._made.clear()
            self._made[values] = scene_thumb(self._in_cube(values), theme, size.toSize(), ratio)
        return self._made[values]

    def _in_cube(self, values: tuple[int, ...]) -> Placement:
        """Return the queens of a cube in the coordinates of the scene."""
        board, scene = self._document.board, self._document.view.dims.scene
        cells = self._cells
        cells = cells[(cells[:, list(self.axes)] == values).all(axis=1)][:, list(scene)]
        cube = Board([board.shape[axis] for axis in scene])
        return Placement.from_indices(cube, np.sort(cube.indices(cells)))
