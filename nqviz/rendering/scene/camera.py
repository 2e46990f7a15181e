"""The camera of a scene: a turntable around the board, in plain arithmetic.

All that the scene asks of its camera (framing, turning, the ray through a pixel, the pixel of a
point) is worked out here from four numbers and a point, so that it holds before anything has been
drawn and can be tested without a screen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyvista as pv
from vtkmodules.vtkCommonDataModel import vtkRecti

from nqviz.view.arrangement import FloatArray
from nqviz.view.camera import camera_axes
from nqviz.view.view_state import SIDES, CameraState

from .offscreen_renderer import OffscreenRenderer, PixelBox

VIEW_ANGLE, FLAT_VIEW_ANGLE = 22.0, 17.0
"""The angle that the picture is high, in degrees: of boards with layers, and of flat ones."""

_NEAREST, _FARTHEST = 0.75, 8.0  # in cells, and in diagonals of what is shown
_SQUARE_ON = 0.01  # degrees from a face of the board within which that is looked at square on
_LEVEL = 0.2


class Camera:
    """A camera on a turntable; the third direction of space always points up.

    `azimuth`, `elevation`: where the camera stands, in degrees.
    `distance`: from the camera to the focus.
    `focus`, shape (3,): what it looks at.
    `orthographic`: parallel projection; the plane through the focus keeps its size when this
    changes.
    `view_angle`: the angle that the picture is high, in degrees.
    `insets`: how many pixels at the left, top, right and bottom are left free when a board is
    fitted.
    `least_room`: the share of the picture, each way, that they leave at least.
    """

    def __init__(self, plotter: pv.BasePlotter | OffscreenRenderer) -> None:
        self._plotter = plotter
        self.azimuth, self.elevation = SIDES["isometric"]
        self.distance = 10.0
        self.focus: FloatArray = np.zeros(3)
        self.orthographic = False
        self.view_angle = VIEW_ANGLE
        self.insets = (0.0, 0.0, 0.0, 0.0)
        self.least_room = 0.6
        self._low, self._high = np.full(3, -1.0), np.full(3, 1.0)
        self._room = [-1.0, 1.0] * 3

    def state(self, is_fitted: bool = False) -> CameraState:
        """Return its state; with `is_fitted` the direction alone."""
        if is_fitted:
            return CameraState(self.azimuth, self.elevation)
        x, y, z = self.focus.tolist()
        width, height = self.size
        return CameraState(self.azimuth, self.elevation, self.distance, (x, y, z), width / height)

    # Moving ------------------------------------------------------------------------------------

    def fit(self, points: FloatArray) -> None:
        """Keep the direction and move so that points, shape (k, 3), just fit between the insets.

        Where the height leaves room, they are as near to the middle of the picture as fits.
        """
        across, along = self._free()
        self.focus = (points.min(axis=0) + points.max(axis=0)) / 2
        axes = self._axes()
        x, y, depth = axes @ (points - self.focus).T
        if self.is_parallel:
            depth = np.zeros_like(depth)
        self.distance = max(_least_distance(x, depth, across), _least_distance(y, depth, along))
        for _ in range(3):  # the middle of what is seen, which perspective moves
            x, y, _ = axes @ (points - self.focus).T
            for place, (values, (low, high)) in enumerate(((x, across), (y, along))):
                seen = values / (self.distance - depth)
                goal = (low + high) / 2
                if place == 1:
                    half = (seen.max() - seen.min()) / 2
                    goal = min(max(0.0, low + half), max(high - half, goal))
                middle = (seen.max() + seen.min()) / 2 - goal
                self.focus = self.focus + middle * self.distance * axes[place]
        self.apply()

    def surround(self, points: FloatArray) -> None:
        """Keep the direction and move so that points, shape (k, 3), fit from all around.

        The focus is then above or below the axis on which `look` turns them.
        """
        across, along = self._free()
        wide = min(abs(across[0]), across[1])
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        self.focus, self.distance = middle, _NEAREST
        start = self.azimuth
        seen = []
        for azimuth in np.arange(0.0, 360.0, 10.0):
            self.azimuth = start + float(azimuth)
            seen.append(self._axes() @ (points - self.focus).T)
        self.azimuth = start
        x, y, depth = np.concatenate(seen, axis=1)
        if self.is_parallel:
            depth = np.zeros_like(depth)
        self.distance = max(
            _least_distance(x, depth, (-wide, wide)), _least_distance(y, depth, along)
        )
        shift = _middle_shift(y, depth, along, self.distance)
        level = self._axes()[1]
        # Only along the axis of the turntable: the board turns about the middle of the picture.
        if level[2] > _LEVEL:
            self.focus = self.focus + np.array((0.0, 0.0, shift / level[2]))
        self.apply()

    def _free(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the insets leave, across and up, at distance 1 before the camera."""
        width, height = self.size
        left, top, right, bottom = self.insets
        pixel = 2 * self._slope / height
        sides = []
        for size, before, after in ((width, left, right), (height, bottom, top)):
            room = max(size - before - after, size * self.least_room)
            share = before / (before + after) if before + after > 0 else 0.5
            low = (size - room) * share - size / 2
            sides.append((low * pixel, (low + room) * pixel))
        return sides[0], sides[1]

    def look(self, azimuth: float, elevation: float) -> None:
        """Set azimuth and elevation."""
        self.azimuth, self.elevation = azimuth, float(np.clip(elevation, -90.0, 90.0))
        self.apply()

    def orbit(self, dx: float, dy: float, lowest: float = -90.0) -> None:
        """Turn as when the picture is dragged by so many pixels, not below an elevation."""
        degrees = 240.0 / min(self.size)
        self.look(self.azimuth - dx * degrees, max(self.elevation - dy * degrees, lowest))

    def pan(self, dx: float, dy: float) -> None:
        """Move sideways as when the picture is dragged by so many pixels."""
        right, up, _ = self._axes()
        pixel = 2 * self.distance * self._slope / self.size[1]
        self.focus = self.focus - (right * dx + up * dy) * pixel
        self.apply()

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Move towards (factor above 1) the centre, or the point shown at a pixel."""
        farthest = _FARTHEST * float(np.linalg.norm(self._high - self._low))
        nearer = max(min(self.distance / factor, max(farthest, self.distance)), _NEAREST)
        if x is not None and y is not None:
            right, up, _ = self._axes()
            across, along = self._offset(x, y)
            self.focus = self.focus + (right * across + up * along) * (self.distance - nearer)
        self.distance = nearer
        self.apply()

    def set_room(self, low: FloatArray, high: FloatArray) -> None:
        """Set the box, by two corners of shape (3,), between the near and the far plane."""
        self._low, self._high = low, high
        self._room = np.stack((low, high), axis=1).ravel().tolist()
        self.apply()

    def apply(self) -> None:
        """Set the camera of the plotter."""
        _, up, back = self._axes()
        camera = self._plotter.camera
        camera.SetParallelProjection(self.is_parallel)
        camera.SetViewAngle(self.view_angle)
        camera.SetFocalPoint(self.focus.tolist())
        camera.SetPosition((self.focus + back * self.distance).tolist())
        camera.SetViewUp(up.tolist())
        camera.SetParallelScale(self.distance * self._slope)
        self._plotter.renderer.ResetCameraClippingRange(self._room)

    @property
    def is_parallel(self) -> bool:
        """Whether the projection is parallel: chosen, or because a face is seen square on."""
        return self.orthographic or is_square_on(self.azimuth, self.elevation)

    @property
    def place(self) -> FloatArray:
        """Where the camera is, shape (3,)."""
        return self.focus + self.direction * self.distance

    # Between pixels and space --------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in its own pixels."""
        window = self._plotter.render_window
        width, height = window.GetSize() if window is not None else (1, 1)
        return max(width, 1), max(height, 1)

    @property
    def cell_pixels(self) -> float:
        """How many pixels a cell at the focus is high."""
        return self.size[1] / (2 * self.distance * self._slope)

    @property
    def direction(self) -> FloatArray:
        """The unit vector from the focus to the camera, shape (3,)."""
        back: FloatArray = self._axes()[2]
        return back

    def ray(self, x: float, y: float) -> tuple[FloatArray, FloatArray]:
        """Return the start and the direction of the view ray through a pixel, of shape (3,)."""
        right, up, back = self._axes()
        across, along = self._offset(x, y)
        if self.is_parallel:
            far = float(np.linalg.norm(self._high - self._low)) + self.distance
            start = self.focus + (right * across + up * along) * self.distance + back * far
            return start, -back
        return self.focus + back * self.distance, right * across + up * along - back

    def project(self, points: npt.ArrayLike) -> FloatArray:
        """Return the pixels, counted from the lower left, of points of space, shape (..., 3)."""
        width, height = self.size
        seen = (np.asarray(points) - self.focus) @ self._axes().T
        near = 0.0 if self.is_parallel else seen[..., 2:]
        scale = (self.distance - near) * self._slope
        half = np.array([width, height]) / 2
        return seen[..., :2] / scale * height / 2 + half - 0.5

    def box_around(self, points: FloatArray, texts: FloatArray, reach: float) -> PixelBox | None:
        """Return the part of the picture that takes in points, and pixels beyond; None for none.

        All of the picture where a point is beside or behind the camera.

        `points`, shape (k, 3): places in space.
        `texts`, shape (l, 2): pixels, counted from the lower left.
        `reach`: how many pixels beyond.
        """
        if not len(points) and not len(texts):
            return None
        size = self.size
        if not self.is_parallel and not ((points - self.place) @ self.direction < 0.0).all():
            return 0, 0, *size
        pixels = np.concatenate((self.project(points) + 0.5, texts))
        low = np.maximum(np.floor(pixels.min(axis=0) - reach), 0.0)
        high = np.minimum(np.ceil(pixels.max(axis=0) + reach), size)
        (left, bottom), (right, top) = low.astype(int).tolist(), high.astype(int).tolist()
        return (left, bottom, right, top) if left < right and bottom < top else None

    def sees(self, points: FloatArray, radius: float, box: PixelBox) -> npt.NDArray[np.bool_]:
        """Return which balls around points, shape (k, 3), may be seen in a part: shape (k,)."""
        nearest = np.full(len(points), self.distance)
        if not self.is_parallel:
            nearest = (self.place - points) @ self.direction - radius
        is_near = nearest <= _NEAREST
        pixel = 2 * np.where(is_near, 1.0, nearest) * self._slope / self.size[1]
        pixels, reach = self.project(points) + 0.5, radius / pixel + 1.0
        beside = [
            np.maximum(box[axis] - pixels[:, axis], pixels[:, axis] - box[axis + 2])
            for axis in (0, 1)
        ]
        return is_near | (np.maximum(*beside) <= reach)

    def draw_only(self, box: PixelBox) -> None:
        """Let the next picture change a part of the one before it, and nothing else."""
        left, low, right, high = box
        self._plotter.camera.SetScissorRect(vtkRecti(left, low, right - left, high - low))
        self._plotter.camera.SetUseScissor(True)  # for one picture

    def _offset(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a pixel lies to the right and up, at distance 1 before the camera."""
        width, height = self.size
        pixel = 2 * self._slope / height
        return (x + 0.5 - width / 2) * pixel, (y + 0.5 - height / 2) * pixel

    @property
    def _slope(self) -> float:
        return float(np.tan(np.deg2rad(self.view_angle) / 2))

    def _axes(self) -> FloatArray:
        return camera_axes(self.azimuth, self.elevation)


def is_square_on(azimuth: float, elevation: float) -> bool:
    """Return whether a face of the board is looked at square on, from angles in degrees.

    The projection is parallel then: in perspective the queens behind that face would be drawn
    beside their cells.
    """
    if abs(elevation) >= 90.0 - _SQUARE_ON:
        return True
    beside = abs((azimuth + 45.0) % 90.0 - 45.0)
    return abs(elevation) <= _SQUARE_ON and beside <= _SQUARE_ON


def _least_distance(values: FloatArray, depth: FloatArray, free: tuple[float, float]) -> float:
    """Return the least distance from which points fit between two slopes.

    A shift s and a distance D have to give low <= (v - s) / (D - z) <= high for each point, which
    bounds s from both sides; the bounds meet at the least distance.
    """
    low, high = free
    reach = (values + high * depth).max() - (values + low * depth).min()
    return float(max(reach / (high - low), depth.max() + _NEAREST))


def _middle_shift(
    values: FloatArray, depth: FloatArray, free: tuple[float, float], distance: float
) -> float:
    """Return the shift of the focus that puts points in the middle between two slopes."""
    low, high = free
    least = (values - high * (distance - depth)).max()
    most = (values - low * (distance - depth)).min()
    return float((least + most) / 2)
