"""Scenes are drawn off the screen; a module of tests that leaves a VTK object behind fails."""

import gc

import pytest
import pyvista as pv

from nqviz.palette import LIGHT
from nqviz.scene import BoardScene


def vtk_objects():
    gc.collect()
    return {id(each): each for each in gc.get_objects() if type(each).__name__.startswith("vtk")}


@pytest.fixture(autouse=True, scope="module")
def nothing_left():
    before = set(vtk_objects())
    yield
    left = [type(each).__name__ for key, each in vtk_objects().items() if key not in before]
    assert not left, f"VTK objects left behind: {sorted(set(left))[:10]}"


@pytest.fixture
def make_scene():
    """Open a scene off the screen; it is closed after the test."""
    opened = []

    def make(theme=LIGHT, size=(500, 400)):
        plotter = pv.Plotter(off_screen=True, window_size=list(size))
        plotter.render_window.SetMultiSamples(0)
        scene = BoardScene(plotter, theme)
        opened.append((scene, plotter))
        return scene

    yield make
    for scene, plotter in opened:
        scene.close()
        plotter.close()
    opened.clear()
