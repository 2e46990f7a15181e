"""The actors of a scene: each is made once, and afterwards only its arrays are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pyvista as pv
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPolyData
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkGlyph3DMapper,
    vtkMapper,
    vtkPolyDataMapper,
    vtkProp,
    vtkTexture,
)
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLSphereMapper

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import ColourArray

from .look import Look
from .shading import SPECULAR_POWER, light_quickly
from .shapes import tubes
from .vtk_arrays import array_of, cells_of, rows_of, triangles

COLOUR = "colour"
"""The name of the array of colours."""
_SCALE, _KIND = "scale", "kind"
SIDES = 8
"""Of tubes."""
NEARLY = 0.8
"""The share of points from which on all of them are drawn."""


class Actor:
    """One actor and the data that it draws."""

    prop: vtkProp
    """The actor itself, in the renderer as long as the scene is."""

    def __init__(self) -> None:
        self.data = vtkPolyData()
        self._key: tuple[object, ...] | None = None

    def is_new(self, *key: object) -> bool:
        """Return whether the values that the actor is made from have changed."""
        old, self._key = self._key, key
        return old is None or len(old) != len(key) or not all(map(same, old, key))

    def _put_points(self, points: FloatArray) -> bool:
        """Replace the points; return False if there are none, so that nothing is drawn.

        Most parts of most scenes are empty, and making arrays without values takes as long as
        others.
        """
        if not len(points):
            if self.data.GetNumberOfPoints():
                self.data.Initialize()
            self.prop.VisibilityOff()
            return False
        holder = vtkPoints()
        holder.SetData(array_of(np.ascontiguousarray(points, dtype=np.float32)))
        self.data.Initialize()
        self.data.SetPoints(holder)
        self.prop.VisibilityOn()
        return True

    def _put_values(self, name: str, values: npt.NDArray[Any]) -> None:
        array = array_of(np.ascontiguousarray(values))
        array.SetName(name)
        self.data.GetPointData().AddArray(array)


class _Solid(Actor):
    """An actor in space, in the colours of its points unless it is a picture."""

    def __init__(self, mapper: vtkMapper, *, has_colours: bool = True) -> None:
        super().__init__()
        mapper.SetInputDataObject(self.data)
        mapper.SetScalarVisibility(has_colours)
        mapper.SetScalarModeToUsePointFieldData()
        mapper.SelectColorArray(COLOUR)
        mapper.SetColorModeToDirectScalars()
        self.prop: vtkActor = vtkActor()
        self.prop.SetMapper(mapper)
        self.prop.VisibilityOff()
        self.prop.PickableOff()

    def _shade(self, shiny: bool) -> None:
        properties = self.prop.GetProperty()
        properties.SetAmbient(0.22)
        properties.SetDiffuse(0.82)
        properties.SetSpecular(0.28 if shiny else 0.05)
        properties.SetSpecularPower(SPECULAR_POWER)

    @contextmanager
    def narrowed(self, chosen: Callable[[FloatArray], npt.NDArray[np.bool_]]) -> Iterator[None]:
        """Draw meanwhile only the points that a function chooses of all, shape (k, 3).

        If these are nearly all, all are drawn: they are needed for the next picture anyway. The
        data stay the same object, since for another one the mapper makes all it has anew.
        """
        if not self.data.GetNumberOfPoints():
            yield
            return
        points = vtk_to_numpy(self.data.GetPoints().GetData())  # type: ignore[no-untyped-call]
        kept = np.flatnonzero(chosen(points))
        if len(kept) > NEARLY * len(points):
            yield
            return
        whole = vtkPolyData()
        whole.ShallowCopy(self.data)
        self.data.ShallowCopy(rows_of(self.data, points, kept))
        self.prop.SetVisibility(bool(len(kept)))
        yield
        self.data.ShallowCopy(whole)
        self.prop.VisibilityOn()

    def set_material(self, look: Look) -> None:
        """Use the material that queens have in a theme."""
        properties = self.prop.GetProperty()
        properties.SetAmbient(look.ambient)
        properties.SetDiffuse(look.diffuse)
        properties.SetSpecular(look.specular)

    def set_opacity(self, opacity: float) -> None:
        """Set how much of what lies behind is hidden, from 0 (nothing) to 1 (all).

        What is translucent is drawn after what is not, in the order in which it was added.
        """
        self.prop.GetProperty().SetOpacity(opacity)

    def _put_coloured(self, points: FloatArray, colours: ColourArray) -> bool:
        """Replace the points of k parts, shape (k, ..., 3), each part in one colour.

        `colours`, shape (k, 3) or (3,).
        Returns False if there are none.
        """
        if not self._put_points(points.reshape(-1, 3)):
            return False
        of_parts = np.broadcast_to(colours, (len(points), colours.shape[-1]))
        self._put_values(COLOUR, of_parts.repeat(points[0].size // 3, axis=0))
        return True

    def _flat(self) -> None:
        self.prop.GetProperty().LightingOff()


class Spheres(_Solid):
    """Sphere impostors that the graphics card draws from points, for many thousands of queens."""

    def __init__(self, *, flat: bool = False) -> None:
        self._mapper = vtkOpenGLSphereMapper()
        super().__init__(self._mapper)
        self._shade(shiny=True)
        if flat:  # discs of one shade
            self._flat()
        else:
            light_quickly(self.prop, is_sphere=True)

    def put(self, points: FloatArray, colours: ColourArray, radius: float) -> None:
        """Draw spheres at points, shape (k, 3), in colours, shape (k, 3) or (3,)."""
        if not self._put_coloured(points, colours):
            return
        self.data.SetVerts(cells_of(len(points), 1))
        self._mapper.SetRadius(radius)
        self.data.Modified()


class Instances(_Solid):
    """One shape, or one of several, at many places: `points`, shape (k, 3).

    `closed`: whether faces that look away are not drawn; closed surfaces hide them.
    `translucent`: whether the fourth value of each colour is its opacity.
    `outline`: whether only the far side is drawn, flat: a rim around what stands inside.
    `key`: whether the shading is reduced so that colours can be compared with a legend.
    """

    def __init__(
        self,
        shapes: list[pv.PolyData],
        *,
        shiny: bool = True,
        closed: bool = False,
        translucent: bool = False,
        outline: bool = False,
        key: bool = False,
    ) -> None:
        self._mapper = vtkGlyph3DMapper()
        super().__init__(self._mapper)
        self.points: FloatArray = np.zeros((0, 3))
        self._mapper.OrientOff()
        self._mapper.ScalingOff()
        self._shade(shiny)
        properties = self.prop.GetProperty()
        properties.SetBackfaceCulling(closed)
        properties.SetFrontfaceCulling(outline)
        if outline:
            self._flat()
        else:
            light_quickly(self.prop, is_sphere=False)
        self.prop.SetForceTranslucent(translucent)
        if key:
            properties.SetAmbient(0.46)
            properties.SetDiffuse(0.56)
        for place, shape in enumerate(shapes):
            self._mapper.SetSourceData(place, shape)
        if len(shapes) > 1:
            self._mapper.SourceIndexingOn()
            self._mapper.SetSourceIndexArray(_KIND)

    def set_shape(self, shape: pv.PolyData) -> None:
        """Draw another shape from now on."""
        self._mapper.SetSourceData(0, shape)

    def put(
        self,
        points: FloatArray,
        colours: ColourArray,
        *,
        scales: FloatArray | None = None,
        kinds: npt.NDArray[np.int64] | None = None,
    ) -> None:
        """Draw the shape at points, shape (k, 3), each in its size and of its kind."""
        if not self._put_coloured(points, colours):
            return
        self.points = points
        self._mapper.SetScaling(scales is not None)
        if scales is not None:
            self._put_values(_SCALE, scales)
            self._mapper.SetScaleArray(_SCALE)
            self._mapper.SetScaleModeToScaleByMagnitude()
        if kinds is not None:
            self._put_values(_KIND, kinds.astype(np.int32))
        self.data.Modified()

    def set_far_sides(self, on: bool) -> None:
        """Draw the faces that look away, too, or do not."""
        self.prop.GetProperty().SetBackfaceCulling(not on)


class Dots(_Solid):
    """Points of a few pixels, for marks in large numbers."""

    def __init__(self, pixels: float) -> None:
        super().__init__(vtkPolyDataMapper())
        self.prop.GetProperty().SetPointSize(pixels)
        self._flat()

    def put(self, points: FloatArray, colours: ColourArray) -> None:
        """Draw points, shape (k, 3)."""
        if self._put_coloured(points, colours):
            self.data.SetVerts(cells_of(len(points), 1))
            self.data.Modified()


class Strokes(_Solid):
    """Straight strokes: thin lines."""

    def __init__(self, *, width: float = 1.0, opacity: float = 1.0) -> None:
        super().__init__(vtkPolyDataMapper())
        self.prop.GetProperty().SetLineWidth(width)
        self._flat()
        self.set_opacity(opacity)

    def put(self, segments: FloatArray, colours: ColourArray) -> None:
        """Draw segments, shape (k, 2, 3), in colours, shape (k, 3) or (3,)."""
        if self._put_coloured(segments, colours):
            self.data.SetLines(cells_of(len(segments), 2))
            self.data.Modified()


class Tubes(_Solid):
    """Straight strokes as shaded tubes.

    `closed`: whether their ends are closed, which is not seen of thin ones.
    """

    def __init__(self, *, opacity: float = 1.0, closed: bool = True) -> None:
        super().__init__(vtkPolyDataMapper())
        self._closed = closed
        properties = self.prop.GetProperty()
        properties.SetAmbient(0.7)
        properties.SetDiffuse(0.35)
        properties.BackfaceCullingOn()
        self.set_opacity(opacity)

    def put(
        self, segments: FloatArray, colours: ColourArray, radius: float, sides: int = SIDES
    ) -> None:
        """Draw segments, shape (k, 2, 3), in colours, shape (k, 3) or (3,).

        `sides`: around each tube; 3 at least.
        """
        long = (segments[:, 0] != segments[:, 1]).any(axis=1)
        points, normals, faces = tubes(segments[long], radius, sides, closed=self._closed)
        if not self._put_points(points):
            return
        shades = np.broadcast_to(colours, (len(segments), 3))[long]
        self._put_values(COLOUR, shades.repeat(len(points) // len(shades), axis=0))
        self.data.GetPointData().SetNormals(array_of(normals.astype(np.float32)))
        self.data.SetPolys(triangles(faces))
        self.data.Modified()


class Tiles(_Solid):
    """Flat squares, or lit pieces of a curved surface."""

    def __init__(self, *, lit: bool = False) -> None:
        super().__init__(vtkPolyDataMapper())
        if lit:
            self._shade(shiny=False)
        else:
            self._flat()

    def put(self, corners: FloatArray, colours: ColourArray) -> None:
        """Draw quadrangles, shape (k, 4, 3), in colours, shape (k, 3) or (3,)."""
        if self._put_coloured(corners, colours):
            self.data.SetPolys(cells_of(len(corners), 4))
            self.data.Modified()


class Picture(_Solid):
    """A picture of pixels on quadrangles, or a part of it on each.

    `blurred`: whether it has nothing so small that it would flicker where it is drawn smaller.
    """

    def __init__(self, *, blurred: bool = False) -> None:
        super().__init__(vtkPolyDataMapper(), has_colours=False)
        self._flat()
        self.prop.ForceTranslucentOn()
        self._image = vtkImageData()
        self._texture = vtkTexture()
        self._texture.SetInputData(self._image)
        self._texture.InterpolateOn()
        self._texture.SetMipmap(not blurred)
        self._texture.RepeatOff()
        self._texture.EdgeClampOn()
        self._texture.SetColorModeToDirectScalars()
        self.prop.SetTexture(self._texture)

    def put(self, corners: FloatArray, places: FloatArray) -> None:
        """Draw quadrangles, shape (k, 4, 3), with parts of the picture.

        `corners` has shape (k, 4, 3).
        `places`, shape (k, 4, 2): the places of the corners in the picture, from (0, 0), lower
        left, to (1, 1).
        """
        if not self._put_points(corners.reshape(-1, 3)):
            return
        values = array_of(np.ascontiguousarray(places.reshape(-1, 2), dtype=np.float32))
        values.SetName("place")
        self.data.GetPointData().SetTCoords(values)
        self.data.SetPolys(cells_of(len(corners), 4))
        self.data.Modified()

    def set_sharp(self, sharp: bool) -> None:
        """Keep a picture sharp that is seen aslant, which takes long without a graphics card."""
        self._texture.SetMaximumAnisotropicFiltering(4.0 if sharp else 1.0)

    def paint(self, pixels: ColourArray) -> None:
        """Replace the picture: pixels of shape (height, width, 4), the lowest row first."""
        height, width, _ = pixels.shape
        self._image.SetDimensions(width, height, 1)
        self._image.GetPointData().SetScalars(array_of(pixels.reshape(-1, 4)))
        self._image.Modified()


def same(first: object, second: object) -> bool:
    """Return whether two values, or all values of two arrays, are the same."""
    if first is second:
        return True
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second)
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return False
    return bool(first == second)
