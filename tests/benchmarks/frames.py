"""Frames per second while the board is turned with the mouse."""

import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from .report import show
from .window import Paints, full, wait_until, window_on

FRAMES = 20
GOAL = 4


def turn(window, frames: int) -> float:
    """Drag over the scene, one movement a frame; give frames per second."""
    canvas = window.scene.canvas
    paints = Paints(canvas)
    middle = canvas.rect().center()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=middle)
    began = time.perf_counter()
    for frame in range(1, frames + 1):
        before = dict(paints.counts)
        QTest.mouseMove(canvas, middle + QPoint(9 * frame, 2 * frame))
        wait_until(lambda before=before: paints.all_since(before), 10)
    taken = time.perf_counter() - began
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=middle)
    return frames / taken


def main() -> None:
    rows = []
    for n in (11, 31, 101):
        with window_on(full(n)) as window:
            rate = turn(window, FRAMES)
            size = window.scene.canvas.size()
        goal = f"{GOAL} without a GPU" if n == 101 else ""
        area = f"{size.width()} x {size.height()}"
        rows.append((f"({n},3), {n * n:,} queens", area, f"{rate:.1f} a second", goal))
    show("frames", ("board", "picture", "frames", "goal"), rows)


if __name__ == "__main__":
    main()
