"""A density as a volume: opaque and bright where cells are often used, transparent where never.

The modules of VTK that draw volumes take a moment to load, so they are loaded at the first cloud.
"""

from __future__ import annotations

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPiecewiseFunction
from vtkmodules.vtkRenderingCore import (
    vtkColorTransferFunction,
    vtkProp,
    vtkPropAssembly,
    vtkRenderWindow,
    vtkVolume,
    vtkVolumeProperty,
)

from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.overlay import Overlay
from nqviz.view.palette import viridis

from .frame import Frame
from .wrapped import Wrapped

MOST_BLOCKS = 64
"""Beyond so many blocks a density is drawn as cubes."""
THICKEST = 0.85
"""The opacity of a cell that all others are measured by."""
STEP = 0.3
"""How far apart, in cells, a view ray looks at the cloud."""
SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software", "swr")
"""Parts of the names of renderers that use no graphics card."""


def draws_in_software(window: vtkRenderWindow) -> bool:
    """Return whether a window that has drawn something uses no graphics card."""
    lines = window.ReportCapabilities().lower().splitlines()
    names = [line for line in lines if "renderer string" in line or "vendor string" in line]
    return any(word in line for line in names for word in SOFTWARE)


def can_be_cloud(arrangement: Arrangement) -> bool:
    """Return whether an arrangement has blocks of three dimensions, and not too many of them."""
    return (
        not isinstance(arrangement, Wrapped)
        and len(arrangement.shown) == 3
        and len(arrangement.blocks) <= MOST_BLOCKS
    )


class Clouds:
    """A cloud for each block, drawn from the farthest to the nearest."""

    def __init__(self) -> None:
        self._parts = vtkPropAssembly()
        self._parts.VisibilityOff()
        self._parts.PickableOff()
        self._properties: vtkVolumeProperty | None = None
        self._clouds: list[tuple[FloatArray, vtkVolume]] = []
        self._key: tuple[object, ...] = ()
        self.props: list[vtkProp] = [self._parts]

    def show(self, frame: Frame) -> None:
        """Update the clouds."""
        picture, arrangement = frame.picture, frame.arrangement
        overlay = picture.overlay if is_cloud(frame) else None
        key = (overlay and overlay.values.tobytes(), arrangement)
        if key == self._key:
            return
        self._key = key
        for _, cloud in self._clouds:
            self._parts.RemovePart(cloud)
        self._clouds = [] if overlay is None else self._made(overlay, frame)
        for _, cloud in self._clouds:
            self._parts.AddPart(cloud)
        self._parts.SetVisibility(bool(self._clouds))

    def face(self, direction: FloatArray) -> None:
        """Draw nearer clouds over farther ones, as seen along a direction, shape (3,)."""
        if len(self._clouds) < 2:
            return
        ordered = sorted(self._clouds, key=lambda each: float(each[0] @ direction))
        if [cloud for _, cloud in ordered] != [cloud for _, cloud in self._clouds]:
            self._clouds = ordered
            for _, cloud in ordered:
                self._parts.RemovePart(cloud)
            for _, cloud in ordered:
                self._parts.AddPart(cloud)

    def _made(self, overlay: Overlay, frame: Frame) -> list[tuple[FloatArray, vtkVolume]]:
        from vtkmodules import vtkRenderingVolumeOpenGL2  # makes the mapper draw

        board, arrangement = frame.picture.board, frame.arrangement
        shares = overlay.values / overlay.top
        shares[~arrangement.visible(np.arange(board.size))] = 0.0
        grid = shares.reshape(board.shape)
        pitches = np.ones(3)
        pitches[: len(arrangement.pitches)] = arrangement.pitches
        properties = self._properties = self._properties or _volume_properties()
        clouds = []
        for block, origin in zip(arrangement.blocks, arrangement.block_origins, strict=True):
            chosen = tuple(
                slice(None) if axis in arrangement.shown else int(block[axis])
                for axis in range(board.d)
            )
            kept = [axis for axis in range(board.d) if axis in arrangement.shown]
            part = grid[chosen].transpose([kept.index(axis) for axis in arrangement.shown])
            mapper = vtkRenderingVolumeOpenGL2.vtkSmartVolumeMapper()
            mapper.SetAutoAdjustSampleDistances(False)
            mapper.SetSampleDistance(STEP)
            mapper.SetInputData(_image(np.pad(part, 1), origin - pitches, pitches))
            cloud = vtkVolume()
            cloud.SetMapper(mapper)
            cloud.SetProperty(properties)
            cloud.PickableOff()
            clouds.append((origin, cloud))
        return clouds


def is_cloud(frame: Frame) -> bool:
    """Return whether the density of a frame is drawn as a cloud."""
    chosen = frame.options.density == "volume" and frame.picture.overlay is not None
    return chosen and can_be_cloud(frame.arrangement)


def _image(values: FloatArray, origin: FloatArray, spacing: FloatArray) -> vtkImageData:
    image = vtkImageData()
    image.SetDimensions(*values.shape)
    image.SetOrigin(*origin.tolist())
    image.SetSpacing(*spacing.tolist())
    flat = np.ascontiguousarray(values.ravel(order="F"), dtype=np.float32)
    image.GetPointData().SetScalars(numpy_to_vtk(flat, deep=True))  # type: ignore[no-untyped-call]
    return image


def _volume_properties() -> vtkVolumeProperty:
    """Return the colours of the legend, the thicker the higher the share."""
    colours, opacity = vtkColorTransferFunction(), vtkPiecewiseFunction()
    for share in np.linspace(0.0, 1.0, 33).tolist():
        colours.AddRGBPoint(share, *(viridis(share) / 255).tolist())
        opacity.AddPoint(share, THICKEST * share**1.5)
    properties = vtkVolumeProperty()
    properties.SetColor(colours)
    properties.SetScalarOpacity(opacity)
    properties.SetInterpolationTypeToLinear()
    properties.ShadeOff()
    return properties
