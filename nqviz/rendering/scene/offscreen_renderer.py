"""Renderers that draw off screen, and the pixels of what they draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import vtkmodules.vtkRenderingFreeType  # draws texts
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  draws everything
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import VTK_UNSIGNED_CHAR, vtkLogger, vtkUnsignedCharArray
from vtkmodules.vtkRenderingCore import vtkCamera, vtkRenderer, vtkRenderWindow

from nqviz.core.errors import InputError

Pixels = npt.NDArray[np.uint8]
PixelBox = tuple[int, int, int, int]
"""A part of a picture: its least column and row, counted from the lower left, and the ends."""


class OffscreenRenderer:
    """A renderer and its window off screen, with the part of a plotter that a scene uses.

    A plotter of PyVista brings Matplotlib and widgets along, which take a second to load and a
    hundred megabytes.

    `renderer`: gone once it is closed.
    `front`: draws what follows the pointer into a picture of its own, on nothing, hidden by what
    `renderer` has drawn last; None without such a picture, and once it is closed.
    `render_window`: None once it is closed.
    `values`: where whole pictures are read to: memory that is new for each picture takes the system
    longer to provide than all that is done with it.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.renderer = vtkRenderer()
        self.render_window: vtkRenderWindow | None = vtkRenderWindow()
        self.render_window.SetOffScreenRendering(True)
        self.render_window.SetShowWindow(False)
        if hasattr(self.render_window, "SetConnectContextToNSView"):
            self.render_window.SetConnectContextToNSView(False)  # macOS may have no window at all
        self.render_window.SetSize(*size)
        self.render_window.SwapBuffersOff()  # else it copies each picture for a screen, and waits
        self.render_window.AddRenderer(self.renderer)
        self.front: vtkRenderer | None = None
        self.values = vtkUnsignedCharArray()

    def add_front(self) -> None:
        """Add the renderer of what follows the pointer, with the same camera."""
        self.front = vtkRenderer()
        self.front.SetActiveCamera(self.camera)
        self.front.SetBackground(0.0, 0.0, 0.0)
        self.front.SetBackgroundAlpha(0.0)
        self.front.PreserveDepthBufferOn()
        self.front.DrawOff()
        self.window.AddRenderer(self.front)

    def choose(self, front: bool) -> None:
        """Choose what the next picture shows: what follows the pointer, or all else."""
        self.renderer.SetDraw(not front)
        if self.front is not None:
            self.front.SetDraw(front)

    @property
    def window(self) -> vtkRenderWindow:
        """Its window; there is none once it is closed, which raises ValueError."""
        if self.render_window is None:
            raise ValueError("the renderer is closed")
        return self.render_window

    @property
    def camera(self) -> vtkCamera:
        """The camera of the renderer."""
        return self.renderer.GetActiveCamera()

    def close(self) -> None:
        """Release the window and everything drawn in it."""
        if self.render_window is not None:
            for renderer in (self.renderer, self.front):
                if renderer is not None:
                    renderer.RemoveAllViewProps()
                    renderer.RemoveAllLights()
                    self.render_window.RemoveRenderer(renderer)
            self.render_window.Finalize()
            self.render_window = self.front = None
            del self.renderer  # whoever still holds the renderer holds nothing of VTK's


def open_offscreen(
    size: tuple[int, int], *, transparent: bool = False, with_front: bool = False
) -> OffscreenRenderer:
    """Open a renderer; OpenGL is first used when it draws.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.
    transparent : bool
        Whether the fourth value of pixels tells how opaque they are.
    with_front : bool
        Whether what follows the pointer is drawn into a picture of its own.
    """
    with _quiet():
        offscreen = OffscreenRenderer(size)
    if transparent:
        offscreen.window.SetAlphaBitPlanes(True)
        offscreen.renderer.SetBackgroundAlpha(0.0)
    if with_front:
        offscreen.add_front()
    return offscreen


def check_opengl(offscreen: OffscreenRenderer) -> None:
    """Check that OpenGL works: without it VTK ends the process.

    Raises InputError if there is none.
    """
    window = offscreen.window
    window.SetMultiSamples(0)
    with _quiet():
        window.Initialize()
        window.MakeCurrent()
    if not window.IsCurrent():
        raise InputError("no scene can be drawn here: there is no OpenGL, not even in software")


def drawn_pixels(offscreen: OffscreenRenderer) -> Pixels:
    """Draw and return the pixels, shape (height, width, 4), from the top; the last is the opacity.

    Only for a renderer that has been checked for OpenGL.
    """
    return pixels_from_below(offscreen)[::-1].copy()


def pixels_from_below(offscreen: OffscreenRenderer) -> Pixels:
    """Return what `drawn_pixels` does, with the lowest row first, as in OpenGL.

    Shape (height, width, 4). They are replaced with the next picture.
    """
    window = offscreen.window
    window.Render()
    return _read(window, (0, 0, *window.GetSize()), offscreen.values)


def begin_picture(offscreen: OffscreenRenderer) -> None:
    """Begin to draw what `part_from_below` reads.

    Without a graphics card OpenGL draws in threads of its own, but does not begin before the
    context is released or pixels are read.
    """
    offscreen.window.Render()
    offscreen.window.ReleaseCurrent()


def part_from_below(offscreen: OffscreenRenderer, box: PixelBox) -> Pixels:
    """Wait until the last picture is drawn and return a part of it, as `pixels_from_below` does.

    Shape (height, width, 4) of `box`.
    """
    return _read(offscreen.window, box, offscreen.values)


def begin_front(offscreen: OffscreenRenderer) -> None:
    """Begin to draw what follows the pointer, which `front_pixels` reads, as `begin_picture` does.

    `offscreen`: one whose board has been drawn, from where the camera is now.
    """
    offscreen.choose(front=True)
    begin_picture(offscreen)
    offscreen.choose(front=False)


def front_pixels(offscreen: OffscreenRenderer, box: PixelBox) -> Pixels:
    """Return a part of what `begin_front` draws, from the top, shape (height, width, 4)."""
    return _read(offscreen.window, box)[::-1].copy()


def smooth_front_pixels(offscreen: OffscreenRenderer, box: PixelBox, below: Pixels) -> Pixels:
    """Draw what follows the pointer over a part of the board, with smooth edges, from the top.

    `offscreen`, `box`: as for `front_pixels`.
    `below`, shape (height, width, 4): the pixels of the board there, from the top.
    Returns the same shape.
    """
    window, front = offscreen.window, offscreen.front
    if front is None:
        raise ValueError("the renderer has nothing in front")
    left, low, right, high = box
    values = np.ascontiguousarray(below[::-1]).reshape(-1, 4)
    array = numpy_to_vtk(values, array_type=VTK_UNSIGNED_CHAR)  # type: ignore[no-untyped-call]
    window.MakeCurrent()
    window.SetRGBACharPixelData(left, low, right - 1, high - 1, array, 0, 0)  # type: ignore[call-overload]
    front.PreserveColorBufferOn()
    front.UseFXAAOn()
    try:
        begin_front(offscreen)
        return front_pixels(offscreen, box)
    finally:
        front.PreserveColorBufferOff()
        front.UseFXAAOff()


def _read(
    window: vtkRenderWindow, box: PixelBox, kept: vtkUnsignedCharArray | None = None
) -> Pixels:
    left, low, right, high = box
    values = vtkUnsignedCharArray() if kept is None else kept
    window.GetRGBACharPixelData(left, low, right - 1, high - 1, 0, values)  # type: ignore[call-overload]
    shape = high - low, right - left, 4
    pixels: Pixels = vtk_to_numpy(values).reshape(shape)  # type: ignore[no-untyped-call]
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
