"""The actors that lie on the picture itself: texts and filled shapes."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np
from vtkmodules.vtkCommonCore import vtkStringArray
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D, vtkTextProperty
from vtkmodules.vtkRenderingLabel import vtkLabeledDataMapper

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import ColourArray, rgb

from .actors import COLOUR, Actor
from .vtk_arrays import cells_of

VTK_FONT_FILE = 4  # VTK exports no name for it in Python
_TEXT = "text"


class FlatShapes(Actor):
    """Filled convex shapes on the picture itself, in pixels from the lower left."""

    def __init__(self) -> None:
        super().__init__()
        self._mapper = vtkPolyDataMapper2D()
        self._mapper.SetInputData(self.data)
        self._mapper.ScalarVisibilityOn()
        self._mapper.SetScalarModeToUsePointFieldData()
        self._mapper.ColorByArrayComponent(COLOUR, 0)
        self._mapper.SetColorModeToDirectScalars()
        self.prop: vtkActor2D = vtkActor2D()
        self.prop.SetMapper(self._mapper)
        self.prop.VisibilityOff()
        self.prop.PickableOff()

    def put(self, outlines: FloatArray, colours: ColourArray) -> None:
        """Draw outlines, shape (k, corners, 3), filled with colours, shape (k, 3)."""
        corners = outlines.shape[1]
        if not self._put_points(outlines.reshape(-1, 3)):
            return
        self._put_values(COLOUR, colours.repeat(corners, axis=0))
        self.data.SetPolys(cells_of(len(outlines), corners))
        self.data.Modified()


class Labels(Actor):
    """Short texts at points of space that always face the camera."""

    def __init__(self, size: int, *, bold: bool = False) -> None:
        super().__init__()
        self.places: FloatArray = np.zeros((0, 3))
        self._mapper = vtkLabeledDataMapper()
        self._mapper.SetInputData(self.data)
        self._mapper.SetLabelModeToLabelFieldData()
        self._mapper.SetFieldDataName(_TEXT)
        self.text = self._mapper.GetLabelTextProperty()
        use_font(self.text, bold)
        self.text.SetFontSize(size)
        self.text.SetJustificationToCentered()
        self.text.SetVerticalJustificationToCentered()
        self.prop: vtkActor2D = vtkActor2D()
        self.prop.SetMapper(self._mapper)
        self.prop.VisibilityOff()
        self.prop.PickableOff()

    def on_plates(self, colour: str, opacity: float) -> None:
        """Draw a background under each text."""
        self.text.SetBackgroundColor(*(value / 255 for value in rgb(colour)))
        self.text.SetBackgroundOpacity(opacity)

    def put(self, points: FloatArray, texts: list[str], colour: str) -> None:
        """Write texts at points, shape (k, 3)."""
        self.places = points
        self.text.SetColor(*(value / 255 for value in rgb(colour)))
        self.put_again(points, texts)

    def put_again(self, points: FloatArray, texts: list[str]) -> None:
        """Replace the texts, in the same colour, at points, shape (k, 3), and keep `places`."""
        if not self._put_points(points):
            return
        array = vtkStringArray()
        array.SetName(_TEXT)
        for text in texts:
            array.InsertNextValue(text)
        self.data.GetPointData().AddArray(array)
        self.data.Modified()


def use_font(text: vtkTextProperty, bold: bool = False) -> None:
    """Set texts in the font of nqviz."""
    text.SetFontFamily(VTK_FONT_FILE)
    text.SetFontFile(_font_file("Inter-SemiBold.ttf" if bold else "Inter-Medium.ttf"))
    text.BoldOff()
    text.ItalicOff()
    text.ShadowOff()


@cache
def _font_file(name: str) -> str:
    return str(resources.files("nqviz_resources.fonts").joinpath(name))
