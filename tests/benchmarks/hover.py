"""From a movement of the mouse over the scene to the ghost of a queen under it."""

import time
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from .report import show
from .window import Paints, full, turn_for, wait_until, window_on

TIMES = 20
GOALS = {11: 16, 31: 16, 101: 50}
PAUSE = 0.4
"""Seconds after which edges are smooth again."""


def place_of(window: Any, index: int) -> QPoint:
    canvas = window.scene.canvas
    x, y = window.scene.scene.project(index)
    ratio = canvas.devicePixelRatioF()
    return QPoint(round(x / ratio), round(canvas.height() - 1 - y / ratio))


def measure(n: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each movement, and those of the window's own thread."""
    with window_on(full(n)) as window:
        document, canvas = window.document, window.scene.canvas
        layer = n // 2
        document.set_view(replace(document.view, active_layer=layer))
        turn_for(1.0)
        paints = Paints(canvas)
        times, own = [], []
        for turn in range(TIMES):
            cell = document.board.index((n * turn // TIMES, n // 3 + turn % 2, layer))
            place = place_of(window, cell)
            before = dict(paints.counts)
            began, worked = time.perf_counter(), time.thread_time()
            QTest.mouseMove(canvas, place)
            if not wait_until(partial(paints.all_since, before), 5):
                raise RuntimeError("the scene was not painted")
            times.append((time.perf_counter() - began) * 1000)
            own.append((time.thread_time() - worked) * 1000)
            if turn % 4 == 3:
                turn_for(PAUSE)
        return times, own


def main() -> None:
    rows = []
    for n, goal in GOALS.items():
        times, own = measure(n)
        row = (f"({n},3), {n * n:,} queens", *(f"{median(each):.0f} ms" for each in (times, own)))
        rows.append((*row, f"{max(times):.0f} ms", f"{goal} ms"))
    show("hover", ("board", f"median of {TIMES}", "own work", "slowest", "goal"), rows)
