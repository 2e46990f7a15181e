"""A board in three dimensions, on and off the screen: board view in, image out."""

from __future__ import annotations

import numpy as np
import pyvista as pv
from vtkmodules.vtkRenderingCore import vtkActor, vtkLight, vtkProp

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import Theme, mix, rgb
from nqviz.view.view_state import SIDES

from .camera import Camera, CameraPose
from .cell_values import Density, FreeCells
from .clouds import Clouds
from .colouring import attacks_on_queens
from .cursor import Cursor, Outlined
from .fog import Fog
from .frame import ActorGroup, Frame
from .lattice import Grid
from .legend import Legend
from .marks import Cut, Marked
from .offscreen_renderer import OffscreenRenderer
from .options import SceneOptions, layer_axis
from .picking import pick_cell
from .queens import Conflicts, Queens
from .shapes import CORNERS
from .surroundings import Surroundings
from .wrapped import Wrapped

LEGEND_SHARE = 0.12
"""The share of the width that is left free for a legend, at least."""
LEGEND_PIXELS, MOST_LEGEND = 84.0, 0.4
"""The pixels that its words take on a plain screen, and the largest share that they may have."""

ASIDE = 3.0
"""The least elevation from which a flat board can be seen, in degrees."""


class BoardScene:
    """A picture of a board in a plotter.

    The actors are made once; `show` replaces the arrays of those whose content changed. Nothing
    is rendered here: that is for whoever owns the plotter.

    Parameters
    ----------
    plotter : pyvista.BasePlotter or OffscreenRenderer
    theme : Theme
    """

    def __init__(self, plotter: pv.BasePlotter | OffscreenRenderer, theme: Theme) -> None:
        self.plotter = plotter
        self.camera = Camera(plotter)
        self._frame: Frame | None = None
        self._theme = theme
        self._pixel_scale = 1.0
        self._surroundings = Surroundings()
        self._density = Density()
        self._clouds = Clouds()
        self._fog = Fog()
        self._attacks: tuple[object, IntArray, IntArray] | None = None
        self._groups: list[ActorGroup] = [
            self._surroundings,
            Queens(),
            Conflicts(),
            FreeCells(),
            self._density,
            self._clouds,
            Cut(),
            Marked(),
            Cursor(),
            Outlined(),
            Legend(),
        ]
        for prop in self._props():
            plotter.renderer.AddViewProp(prop)
        self._light()
        plotter.renderer.GradientBackgroundOn()
        self.set_theme(theme)

    def _props(self) -> list[vtkProp]:
        return [prop for group in self._groups for prop in group.props()]

    def _light(self) -> None:
        """Place the lights at the camera: a key light from the upper left and a fill light."""
        renderer = self.plotter.renderer
        renderer.RemoveAllLights()
        for position, strength in (((-0.7, 1.1, 1.4), 0.82), ((1.2, -0.4, 0.9), 0.3)):
            light = vtkLight()
            light.SetLightTypeToCameraLight()
            light.SetPosition(*position)
            light.SetIntensity(strength)
            renderer.AddLight(light)

    # What is shown -----------------------------------------------------------------------------

    def show(self, picture: BoardView, arrangement: Arrangement, options: SceneOptions) -> None:
        """Update everything from a board view; the camera stays."""
        self._frame = frame = Frame.of(
            picture, arrangement, options, self._theme, self._count_attacks, self._pixel_scale
        )
        for group in self._groups:
            group.show(frame)
        self._density.place_legend(self._legend_share)
        low, high = arrangement.bounds
        self.camera.orthographic = options.orthographic
        self.camera.set_room(low - 1.0, high + 1.0)
        self._follow_eye()

    def _count_attacks(self, picture: BoardView) -> IntArray:
        """Count attacks on queens, once for each set of queens."""
        known = self._attacks
        if known and known[0] == picture.board and np.array_equal(known[1], picture.queens):
            return known[2]
        counts = attacks_on_queens(picture)
        self._attacks = picture.board, picture.queens, counts
        return counts

    def _follow_eye(self) -> None:
        """Update what depends on the camera."""
        self._surroundings.thin(self.camera.project, self._pixel_scale)
        self._surroundings.face(self.camera.direction)
        self._clouds.face(self.camera.direction)
        if self._frame is not None:
            wanted = self._frame.options.depth_cue
            bounds = self._frame.arrangement.bounds
            self._fog.show(self.plotter.renderer, self.camera, bounds, self._theme, wanted)

    def set_theme(self, theme: Theme) -> None:
        """Change all colours; shown at the next `show`."""
        self._theme = theme
        below, above = backdrop_colours(theme)
        renderer = self.plotter.renderer
        renderer.SetBackground(*(value / 255 for value in rgb(below)))
        renderer.SetBackground2(*(value / 255 for value in rgb(above)))

    def set_pixel_scale(self, scale: float) -> None:
        """Scale lines, points and texts relative to a screen of scale 1."""
        for prop in self._props():
            if not isinstance(prop, vtkActor):
                continue
            properties = prop.GetProperty()
            properties.SetLineWidth(properties.GetLineWidth() * scale / self._pixel_scale)
            properties.SetPointSize(properties.GetPointSize() * scale / self._pixel_scale)
        self._pixel_scale = scale
        window = self.plotter.render_window
        if window is not None:
            window.SetDPI(round(72 * scale))

    # The camera --------------------------------------------------------------------------------

    def view(self, name: str) -> None:
        """Look from "front", "right", "top" or "isometric", with the whole board in sight."""
        if self._frame is not None:
            self.camera.look(*view_angles(name, self._frame.arrangement))
        self.reset()

    def reset(self) -> None:
        """Fit the whole arrangement into the view, from the same side."""
        if self._frame is None:
            return
        legend = self._legend_share if self._frame.picture.overlay is not None else 0.0
        self.camera.frame(self._drawn_points(self._frame), legend)
        self._follow_eye()

    def look(self, pose: CameraPose) -> None:
        """Set the camera to a state; everything that was in sight there stays in sight."""
        if pose.place is None:
            self.camera.look(pose.azimuth, pose.elevation)
            self.reset()
            return
        distance, focus, aspect = pose.place
        width, height = self.camera.size
        self.camera.distance = distance * max(1.0, aspect * height / width)
        self.camera.focus = np.array(focus)
        self.camera.look(pose.azimuth, pose.elevation)
        self._follow_eye()

    def surround(self) -> None:
        """Set the distance so that the whole arrangement stays in sight while it is turned."""
        if self._frame is not None:
            self.camera.surround(self._drawn_points(self._frame))
            self._follow_eye()

    def _drawn_points(self, frame: Frame) -> FloatArray:
        """Return the corners of what is drawn and the places of its texts."""
        low, high = _drawn_bounds(frame.arrangement)
        corners = (low + high) / 2 + CORNERS * (high - low)
        return np.concatenate((corners, *self._surroundings.text_places()))

    @property
    def _legend_share(self) -> float:
        """The share of the width that a legend takes."""
        needed = LEGEND_PIXELS * self._pixel_scale / self.camera.size[0]
        return min(max(needed, LEGEND_SHARE), MOST_LEGEND)

    def orbit(self, dx: float, dy: float) -> None:
        """Turn the board as when it is dragged by so many pixels.

        A flat board hides all from those who properties from below: it is seen from above or aside.
        """
        self.camera.orbit(dx, dy, ASIDE if self._is_table else -90.0)
        self._follow_eye()

    @property
    def _is_table(self) -> bool:
        if self._frame is None or isinstance(self._frame.arrangement, Wrapped):
            return False
        return layer_axis(self._frame.arrangement) is None

    def turn(self, degrees: float) -> None:
        """Turn the board on its upright axis, as on a turntable."""
        self.camera.look(self.camera.azimuth + degrees, self.camera.elevation)
        self._follow_eye()

    # Between pixels and cells --------------------------------------------------------------------

    def pick(self, x: float, y: float) -> int | None:
        """Return the index of the cell at a pixel, counted from the lower left, or None.

        The nearest queen that is really hit comes first, then the mark of a free cell, then the
        active layer (by default the cursor's), then the first cell of the lattice.
        """
        if self._frame is None:
            return None
        start, ray = self.camera.ray(x, y)
        frame = self._frame
        return pick_cell(start, ray, frame.picture, frame.arrangement, frame.options)

    def project(self, index: int) -> tuple[float, float]:
        """Return the pixel, counted from the lower left, where the centre of a cell is drawn."""
        if self._frame is None:
            raise ValueError("nothing is shown yet")
        place = self._frame.arrangement.positions(np.array([index]))[0]
        x, y = self.camera.project(place)
        return float(x), float(y)

    # The end -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Remove the actors from the plotter and release everything."""
        for prop in self._props():
            self.plotter.renderer.RemoveViewProp(prop)
        self._groups.clear()
        self._frame = None


def _drawn_bounds(arrangement: Arrangement) -> tuple[FloatArray, FloatArray]:
    """Return the least and the greatest corner of what clipping leaves."""
    if isinstance(arrangement, Wrapped):
        return arrangement.bounds
    grid = Grid.of(arrangement)
    return grid.origins.min(axis=0) + grid.low, grid.origins.max(axis=0) + grid.high


def backdrop_colours(theme: Theme) -> tuple[str, str]:
    """Return the colours of what is behind a board, below and above."""
    below = mix(theme.background, theme.panel, 0.6)
    above = mix(theme.background, theme.attacked, 0.75)
    return below, above


def view_angles(name: str, arrangement: Arrangement) -> tuple[float, float]:
    """Return the azimuth and the elevation, in degrees, of a view of `BoardScene.view`."""
    return SIDES[_corner_view(arrangement) if name == "isometric" else name]


def _corner_view(arrangement: Arrangement) -> str:
    if isinstance(arrangement, Wrapped):
        return "wrapped"
    if layer_axis(arrangement) is None:
        return "table"
    if not arrangement.spread:
        return "isometric"
    return "row" if len(arrangement.spread) == 1 and arrangement.columns is None else "rows"
