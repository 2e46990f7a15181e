"""From a click in the layers to both views painted again, on full placements and on large boards.

On the (101,3)-board a cell is less than a pixel: the Space key is pressed.
"""

import time
from dataclasses import replace
from statistics import median
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from nqviz import Board, Placement

from .report import show
from .window import Frames, Paints, full, turn_for, wait_until, window_on


def few(n: int, d: int) -> Placement:
    """Return forty queens, spread evenly over the flat array, on a board of many layers."""
    board = Board.cube(n, d)
    return Placement.from_indices(board, [k * board.size // 40 + 7 * k for k in range(40)])


CASES = (
    (full(11), "click, all layers", 50),
    (full(31), "click, all layers", 100),
    (full(101), "Space, all layers", 250),
    (few(10, 6), "Space, all layers", 250),
    (few(4, 10), "Space, all layers", 250),
)
TIMES = 20


def measure(placement: Placement, way: str) -> tuple[list[float], list[float], int, int]:
    """Return the milliseconds of each change, those of the window's own thread among them, how many
    actors there were, and how many stayed."""
    with window_on(placement) as window:
        board, document = window.document.board, window.document
        n = board.n
        grid, canvas = window.layers.grid, window.scene.canvas
        document.set_view(replace(document.view, share="half"))
        turn_for(0.4)
        grid.setFocus()
        paints = Paints(grid, canvas)
        actors = set(canvas.plotter.renderer.GetActors())
        times, own = [], []
        with Frames(window.scene) as frames:
            for turn in range(TIMES):
                cell = board.index((turn * n // TIMES, n // 3, n // 2, *[n // 2] * (board.d - 3)))
                point = window.layers.grid.cell_center(cell).toPoint()
                document.set_cursor(cell)
                turn_for(0.4)  # hovering and smooth edges are done
                before, drawn, queens = dict(paints.counts), frames.count, document.counts.queens
                began, worked = time.perf_counter(), time.thread_time()
                if "click" in way:
                    QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=point)
                else:
                    QTest.keyClick(grid, Qt.Key.Key_Space)

                def is_seen(before: Any = before, drawn: Any = drawn) -> Any:
                    return frames.count > drawn and paints.all_since(before)

                if not wait_until(is_seen, 5):
                    raise RuntimeError("a view was not painted")
                times.append((time.perf_counter() - began) * 1000)
                own.append((time.thread_time() - worked) * 1000)
                assert document.counts.queens != queens
        kept = actors & set(canvas.plotter.renderer.GetActors())
        return times, own, len(actors), len(kept)


def main() -> None:
    rows = []
    for placement, way, goal in CASES:
        times, own, before, after = measure(placement, way)
        rows.append(
            (
                f"{placement.board}, {len(placement):,} queens, {way}",
                f"{median(times):.0f} ms",
                f"{median(own):.0f} ms",
                f"{max(times):.0f} ms",
                f"{goal} ms",
                f"{before} -> {after}",
            )
        )
    show("click", ("what", "median of 20", "own work", "slowest", "goal", "actors"), rows)
