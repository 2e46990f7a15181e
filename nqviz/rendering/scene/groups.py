"""All groups of actors of a scene, in the order in which they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

import numpy as np
from vtkmodules.vtkRenderingCore import vtkActor, vtkProp, vtkRenderer

from nqviz.view.arrangement import FloatArray

from .box import Box
from .camera import Camera
from .cell_values import FreeCells, ValueCubes
from .clouds import Clouds
from .cursor import AttackLines, Cursor, Outlined
from .floor import Floor
from .frame import ActorGroup, Frame
from .legend import DensityLegend, Legend
from .marks import Cut, Marked
from .offscreen_renderer import PixelBox
from .queens import Conflicts, Finish, Queens, QueenShapes
from .shapes import CORNERS
from .sheet import Sheet
from .texts import Texts
from .torus import TorusSurface

AROUND = 4.0
"""How far beyond its points what follows the pointer reaches, in logical pixels."""


class SceneGroups:
    """The groups of the board, and those of what follows the pointer, which are drawn after it."""

    def __init__(self) -> None:
        made = QueenShapes()
        self._box, self._texts, self._clouds = Box(), Texts(), Clouds()
        self._queens = Queens(made)
        before: list[ActorGroup] = [
            Floor(),
            TorusSurface(),
            self._box,
            self._queens,
            Conflicts(made),
            FreeCells(),
            ValueCubes(),
            self._clouds,
            Cut(),
            Marked(),
            Outlined(),
        ]
        keys: list[ActorGroup] = [DensityLegend(), Legend()]
        after: list[ActorGroup] = [Sheet(), self._texts, *keys]
        self._board = [*before, *after]
        self._front: list[ActorGroup] = [AttackLines(), Cursor(made)]
        self.board_props = [*_props(before), *self._queens.pale_props, *_props(after)]
        self.front_props = _props(self._front)
        self._keys = _props(keys)

    def __iter__(self) -> Iterator[ActorGroup]:
        return iter([*self._board, *self._front])

    def show(self, frame: Frame) -> None:
        """Update everything."""
        for group in self:
            group.show(frame)

    def show_front(self, frame: Frame) -> None:
        """Update what follows the pointer; nothing else has changed."""
        for group in self._front:
            group.show(frame)

    def follow(self, camera: Camera, scale: float, has_texts: bool, covers: FloatArray) -> None:
        """Update what depends on the camera, with texts at a scale, or none along edges.

        `covers`, shape (k, 4): what texts are left out under, as of `Texts.follow`.
        """
        self._texts.is_written = has_texts
        self._box.follow(camera)
        self._queens.follow(camera.direction)
        self._texts.follow(camera, scale, covers)
        self._clouds.face(camera.direction)

    def block_places(self) -> FloatArray:
        """Return the points where names of blocks are written, shape (k, 3)."""
        return self._texts.block_places()

    def set_finish(self, finish: Finish) -> bool:
        """Draw queens in a finish; return whether they look different now."""
        return self._queens.set_finish(finish)

    def scale_lines(self, factor: float) -> None:
        """Multiply the widths of lines and dots."""
        for prop in (*self.board_props, *self.front_props):
            if isinstance(prop, vtkActor):
                properties = prop.GetProperty()
                properties.SetLineWidth(properties.GetLineWidth() * factor)
                properties.SetPointSize(properties.GetPointSize() * factor)

    def narrowed(self, camera: Camera, box: PixelBox) -> AbstractContextManager[None]:
        """Let the next picture change a part of the last one, with the queens seen there."""
        camera.draw_only(box)
        return self._queens.narrowed(camera, box)

    def text_corners(self) -> FloatArray | None:
        """Return the pixels at the corners of what is written along edges, shape (k, 2).

        None where more is written or drawn on the picture itself.
        """
        texts = self._texts.corners()
        return None if any(prop.GetVisibility() for prop in self._keys) else texts

    def clear(self) -> None:
        """Release all actors."""
        for each in (self._board, self._front, self.board_props, self.front_props, self._keys):
            each.clear()


def drawn_corners(renderer: vtkRenderer, beyond: float) -> FloatArray:
    """Return the corners of a box around and beyond what is drawn, shape (8, 3), else (0, 3)."""
    bounds = renderer.ComputeVisiblePropBounds()
    if bounds[0] > bounds[1]:
        return np.zeros((0, 3))
    low, high = np.array(bounds).reshape(3, 2).T
    corners: FloatArray = low - beyond + (CORNERS + 0.5) * (high - low + 2 * beyond)
    return corners


def _props(groups: list[ActorGroup]) -> list[vtkProp]:
    return [prop for group in groups for prop in group.props]
