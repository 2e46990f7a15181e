"""Frames per second while the board is turned with the mouse, and what of a frame is no drawing.

With a GPU OpenGL takes next to nothing; what is left then is the time of the window's own thread
outside of it, which is printed beside: events, camera, reading the picture back and painting it.
"""

import time
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from .report import show
from .window import Paints, full, wait_until, window_on

FRAMES = 20
GOAL = 4


class TimedWindow:
    """A render window that adds up the processor time of this thread while it draws."""

    def __init__(self, window: Any) -> None:
        self.window, self.seconds = window, 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.window, name)

    def Render(self) -> None:  # VTK's name
        began = time.thread_time()
        self.window.Render()
        self.seconds += time.thread_time() - began


def turn(window: Any, frames: int) -> float:
    """Drag over the scene, one movement a frame; give frames per second."""
    canvas = window.scene.canvas
    paints = Paints(canvas)
    middle = canvas.rect().center()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=middle)
    began = time.perf_counter()
    for frame in range(1, frames + 1):
        before = dict(paints.counts)
        QTest.mouseMove(canvas, middle + QPoint(9 * frame, 2 * frame))
        wait_until(partial(paints.all_since, before), 10)
    taken = time.perf_counter() - began
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=middle)
    return frames / taken


def outside(window: Any, frames: int) -> float:
    """Return the milliseconds of the window's thread a frame outside of OpenGL."""
    stage = window.scene.canvas.plotter
    timed = stage.render_window = TimedWindow(stage.render_window)
    began = time.thread_time()
    turn(window, frames)
    taken = time.thread_time() - began - timed.seconds
    stage.render_window = timed.window
    return 1000 * taken / frames


def main() -> None:
    rows = []
    for n in (11, 31, 101):
        with window_on(full(n)) as window:
            rate = turn(window, FRAMES)
            rest = outside(window, FRAMES)
            size = window.scene.canvas.size()
            props = list(window.scene.canvas.plotter.renderer.GetViewProps())
            shown = sum(bool(prop.GetVisibility()) for prop in props)
        goal = f"{GOAL} without a GPU" if n == 101 else ""
        area = f"{size.width()} x {size.height()}"
        board = f"({n},3), {n * n:,} queens"
        rows.append((board, area, f"{rate:.1f} a second", goal, f"{rest:.1f} ms", shown))
    columns = ("board", "picture", "frames", "goal", "outside OpenGL", "actors")
    show("frames", columns, rows)
