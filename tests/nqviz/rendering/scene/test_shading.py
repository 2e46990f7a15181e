"""How bodies are lit: as by VTK's own shaders."""

from typing import Any

import numpy as np
import pytest
from vtkmodules.vtkRenderingCore import vtkActor

from nqviz import Board
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.options import default_scene
from nqviz.view.board_view import BoardView
from nqviz.view.palette import DARK, LIGHT


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("style", ["piece", "sphere", "cube"])
def test_bodies_are_lit_as_by_vtk(make_scene: Any, style: str, parallel: bool) -> None:
    board = Board.cube(3, 3)
    picture = BoardView(board, queens=np.array([0, 4, 11, 16, 26]), given=np.array([4]))
    options = SceneOptions(style=style, parallel=parallel)
    for theme in (DARK, LIGHT):
        scene = make_scene(theme)
        scene.show(picture, default_scene(board), options)
        scene.view("isometric")
        quick = drawn_pixels(scene.plotter).astype(int)
        for actor in scene.plotter.renderer.GetActors():
            if isinstance(actor, vtkActor):
                actor.GetShaderProperty().ClearAllFragmentShaderReplacements()
        away = np.abs(quick - drawn_pixels(scene.plotter)).max()
        assert away <= 1, "more than rounding"
        assert len(np.unique(quick[..., 0])) > 50, "something is lit"
