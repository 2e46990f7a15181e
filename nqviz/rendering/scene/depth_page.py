"""The page of a vector drawing of a scene, drawn from the farthest to the nearest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import mix

from .frame import Frame

FADED = 0.7
"""How much of the paper the farthest things have, where distant cells fade."""
Draw = Callable[[], None]


@dataclass(frozen=True)
class Projection:
    """From space to the plane of the drawing, in cells at the focus."""

    axes: FloatArray
    """The directions right, up and towards the camera, as rows."""
    focus: FloatArray
    distance: float
    """From the camera to the focus; infinite for a parallel projection."""

    def __call__(self, points: FloatArray) -> FloatArray:
        """Return places in the plane and how near they are, shape (..., 3)."""
        seen: FloatArray = (points - self.focus) @ self.axes.T
        if not np.isinf(self.distance):
            seen[..., :2] *= (self.distance / (self.distance - seen[..., 2]))[..., None]
        return seen

    def scale(self, near: float) -> float:
        """Return how large a cell is that is so near."""
        return 1.0 if np.isinf(self.distance) else self.distance / (self.distance - near)


@dataclass(frozen=True)
class PageCamera:
    """The camera of a drawing, for the texts along edges: places are units of the page."""

    canvas: Canvas
    projection: Projection

    @property
    def is_parallel(self) -> bool:
        """Whether the projection is parallel."""
        return bool(np.isinf(self.projection.distance))

    @property
    def direction(self) -> FloatArray:
        """The unit vector from the focus to the camera, shape (3,)."""
        back: FloatArray = self.projection.axes[2]
        return back

    @property
    def place(self) -> FloatArray:
        """Where the camera is, shape (3,)."""
        return self.projection.focus + self.projection.distance * self.direction

    @property
    def corner(self) -> FloatArray:
        """The lower left corner of the page, in cells, shape (2,)."""
        return np.array((self.canvas.left, self.canvas.bottom))

    def project(self, points: npt.ArrayLike) -> FloatArray:
        """Return the units from the lower left corner of points of space, shape (..., 3)."""
        seen = self.projection(np.array(points, dtype=np.float64))[..., :2]
        return (seen - self.corner) * self.canvas.cell

    def cells(self, units: FloatArray) -> FloatArray:
        """Return places of the canvas, shape (k, 2), by units from the lower left corner."""
        return units / self.canvas.cell + self.corner


@dataclass
class DepthPage:
    """The drawing with what is still to be drawn, from the farthest to the nearest."""

    canvas: Canvas
    frame: Frame
    project: Projection
    items: list[tuple[float, Draw]] = field(default_factory=list)

    def add(self, near: float, draw: Draw) -> None:
        """Draw something at a distance."""
        self.items.append((near, draw))

    def finish(self) -> None:
        """Draw all from the farthest to the nearest."""
        for _, draw in sorted(self.items, key=lambda item: item[0]):
            draw()

    def shade(self, colour: str, near: float) -> str:
        """Return a colour as it is seen so near, where distant cells fade."""
        if not self.frame.options.fade:
            return colour
        reach = float(np.linalg.norm(self.frame.arrangement.size)) / 2
        share = float(np.clip((reach - near) / (2 * reach), 0.0, 1.0))
        return mix(colour, self.canvas.theme.background, FADED * share)

    def polygon(self, points: FloatArray, colour: str) -> None:
        """Fill an outline of the plane, shape (m, 2)."""
        self.canvas.stamps([points], np.zeros((1, 2)), colour)

    def stroke(self, ends: FloatArray, colour: str, width: float, lift: float = 0.0) -> None:
        """Draw strokes of space, shape (k, 2, 3), each at its own distance."""
        for segment in ends:
            seen = self.project(segment)
            near = float(seen[:, 2].mean())
            flat, shade = seen[None, :, :2], self.shade(colour, near)

            def draw(flat: FloatArray = flat, shade: str = shade) -> None:
                self.canvas.strokes(flat, shade, width)

            self.add(near + lift, draw)
