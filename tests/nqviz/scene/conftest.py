"""Scenes are drawn off the screen; a test that leaves a VTK object behind fails."""

import gc

import pytest
import pyvista as pv

from nqviz.palette import LIGHT
from nqviz.scene import BoardScene


@pytest.fixture(autouse=True)
def nothing_left():
    gc.freeze()  # what is there before the test is not looked at afterwards
    yield
    gc.collect()
    names = [type(each).__name__ for each in gc.get_objects()]
    gc.unfreeze()
    left = [name for name in names if name.startswith("vtk")]
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
