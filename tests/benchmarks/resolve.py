"""From a click while a completion is shown to the next completion painted in both views.

The click goes to an empty cell that the shown completion does not use, or takes a queen away; what
counts is when the new suggestion is painted, or when the panel says that there is none.
"""

import random
import time
from statistics import median

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from nqviz import Board, Placement
from nqviz.engines import warm_up
from nqviz.run.outcome import Status

from .report import show
from .window import Paints, full, turn_for, wait_until, window_on

CASES = (
    (11, 3, "full", 1),
    (11, 3, "full", 8),
    (4, 3, "max", 1),
    (5, 3, "max", 1),
    (6, 3, "max", 2),
    (7, 3, "max", 2),
    (7, 3, "max", 8),
    (7, 2, "max", 1),
)
TIMES = 7
GOAL = 150


def start_of(n: int, d: int, queens: int) -> Placement:
    """Return some queens of a full placement, or random ones where there is none."""
    board, rng = Board.cube(n, d), random.Random(n)
    if n == 11:
        return Placement.from_indices(board, rng.sample(full(n).indices.tolist(), queens))
    cells: list[int] = []
    for cell in rng.sample(range(board.size), board.size):
        if len(cells) < queens and Placement.from_indices(board, [*cells, cell]).is_valid():
            cells.append(cell)
    return Placement.from_indices(board, cells)


def measure(n: int, d: int, target: str, queens: int) -> tuple[list[float], int]:
    """Return the milliseconds of each answer, and how often there was no completion."""
    rng = random.Random(1)
    with window_on(start_of(n, d, queens)) as window:
        document, panel, grid = window.document, window.solve_panel, window.layers.grid
        box = window.findChild(QComboBox, "solve.target")
        box.setCurrentIndex(box.findData(target))

        def is_impossible() -> bool:
            return panel.outcome is not None and panel.outcome.status is Status.INFEASIBLE

        def rest() -> None:
            """Wait for the answer, and stop what still searches for a larger one or a proof."""
            wait_until(lambda: document.suggestion is not None or is_impossible(), 30)
            panel.stop()
            wait_until(lambda: not panel.is_running, 5)
            turn_for(0.1)

        def undo() -> None:
            document.undo_stack.undo()
            rest()

        window.findChild(QPushButton, "solve.run").click()
        rest()
        paints = Paints(grid, window.scene.canvas)
        times, impossible = [], 0
        for _ in range(TIMES):
            used = set() if document.suggestion is None else set(document.suggestion.tolist())
            cells = [c for c in document.counts.free_cells().tolist() if c not in used]
            cell = rng.choice(cells or document.placement().indices.tolist())
            point = window.layers.grid.cell_center(cell).toPoint()
            document.set_cursor(cell)
            turn_for(0.1)
            before = dict(paints.counts)
            began = time.perf_counter()
            QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=point)

            def answered(before: dict[QWidget, int] = before) -> bool:
                shown = document.suggestion is not None and paints.all_since(before)
                return shown or is_impossible()

            wait_until(answered, 30)
            times.append((time.perf_counter() - began) * 1000)
            impossible += is_impossible()
            rest()
            if is_impossible():
                undo()
            elif document.counts.queens > queens + 3:
                undo()
                undo()
        return times, impossible


def main() -> None:
    warm_up()
    rows = []
    for n, d, target, queens in CASES:
        times, impossible = measure(n, d, target, queens)
        rows.append(
            (
                f"({n},{d}) {target}, {queens} queens and more",
                f"{median(times):.0f} ms",
                f"{max(times):.0f} ms",
                f"{GOAL} ms",
                f"{impossible} of {TIMES}",
            )
        )
    show("resolve", ("what", f"median of {TIMES}", "slowest", "goal", "impossible"), rows)
