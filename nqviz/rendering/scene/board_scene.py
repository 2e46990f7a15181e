"""A board in three dimensions, on and off the screen: board view in, image out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import numpy as np
import pyvista as pv
from vtkmodules.vtkRenderingCore import vtkProp, vtkRenderer

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import Theme, rgb
from nqviz.view.view_state import CameraState

from .camera import FLAT_VIEW_ANGLE, VIEW_ANGLE, Camera
from .changes import Changes, is_pointer_only
from .clouds import draws_in_software
from .colouring import attacks_on_queens
from .fog import Fog
from .frame import CLOSE, Detail, Frame, drawn_bounds, drawn_boxes
from .groups import AROUND, SceneGroups, drawn_corners
from .lattice import FLOOR
from .look import light
from .offscreen_renderer import OffscreenRenderer, PixelBox
from .options import SceneOptions, layer_axis, view_angles
from .picking import pick_cell
from .queens import Finish
from .room_for_texts import NOTHING, ROUNDS, from_below, more_room
from .shapes import CORNERS
from .wrapped import Wrapped

INSETS = (110.0, 34.0, 110.0, 90.0)
"""What a fit leaves free by default at the left, top, right and bottom, in logical pixels."""
FLAT_INSETS = (0.0, 31.0, 0.0, 22.0)
"""How much more it leaves free around flat boards, whose letters stand below them."""

ASIDE = 3.0
"""The least elevation from which a flat board can be seen, in degrees."""


class BoardScene:
    """A picture of a board in a plotter.

    The actors are made once; `show` replaces the arrays of those whose content changed. Nothing
    is rendered here: that is for whoever owns the plotter.
    `detail`: how much is drawn of what is small; by default it depends on what draws.
    """

    def __init__(
        self,
        plotter: pv.BasePlotter | OffscreenRenderer,
        theme: Theme,
        detail: Detail | None = None,
    ) -> None:
        self.plotter = plotter
        self.camera = Camera(plotter)
        self._frame: Frame | None = None
        self._shown: tuple[object, ...] | None = None
        self._theme = theme
        self._detail = detail
        self._pixel_scale = self._text_scale = 1.0
        self._insets = INSETS
        # Returns what lies over the picture, as of `more_room`.
        self.covers: Callable[[], FloatArray] = lambda: NOTHING
        self._attacks: tuple[object, IntArray, IntArray] | None = None
        self._followed: object = None  # where the camera was when texts were placed
        self.crowded: object = None  # where it is while there is no room for texts
        self._drawn: tuple[Frame, FloatArray] | None = None  # the corners around all of a frame
        self._changes = Changes()
        self._fog = Fog()
        self._groups = SceneGroups()
        front = plotter.front if isinstance(plotter, OffscreenRenderer) else None
        self._renderers = [plotter.renderer] if front is None else [plotter.renderer, front]
        for renderer, props in self._drawn_by():
            for prop in props:
                renderer.AddViewProp(prop)
        for renderer in self._renderers:
            light(renderer)
            renderer.GetCullers().RemoveAllItems()  # all is in sight: to look what is takes longer
            renderer.SetUseOIT(False)  # what is translucent is drawn in the order it was added
        self.set_theme(theme)

    def _drawn_by(self) -> list[tuple[vtkRenderer, list[vtkProp]]]:
        """Return the renderers and what they draw."""
        props = self._groups.board_props, self._groups.front_props
        ends = self._renderers[:1] + self._renderers[-1:]  # the same where there is one
        return list(zip(ends, props, strict=False))

    # What is shown -----------------------------------------------------------------------------

    def show(self, picture: BoardView, arrangement: Arrangement, options: SceneOptions) -> bool:
        """Update everything from a board view; the camera stays.

        Returns whether more than what follows the pointer may have changed.
        """
        scale, detail = self._pixel_scale * self._text_scale, self._known_detail()
        closeness = self._closeness()
        key = (picture, arrangement, options, self._theme, scale, detail, closeness)
        before, self._shown = self._shown, key
        if self._frame is not None and before is not None and is_pointer_only(before, key):
            if picture.cursor != self._frame.picture.cursor:
                shown = replace(self._frame.picture, cursor=picture.cursor)
                self._frame = replace(self._frame, picture=shown)
                self._groups.show_front(self._frame)
            if self._followed != self.place_on_picture():
                self._follow_camera()
            return False
        old = self._frame
        self._frame = Frame.of(
            picture,
            arrangement,
            options,
            self._theme,
            self._count_attacks,
            scale,
            detail,
            closeness,
        )
        self._changes.add(old, self._frame)
        self._groups.show(self._frame)
        low, high = arrangement.bounds
        self.camera.orthographic = options.parallel
        self.camera.view_angle = FLAT_VIEW_ANGLE if self._is_table else VIEW_ANGLE
        self.camera.set_room(low - 1.0, high + 1.0)
        self._follow_camera()
        return True

    def _count_attacks(self, picture: BoardView) -> IntArray:
        """Count attacks on queens, once for each set of queens."""
        known = self._attacks
        if known and known[0] == picture.board and np.array_equal(known[1], picture.queens):
            return known[2]
        counts = attacks_on_queens(picture)
        self._attacks = picture.board, picture.queens, counts
        return counts

    def _known_detail(self) -> Detail:
        """Return how much is drawn; what draws is known after the first picture."""
        window = self.plotter.render_window
        if self._detail is None and window is not None and not window.GetNeverRendered():
            self._detail = "plain" if draws_in_software(window) else "fine"
        return self._detail or "plain"

    def _closeness(self) -> int:
        """Return how large cells are on the picture, as a row of `CLOSE`."""
        pixels = self.camera.cell_pixels
        return sum(pixels >= least for least in CLOSE) - 1

    def _follow_camera(self) -> None:
        """Update what depends on the camera."""
        self._followed = self.place_on_picture()
        closeness = self._closeness()
        if self._frame is not None and self._frame.closeness != closeness:
            self._frame = replace(self._frame, closeness=closeness)
            self._groups.show(self._frame)
        scale = self._pixel_scale * self._text_scale
        covers = from_below(self.covers() * self._pixel_scale, self.camera.size[1])
        self._groups.follow(self.camera, scale, self._followed != self.crowded, covers)
        if self._frame is not None:
            wanted, bounds = self._frame.options.fade, self._frame.arrangement.bounds
            self._fog.show(self._renderers, self.camera, bounds, self._theme, wanted)

    def set_theme(self, theme: Theme) -> None:
        """Change all colours; shown at the next `show`."""
        self._theme = theme
        self.plotter.renderer.SetBackground(*(value / 255 for value in rgb(theme.canvas)))

    def set_pixel_scale(self, scale: float, text: float = 1.0) -> None:
        """Set how many pixels a logical one has, and how many times their plain size texts have."""
        self._groups.scale_lines(scale / self._pixel_scale)
        self._pixel_scale, self._text_scale = scale, text
        window = self.plotter.render_window
        if window is not None:
            window.SetDPI(round(72 * scale * text))

    def set_insets(self, left: float, top: float, right: float, bottom: float) -> None:
        """Set what a fit leaves free at each side, in logical pixels; used from the next fit on."""
        self._insets = (left, top, right, bottom)

    # The camera --------------------------------------------------------------------------------

    def view(self, name: str) -> None:
        """Look from "front", "right", "top" or "isometric", with the whole board in sight."""
        if self._frame is not None:
            self.camera.look(*view_angles(name, self._frame.arrangement))
            self.reset()

    def reset(self) -> None:
        """Fit the whole arrangement; nothing is written along edges where that has no room."""
        if self._frame is None:
            return
        sides, more, self.crowded = np.array(self._free_sides()), np.zeros(4), None
        points = self._drawn_points(self._frame)
        for count in range(ROUNDS):
            self._fit(points, sides + more)
            if not (needed := self.needed_room()).any():
                return
            more += needed if count < ROUNDS // 2 else needed.max()  # from side to side no more
        self._fit(points, sides)
        self.crowded = self.place_on_picture()
        self._follow_camera()

    def _fit(self, points: FloatArray, insets: FloatArray) -> None:
        self.camera.insets = tuple(insets.tolist())
        self.camera.fit(points)
        self._follow_camera()

    def needed_room(self) -> FloatArray:
        """Return how much more room texts need at each side, in pixels, shape (4,)."""
        texts, size = self._groups.text_corners(), self.camera.size
        return more_room(texts, self.covers(), size, self._pixel_scale)

    def _free_sides(self) -> tuple[float, float, float, float]:
        lettered = self._is_table and self._frame is not None and self._frame.options.labels
        more = FLAT_INSETS if lettered else (0.0,) * 4
        left, top, right, bottom = (np.add(self._insets, more) * self._pixel_scale).tolist()
        return left, top, right, bottom

    def look(self, state: CameraState) -> None:
        """Set the camera to a state; everything that was in sight there stays in sight."""
        if state.distance is None:
            self.camera.look(state.azimuth, state.elevation)
            self.reset()
            return
        width, height = self.camera.size
        self.camera.distance = state.distance * max(1.0, (state.aspect or 0.0) * height / width)
        self.camera.focus = np.array(state.focus)
        self.camera.look(state.azimuth, state.elevation)
        self._follow_camera()

    def surround(self) -> None:
        """Set the distance so that the whole arrangement stays in sight while it is turned."""
        if self._frame is not None:
            self.camera.insets = self._free_sides()
            self.camera.surround(self._drawn_points(self._frame))
            self._follow_camera()

    def _drawn_points(self, frame: Frame) -> FloatArray:
        """Return the corners of what is drawn and the places of the names of blocks."""
        return np.concatenate((drawn_boxes(frame.arrangement), self._groups.block_places()))

    def orbit(self, dx: float, dy: float) -> None:
        """Turn the board as when it is dragged by so many pixels.

        A flat board hides all from below: it is seen from above or aside.
        """
        self.camera.orbit(dx, dy, ASIDE if self._is_table else -90.0)
        self._follow_camera()

    @property
    def _is_table(self) -> bool:
        if self._frame is None or isinstance(self._frame.arrangement, Wrapped):
            return False
        return layer_axis(self._frame.arrangement) is None

    def set_finish(self, finish: Finish) -> bool:
        """Draw queens in a finish; return whether they look different now."""
        return self._groups.set_finish(finish)

    def turn(self, degrees: float) -> None:
        """Turn the board on its upright axis, as on a turntable."""
        self.camera.look(self.camera.azimuth + degrees, self.camera.elevation)
        self._follow_camera()

    # Between pixels and cells --------------------------------------------------------------------

    def pick(self, x: float, y: float) -> int | None:
        """Return the index of the cell at a pixel, counted from the lower left, or None.

        With an active layer that is always one of its cells; without one only queens, cubes of a
        density and marks of free cells are met. See `pick_cell`.
        """
        if (frame := self._frame) is None:
            return None
        start, ray = self.camera.ray(x, y)
        tall = frame.style == "piece"
        return pick_cell(start, ray, frame.picture, frame.arrangement, frame.options, tall=tall)

    def project(self, index: int) -> tuple[float, float]:
        """Return the pixel, counted from the lower left, at which a click takes a cell.

        That is the middle of its square on a flat board and on the sheet of the active layer, and
        the centre of the cell elsewhere.
        """
        frame = self._frame
        if frame is None:
            raise ValueError("nothing is shown yet")
        place = frame.arrangement.positions(np.array([index]))[0]
        if self._is_table or frame.active_layer is not None:
            place[2] += FLOOR
        x, y = self.camera.project(place)
        return float(x), float(y)

    # For what is laid over the picture ----------------------------------------------------------

    def place_on_picture(self) -> tuple[object, ...]:
        """Return all on which `screen_box`, `hull` and `layer_heights` depend, to be compared."""
        camera = self.camera
        stance = camera.state(), camera.is_parallel, camera.view_angle, camera.size
        return *stance, self._pixel_scale, None if self._frame is None else self._frame.arrangement

    def screen_box(self) -> tuple[float, float, float, float]:
        """Return what the board takes of the picture: its left, top, right and bottom.

        In logical pixels from the upper left; (0, 0, 0, 0) before anything is shown.
        """
        corners = self.hull() if self._frame is not None else np.zeros((1, 2))
        left, top = corners.min(axis=0).tolist()
        right, bottom = corners.max(axis=0).tolist()
        return left, top, right, bottom

    def hull(self) -> FloatArray:
        """Return where the corners of the board's box are drawn, shape (8, 2).

        In logical pixels from the upper left.
        """
        if self._frame is None:
            return np.zeros((0, 2))
        low, high = drawn_bounds(self._frame.arrangement)
        high[2] = low[2] if self._is_table else high[2]
        return self._logical(low + (CORNERS + 0.5) * (high - low))

    def front_box(self) -> PixelBox | None:
        """Return what the parts that follow the pointer take of the picture; None for nothing."""
        if self._frame is None:
            return None
        return self._box_around(drawn_corners(self._renderers[-1], 0.0))

    def board_box(self) -> PixelBox | None:
        """Return what all else takes of the picture; None for nothing.

        All of the picture where more is written than numbers along edges.
        """
        frame, texts = self._frame, self._groups.text_corners()
        if frame is None or texts is None:
            return None if frame is None else (0, 0, *self.camera.size)
        if self._drawn is None or self._drawn[0] is not frame:
            beyond = 0.5 * frame.queen_scale  # spheres count as points
            self._drawn = frame, drawn_corners(self._renderers[0], beyond)
        return self._box_around(self._drawn[1], texts)

    def _box_around(
        self, corners: FloatArray, texts: FloatArray = NOTHING[:, :2]
    ) -> PixelBox | None:
        return self.camera.box_around(corners, texts, AROUND * self._pixel_scale)

    def changed_box(self) -> PixelBox | None:
        """Return where the next picture differs from the last one; None where that is not known."""
        corners = self._changes.since(self.place_on_picture())
        return None if corners is None else self._box_around(corners)

    @contextmanager
    def drawing(self, part: PixelBox | None = None) -> Iterator[None]:
        """Draw a picture meanwhile: all of it, or a part over the last one, which stays elsewhere.

        `changed_box` counts from this picture on.
        """
        with nullcontext() if part is None else self._groups.narrowed(self.camera, part):
            yield
        self._changes.clear(self.place_on_picture())

    def layer_heights(self) -> list[float]:
        """Return how far down the picture the board's right edge shows the middle of each layer.

        In logical pixels, from the first layer; empty for flat boards.
        """
        frame = self._frame
        axis = None if frame is None else layer_axis(frame.arrangement)
        if frame is None or axis is None:
            return []
        low, high = drawn_bounds(frame.arrangement)
        heights = frame.arrangement.displacements[axis][:, 2]
        first, _ = frame.arrangement.ranges.get(axis, (0, 0))
        heights = heights + low[2] + 0.5 - heights[first]
        middle = (low[2] + high[2]) / 2
        edges = np.array([(x, y, middle) for x in (low[0], high[0]) for y in (low[1], high[1])])
        points = np.tile(edges[np.argmax(self._logical(edges)[:, 0])], (len(heights), 1))
        points[:, 2] = heights
        rows: list[float] = self._logical(points)[:, 1].tolist()
        return rows

    def _logical(self, points: FloatArray) -> FloatArray:
        """Return the logical pixels of points, shape (k, 3), from the upper left, shape (k, 2)."""
        pixels = self.camera.project(points) + 0.5
        pixels[:, 1] = self.camera.size[1] - pixels[:, 1]
        return pixels / self._pixel_scale

    # The end -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Remove the actors from the plotter and release everything."""
        for renderer, props in self._drawn_by():
            for prop in props:
                renderer.RemoveViewProp(prop)
        self._groups.clear()
        self._renderers.clear()
        self._frame = self._shown = self._drawn = None
