"""Short texts on the picture itself, all of them in one actor."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import (
    vtkPolyDataMapper2D,
    vtkTextProperty,
    vtkTextRenderer,
    vtkTexture,
    vtkTexturedActor2D,
)

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import ColourArray, rgb

from .actors import Actor
from .flat_actors import use_font
from .shapes import SQUARE
from .vtk_arrays import array_of, cells_of

DPI = 72
"""The dots per inch of a plain screen, where a text is as many pixels high as its size says."""


class ScreenLabels(Actor):
    """Texts at pixels of the picture.

    They are parts of one texture, which is made anew only if the texts are others: VTK's own labels
    are as many actors as texts, and those take longer than thousands of queens.
    """

    def __init__(self, size: int, *, bold: bool = False, centred: bool = False) -> None:
        super().__init__()
        # What is written, and where.
        self.texts: list[str] = []
        self.places: FloatArray = np.zeros((0, 3))
        self._font = (size, bold, centred)
        self._image = vtkImageData()
        self._written: object = None
        # Of each text the corners beside its point, and those on the picture: the memory of VTK,
        # where other places of the same texts are written.
        self._boxes: FloatArray = np.zeros((0, 4, 2))
        self._corners = np.zeros((0, 4, 3), np.float32)
        self._mapper = vtkPolyDataMapper2D()
        self._mapper.SetInputData(self.data)
        self._mapper.ScalarVisibilityOff()
        texture = vtkTexture()
        texture.SetInputData(self._image)
        texture.SetColorModeToDirectScalars()
        texture.InterpolateOff()
        self.prop: vtkTexturedActor2D = vtkTexturedActor2D()
        self.prop.SetMapper(self._mapper)
        self.prop.SetTexture(texture)
        self.prop.VisibilityOff()
        self.prop.PickableOff()

    def put(self, points: FloatArray, texts: list[str], colour: str, scale: float) -> None:
        """Write texts with their starts, or their middles where they are centred, at points.

        `points`, shape (k, 3): pixels from the lower left.
        `scale`: how many times as large texts are as on a plain screen.
        """
        self.texts, self.places = texts, points
        if not texts:
            self.prop.VisibilityOff()
            return
        if self._written != (texts, colour, scale):
            self._written = list(texts), colour, scale
            self._write(texts, colour, scale)
        self._corners[..., :2] = self._places_of_corners()
        self.data.GetPoints().Modified()
        self.prop.VisibilityOn()

    def hide_under(self, boxes: FloatArray) -> None:
        """Draw none of the texts, until they are put again, that meet a box.

        `boxes`, shape (m, 4): left, lower, right and upper ends in pixels.
        """
        if not self.texts:
            return
        low, high = self._corners[:, 0, :2, None], self._corners[:, 2, :2, None]
        left, lower, right, upper = boxes.T
        meets = (low[:, 0] < right) & (high[:, 0] > left)
        meets &= (low[:, 1] < upper) & (high[:, 1] > lower)
        if meets.any():
            met = meets.any(axis=1)
            self._corners[met] = self._corners[met, :1]  # that has no pixels
            self.data.GetPoints().Modified()

    def _places_of_corners(self) -> FloatArray:
        return np.floor(self.places[:, None, :2] - 0.5) + self._boxes

    @property
    def corners(self) -> FloatArray:
        """The pixels at the corners of what is written, also of what is hidden, shape (k, 2)."""
        return self._places_of_corners().reshape(-1, 2) if self.texts else np.zeros((0, 2))

    def _write(self, texts: list[str], colour: str, scale: float) -> None:
        """Make the texture: the texts above each other."""
        parts = [_text_pixels(text, colour, scale, *self._font) for text in texts]
        heights = [part.shape[0] for part, _ in parts]
        width, height = max(part.shape[1] for part, _ in parts), sum(heights)
        whole = np.zeros((height, width, 4), np.uint8)
        lows = np.cumsum([0, *heights[:-1]])
        for low, (part, _) in zip(lows.tolist(), parts, strict=True):
            whole[low : low + part.shape[0], : part.shape[1]] = part
        self._image.SetDimensions(width, height, 1)
        self._image.GetPointData().SetScalars(array_of(whole.reshape(-1, 4)))
        self._image.Modified()
        sizes = np.array([(part.shape[1], part.shape[0]) for part, _ in parts], dtype=float)
        boxes = sizes[:, None] * (SQUARE + 0.5)
        self._boxes = boxes + np.array([start for _, start in parts], dtype=float)[:, None]
        places = boxes + np.column_stack((np.zeros(len(lows)), lows))[:, None]
        places = (places / (width, height)).astype(np.float32)
        self._put_points(np.zeros((4 * len(texts), 3)))
        array: Any = self.data.GetPoints().GetData()
        self._corners = np.frombuffer(array, np.float32).reshape(-1, 4, 3)
        self.data.GetPointData().SetTCoords(array_of(places.reshape(-1, 2)))
        self.data.SetPolys(cells_of(len(texts), 4))


@lru_cache(maxsize=1024)
def _text_pixels(
    text: str, colour: str, scale: float, size: int, bold: bool, centred: bool
) -> tuple[ColourArray, tuple[int, int]]:
    """Return the pixels of a text, shape (height, width, 4), the lowest row first.

    With them the pixel of the first one, from the one that the text is put at.
    """
    font, image, sides = vtkTextProperty(), vtkImageData(), [0, 0]
    use_font(font, bold)
    font.SetFontSize(size)
    font.SetColor(*(value / 255 for value in rgb(colour)))
    font.SetVerticalJustificationToCentered()
    if centred:
        font.SetJustificationToCentered()
    vtkTextRenderer.GetInstance().RenderString(font, text, image, sides, round(DPI * scale))
    left, _, low, *_ = image.GetExtent()
    width, height, _ = image.GetDimensions()
    scalars = image.GetPointData().GetScalars()
    if scalars is None:  # there is nothing to draw
        return np.zeros((1, 1, 4), np.uint8), (0, 0)
    pixels = vtk_to_numpy(scalars).reshape(height, width, 4)  # type: ignore[no-untyped-call]
    return pixels[: sides[1], : sides[0]].copy(), (left, low)
