"""What is marked on the cells of a scene: free cells and a density."""

from __future__ import annotations

import numpy as np
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkRenderingAnnotation import vtkScalarBarActor
from vtkmodules.vtkRenderingCore import vtkProp

from nqviz.view.overlay import Overlay
from nqviz.view.palette import Theme, mix, viridis

from . import shapes
from .actors import Dots, Instances, Spheres
from .clouds import is_cloud
from .frame import Frame, colour, props_of
from .options import layer_axis
from .picking import ALL_MARKS, MARK_RADIUS

MOST_MARKS = 20_000
"""Beyond this many marks of free cells are points."""


EVEN_SIDES = {"colour": 0.62, "slice": 0.92}
"""The sides of cubes where they do not tell the density."""


class FreeCells:
    """Small marks on the free cells."""

    def __init__(self) -> None:
        self._balls = Spheres()
        self._dots = Dots(2.0)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return props_of(self._balls, self._dots)

    def show(self, frame: Frame) -> None:
        """Update the marks."""
        free = frame.picture.free
        free = np.zeros(0, dtype=np.int64) if free is None else free
        layer = frame.active_layer if len(free) > ALL_MARKS else None
        if not self._balls.is_new(free, layer, frame.arrangement, frame.theme):
            return
        axis = layer_axis(frame.arrangement)
        if layer is not None and axis is not None:
            free = free[frame.picture.board.cells(free)[:, axis] == layer]
        places = frame.arrangement.positions(frame.drawn(free))
        shade = colour(mix(frame.theme.background, frame.theme.text, 0.36))
        few = len(places) if len(places) <= MOST_MARKS else 0
        self._balls.put(places[:few], shade, MARK_RADIUS)
        self._dots.put(places[few:], shade)


class Density:
    """Cubes as bright as the share of placements that use a cell, or as large, with a legend."""

    def __init__(self) -> None:
        self._cubes = Instances([shapes.cube(1.0)], shiny=False).as_key()
        self._never = Instances([shapes.jack(0.13, 0.018)], shiny=False)
        self._table = vtkLookupTable()
        self.legend = vtkScalarBarActor()
        self.legend.SetLookupTable(self._table)
        self.legend.VisibilityOff()
        self.legend.UnconstrainedFontSizeOn()
        self.legend.SetNumberOfLabels(5)
        self.place_legend(0.12)
        self.legend.SetHeight(0.6)
        self.legend.SetBarRatio(0.3)
        self.legend.SetVerticalTitleSeparation(10)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return [*props_of(self._cubes, self._never), self.legend]

    def place_legend(self, share: float) -> None:
        """Place the legend in a share of the width at the right."""
        self.legend.SetPosition(1.0 - 0.92 * share, 0.2)
        self.legend.SetWidth(0.62 * share)

    def show(self, frame: Frame) -> None:
        """Update the density; a queen replaces the cube of its cell."""
        picture, arrangement = frame.picture, frame.arrangement
        drawn_as = frame.options.density
        layer = frame.active_layer if drawn_as == "slice" else None
        overlay = picture.overlay
        key = (overlay, picture.queens, arrangement, frame.theme, drawn_as, layer)
        if not self._cubes.is_new(*key):
            return
        self.legend.SetVisibility(overlay is not None)
        if overlay is None:
            overlay = Overlay(np.zeros(0))
        else:
            self._put_legend(overlay, frame.theme)
        cells = frame.drawn(np.setdiff1d(np.arange(len(overlay.values)), picture.queens))
        axis = layer_axis(arrangement)
        if layer is not None and axis is not None:
            cells = cells[picture.board.cells(cells)[:, axis] == layer]
        has_value = overlay.has_value[cells]
        used = cells[has_value]
        shares = overlay.values[used] / overlay.top
        sizes = shapes.density_sides(shares)
        if drawn_as in EVEN_SIDES:
            sizes = np.full(len(used), EVEN_SIDES[drawn_as])
        shown = 0 if is_cloud(frame) else len(used)
        self._cubes.put(
            arrangement.positions(used[:shown]), viridis(shares[:shown]), scales=sizes[:shown]
        )
        never = cells[~has_value][:MOST_MARKS]
        self._never.put(arrangement.positions(never), colour(frame.theme.text_3))

    def _put_legend(self, overlay: Overlay, theme: Theme) -> None:
        steps = np.linspace(0.0, 1.0, 256)
        self._table.SetNumberOfTableValues(256)
        for place, shade in enumerate(viridis(steps) / 255):
            self._table.SetTableValue(place, (*shade.tolist(), 1.0))
        self._table.SetTableRange(0.0, overlay.top)
        self.legend.SetNumberOfLabels(int(min(5, overlay.top + 1)) if overlay.top > 1 else 2)
        whole = bool((overlay.values == np.round(overlay.values)).all())
        self.legend.SetLabelFormat("{:.0f}" if whole else "{:.2f}")
        self.legend.SetTitle("\n".join(overlay.titles))
        for text in (self.legend.GetTitleTextProperty(), self.legend.GetLabelTextProperty()):
            text.SetColor(*colour(theme.text) / 255)
            text.SetFontFamilyToArial()
            text.SetFontSize(13)
            text.ItalicOff()
            text.BoldOff()
            text.ShadowOff()
