"""Plotters that draw without a screen, and the pixels of what they draw."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyvista as pv
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkLogger, vtkUnsignedCharArray

from ..errors import InputError

Pixels = npt.NDArray[np.uint8]


@contextmanager
def offscreen_plotter(size: tuple[int, int]) -> Iterator[pv.Plotter]:
    """Open a plotter that draws without a screen, and close it in the end.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.

    Raises
    ------
    InputError
        If there is no OpenGL.
    """
    plotter = open_plotter(size)
    try:
        check_opengl(plotter)
        yield plotter
    finally:
        plotter.close()


def open_plotter(size: tuple[int, int]) -> pv.Plotter:
    """Open a plotter that draws without a screen; nothing asks for OpenGL before it draws.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.
    """
    # Else PyVista opens and closes a window to look for OpenGL; `check_opengl` does that for ours.
    os.environ.setdefault("ALLOW_PLOTTING", "true")
    with _quiet():
        return pv.Plotter(off_screen=True, window_size=list(size))


def check_opengl(plotter: pv.Plotter) -> None:
    """Make sure that there is an OpenGL to draw with: without one VTK ends the program.

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


def drawn_pixels(plotter: pv.Plotter) -> Pixels:
    """Draw, and give the pixels, shape (height, width, 4), from the top; the last value is unused.

    Only for a plotter that draws without a screen and has been checked for OpenGL.
    """
    window = plotter.render_window
    if window is None:
        raise ValueError("the plotter is closed")
    window.Render()
    width, height = window.GetSize()
    values = vtkUnsignedCharArray()
    window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, values)
    pixels: Pixels = vtk_to_numpy(values).reshape(height, width, 4)  # type: ignore[no-untyped-call]
    return np.ascontiguousarray(pixels[::-1])


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep VTK from writing about the ways to draw that it tries in vain."""
    before = vtkLogger.GetCurrentVerbosityCutoff()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
    try:
        yield
    finally:
        vtkLogger.SetStderrVerbosity(before)
