"""Scenes are drawn off the screen; a test that leaves a VTK object behind fails."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from nqviz.rendering.scene import BoardScene, check_opengl, open_offscreen
from nqviz.view.palette import LIGHT


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[Any]:
    gc.freeze()  # what is there before the test is not looked at afterwards
    yield
    gc.collect()
    names = [type(each).__name__ for each in gc.get_objects()]
    gc.unfreeze()
    left = [name for name in names if name.startswith("vtk")]
    assert not left, f"VTK objects left behind: {sorted(set(left))[:10]}"


@pytest.fixture
def part() -> Any:
    """Find the group of actors of a kind in a scene."""
    return lambda scene, kind: next(each for each in scene._groups if isinstance(each, kind))


@pytest.fixture
def make_scene() -> Iterator[Any]:
    """Open a scene off the screen; it is closed after the test."""
    with ExitStack() as opened:

        def make(theme: Any = LIGHT, size: tuple[int, int] = (500, 400)) -> Any:
            plotter = open_offscreen(size)
            opened.callback(plotter.close)
            check_opengl(plotter)
            scene = BoardScene(plotter, theme)
            opened.callback(scene.close)
            return scene

        yield make
