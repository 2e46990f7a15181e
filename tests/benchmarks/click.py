"""From a click in the layers to both views painted again, on full placements.

On the (101,3)-board a cell of all layers at once is less than a pixel: one layer is clicked, and
with all of them in sight the Space key is pressed.
"""

import time
from statistics import median

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from .report import show
from .window import Frames, Paints, full, turn_for, wait_until, window_on

CASES = (
    (11, "click, all layers", 50),
    (31, "click, all layers", 100),
    (101, "click, one layer", 250),
    (101, "Space, all layers", 250),
)
TIMES = 20


def measure(n: int, way: str) -> tuple[list[float], list[float], int, int]:
    """Give the milliseconds of each change, those of the window's own thread among them, how many
    actors there were, and how many stayed."""
    with window_on(full(n)) as window:
        board, document = window.document.board, window.document
        grid, canvas = window.layers.grid, window.scene.canvas
        if "one layer" in way:
            window.findChild(QSlider, "layers.dims.3").setValue(n // 2 + 1)
        grid.setFocus()
        paints = Paints(grid, canvas)
        actors = set(canvas.plotter.renderer.GetActors())
        times, own = [], []
        with Frames(window.scene) as frames:
            for turn in range(TIMES):
                cell = board.index((turn * n // TIMES, n // 3, n // 2))
                point = window.layers.cell_center(cell).toPoint()
                document.set_cursor(cell)
                turn_for(0.4)  # hovering and smooth edges are done
                before, drawn, queens = dict(paints.counts), frames.count, document.counts.queens
                began, worked = time.perf_counter(), time.thread_time()
                if "click" in way:
                    QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=point)
                else:
                    QTest.keyClick(grid, Qt.Key.Key_Space)

                def is_seen(before=before, drawn=drawn):
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
    for n, way, goal in CASES:
        times, own, before, after = measure(n, way)
        rows.append(
            (
                f"({n},3), {n * n:,} queens, {way}",
                f"{median(times):.0f} ms",
                f"{median(own):.0f} ms",
                f"{max(times):.0f} ms",
                f"{goal} ms",
                f"{before} -> {after}",
            )
        )
    show("click", ("what", "median of 20", "own work", "slowest", "goal", "actors"), rows)


if __name__ == "__main__":
    main()
