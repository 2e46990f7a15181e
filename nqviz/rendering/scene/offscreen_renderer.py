"""Plotters and renderers that draw off screen, and the pixels of what they draw."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyvista as pv
import vtkmodules.vtkRenderingFreeType  # draws texts
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  draws everything
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkLogger, vtkUnsignedCharArray
from vtkmodules.vtkRenderingCore import vtkCamera, vtkRenderer, vtkRenderWindow

from nqviz.core.errors import InputError

Pixels = npt.NDArray[np.uint8]


@contextmanager
def offscreen_plotter(size: tuple[int, int]) -> Iterator[pv.Plotter]:
    """Open a plotter that draws off screen, and close it at the end.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.

    Raises
    ------
    InputError
        If there is no OpenGL.
    """
    # PyVista would open and close a window to test OpenGL; `check_opengl` does that here.
    os.environ.setdefault("ALLOW_PLOTTING", "true")
    with _quiet():
        plotter = pv.Plotter(off_screen=True, window_size=list(size))
    try:
        check_opengl(plotter)
        yield plotter
    finally:
        plotter.close()


class OffscreenRenderer:
    """A renderer and its window off screen, with the part of a plotter that a scene uses.

    A plotter of PyVista brings Matplotlib and widgets along, which take a second to load and a
    hundred megabytes.

    Attributes
    ----------
    renderer : vtkRenderer
        Gone once the stage is closed.
    render_window : vtkRenderWindow, optional
        None once the stage is closed.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.renderer = vtkRenderer()
        self.render_window: vtkRenderWindow | None = vtkRenderWindow()
        self.render_window.SetOffScreenRendering(True)
        self.render_window.SetShowWindow(False)
        if hasattr(self.render_window, "SetConnectContextToNSView"):
            self.render_window.SetConnectContextToNSView(False)  # macOS may have no window at all
        self.render_window.SetSize(*size)
        self.render_window.AddRenderer(self.renderer)

    @property
    def camera(self) -> vtkCamera:
        """The camera of the renderer."""
        return self.renderer.GetActiveCamera()

    def close(self) -> None:
        """Release the window and everything drawn in it."""
        if self.render_window is not None:
            self.renderer.RemoveAllViewProps()
            self.renderer.RemoveAllLights()
            self.render_window.RemoveRenderer(self.renderer)
            self.render_window.Finalize()
            self.render_window = None
            del self.renderer  # whoever still holds the stage holds nothing of VTK's


def open_stage(size: tuple[int, int], *, transparent: bool = False) -> OffscreenRenderer:
    """Open a renderer; OpenGL is first used when it draws.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.
    transparent : bool
        Whether the fourth value of pixels tells how opaque they are.
    """
    with _quiet():
        stage = OffscreenRenderer(size)
    if transparent and stage.render_window is not None:
        stage.render_window.SetAlphaBitPlanes(True)
        stage.renderer.SetBackgroundAlpha(0.0)
    return stage


def check_opengl(plotter: pv.Plotter | OffscreenRenderer) -> None:
    """Check that OpenGL works: without it VTK ends the program.

    Raises
    ------
    InputError
        If there is none.
    """
    window = plotter.render_window
    if window is not None:
        window.SetMultiSamples(0)
        with _quiet():
            window.Initialize()
            window.MakeCurrent()
        if window.IsCurrent():
            return
    raise InputError("no scene can be drawn here: there is no OpenGL, not even in software")


def drawn_pixels(plotter: pv.Plotter | OffscreenRenderer) -> Pixels:
    """Draw and return the pixels, shape (height, width, 4), from the top; the last is the opacity.

    Only for a plotter that draws without a screen and has been checked for OpenGL.
    """
    return np.ascontiguousarray(pixels_from_below(plotter)[::-1])


def pixels_from_below(plotter: pv.Plotter | OffscreenRenderer) -> Pixels:
    """Return what `drawn_pixels` does, with the lowest row first, as OpenGL has it."""
    window = plotter.render_window
    if window is None:
        raise ValueError("the plotter is closed")
    window.Render()
    width, height = window.GetSize()
    values = vtkUnsignedCharArray()
    window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, values)  # type: ignore[call-overload]
    pixels: Pixels = vtk_to_numpy(values).reshape(height, width, 4)  # type: ignore[no-untyped-call]
    return pixels


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the messages of VTK about OpenGL back ends that are missing."""
    before = vtkLogger.GetCurrentVerbosityCutoff()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
    try:
        yield
    finally:
        vtkLogger.SetStderrVerbosity(before)
