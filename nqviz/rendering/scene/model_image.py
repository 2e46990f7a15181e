"""An image of a 3D model, as another application would show it."""

from __future__ import annotations

import numpy as np
from vtkmodules.vtkFiltersCore import vtkPolyDataNormals
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings

from .export import drawing_scene
from .models import CELL, poly_data, solid_bodies
from .offscreen_renderer import Pixels
from .options import SceneOptions

MARGIN = 0.06
"""The share of the shorter side of the image that is left free at each side."""

_EDGE = 40.0
"""Faces that meet at a sharper angle, in degrees, are no curved surface."""


def solid_pixels(
    picture: BoardView,
    settings: ImageSettings,
    *,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    stand: bool = True,
    cell: float = CELL,
) -> Pixels:
    """Draw the meshes that `save_solid` would write, seen from a corner, shape (height, width, 3).

    `arrangement`, `options`, `stand`, `cell`: as for `save_solid`.
    Raises InputError if there is no such solid, the size is not possible, or there is no OpenGL.
    """
    bodies = solid_bodies(picture, "", arrangement, options, stand, settings.theme, cell)
    data = poly_data(bodies)
    data.GetCellData().SetActiveScalars("colour")
    smooth = vtkPolyDataNormals()
    smooth.SetInputData(data)
    smooth.SetFeatureAngle(_EDGE)
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(smooth.GetOutputPort())
    actor = vtkActor()
    actor.SetMapper(mapper)
    low, high = np.array(data.GetBounds()).reshape(3, 2).T
    corners = np.stack(np.meshgrid(*zip(low, high, strict=True)), axis=-1).reshape(-1, 3)
    with drawing_scene(settings) as image:
        image.offscreen.renderer.AddViewProp(actor)
        image.scene.camera.set_room(low, high)
        image.scene.camera.insets = (MARGIN * min(image.scene.camera.size),) * 4
        image.scene.camera.fit(corners)
        return image.pixels()
