"""The eleven situations of the window that its specification shows, each made by its controls.

``python -m tests.looks.situations FOLDER [NAMES]`` saves them as images in their exact sizes;
``python3 packaging/bootstrap.py pictures`` does so on a display of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel

from nqviz import Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.widgets.theme import use_style
from nqviz_app.window.main_window import MainWindow

from ..app.window_driver import find, make_panels
from . import boards
from .steps import until_idle, until_suggested, wait

LARGE, SMALL = (1920, 1080), (1366, 768)
SEARCHING = 40.0
"""How long the search of the fourth situation runs at most, in seconds."""

Cell = Sequence[int]


class Situation(NamedTuple):
    """A placement to begin with, what is done in the window, and how it is seen."""

    placement: Callable[[], Placement]
    act: Callable[[Any], object]
    theme: str = "dark"
    size: tuple[int, int] = LARGE


def situations() -> dict[str, Situation]:
    """Return the situations by their names."""
    eleven = _record(11, 3)
    return {
        "1-first-view-dark": Situation(eleven, first_view),
        "2-first-view-light": Situation(eleven, first_view, "light"),
        "3-editing": Situation(eleven, editing),
        "4-solving": Situation(_empty(12, 3), solving),
        "5-four-dimensions": Situation(_record(7, 4), four_dimensions),
        "6-atlas": Situation(eleven, atlas),
        "7-density": Situation(_empty(7, 3), density),
        "8-presentation": Situation(eleven, presentation),
        "9-small-1366x768": Situation(eleven, board_drawer, size=SMALL),
        "10-two-dimensions": Situation(_empty(8, 2), two_dimensions),
        "11-symmetry": Situation(eleven, symmetry),
    }


def _record(n: int, d: int) -> Callable[[], Placement]:
    return lambda: boards.best(n, d)


def _empty(n: int, d: int) -> Callable[[], Placement]:
    return lambda: boards.empty(n, d)


# What is done --------------------------------------------------------------------------------


def first_view(window: Any) -> None:
    window.first_view.begin()


def editing(window: Any) -> None:
    """Complete eight queens of (5,3): choose a layer, give layers half, point at a cell."""
    window.first_view.begin()
    wait(300)
    click(window, "first_view.try")
    wait(400)
    find_a_completion(window)
    press(window, Qt.Key.Key_E)
    wait(400)
    choose_layer(window, 3)
    point(window, (4, 1, 3))


def solving(window: Any) -> None:
    """Keep five queens of the best (12,3)-placement, and look for more until 133 are found."""
    document = window.document
    kept = [(12, 6, 12), (1, 1, 4), (6, 4, 6), (12, 8, 3), (9, 1, 1)]
    for cell in nearest(boards.best(12, 3), kept):
        document.toggle(cell)
        document.toggle_given(cell)
    rail(window, "solve")
    wait(400)
    click(window, "solve.run")
    for _ in range(round(SEARCHING * 5)):
        wait(200)
        if document.suggestion is not None and len(document.suggestion) >= 133:
            break
    wait(4000)


def four_dimensions(window: Any) -> None:
    """Step to the cube where x4 is 4."""
    window.scene.canvas.setFocus()
    for _ in range(3):
        press(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        wait(150)
    wait(3000)  # small pictures are drawn in idle time


def atlas(window: Any) -> None:
    """Open the atlas and choose (12,3)."""
    rail(window, "atlas")
    wait(500)
    until_idle(window)
    table = window.findChild(QAbstractItemView, "atlas.table")
    index = table.model().index_of(12, 3)
    table.scrollToTop()
    QTest.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        table.visualRect(index).center(),
    )
    until_idle(window)
    wait(3000)


def density(window: Any) -> None:
    """Count how often each cell of (7,3) is used, and point at one of them."""
    rail(window, "density")
    wait(400)
    click(window, "density.show")
    until_idle(window)
    wait(800)
    point(window, (4, 1, 7))


def presentation(window: Any) -> None:
    """Present the lesson about Klarner's placement."""
    rail(window, "lessons")
    wait(600)
    row = window.findChild(QAbstractItemView, "lessons.list")
    place = row.model().index(4, 0)
    row.scrollTo(place)
    QTest.mouseClick(
        row.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        row.visualRect(place).center(),
    )
    until_idle(window)
    wait(400)
    press(window, Qt.Key.Key_F11)
    wait(400)
    window.resize(*LARGE)
    until_idle(window)
    hint = find(window, QLabel, "presentation.hint")
    while hint.isVisible():
        wait(100)


def board_drawer(window: Any) -> None:
    rail(window, "board")
    wait(500)
    click(window, "constructions.family.regular")
    wait(500)


def two_dimensions(window: Any) -> None:
    """Place six queens, make two of them given, mark free cells, and point at one."""
    for name in ("c1", "b3", "h4", "a5", "d7", "f8"):
        window.document.toggle(window.document.board.index(square(name)))
    for name in ("b3", "f8"):
        window.document.toggle_given(window.document.board.index(square(name)))
    find_a_completion(window)
    window.scene.canvas.setFocus()
    press(window, Qt.Key.Key_F)
    wait(300)
    point(window, (5, 2))


def symmetry(window: Any) -> None:
    rail(window, "symmetry")
    wait(600)
    until_idle(window)
    wait(1500)


# Hands ---------------------------------------------------------------------------------------


def click(window: Any, name: str) -> None:
    button = find(window, QAbstractButton, name)
    assert button.isVisible(), f"{name} is hidden"
    assert button.isEnabled(), f"{name}: {button.toolTip()}"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    wait(50)


def rail(window: Any, name: str) -> None:
    QTest.mouseClick(window.rail.buttons[name], Qt.MouseButton.LeftButton)
    wait(250)


def press(
    window: Any,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
    wait(50)


def choose_layer(window: Any, layer: int) -> None:
    """Press Page Up until a layer is the active one."""
    window.scene.canvas.setFocus()
    for _ in range(window.document.board.shape[-1] + 1):
        if window.document.view.active_layer == layer - 1:
            return
        press(window, Qt.Key.Key_PageUp)
        wait(100)


def point(window: Any, cell: Cell) -> None:
    """Move the pointer to a cell of the scene and leave it there."""
    scene = window.scene
    index = window.document.board.index([value - 1 for value in cell])
    canvas = scene.canvas
    x, y = scene.scene.project(index)
    ratio = canvas.devicePixelRatioF()
    place = QPoint(round(x / ratio), round(canvas.height() - 1 - y / ratio))
    QTest.mouseMove(canvas, place - QPoint(3, 0))
    wait(100)
    QTest.mouseMove(canvas, place)
    wait(600)


def find_a_completion(window: Any) -> None:
    """Search for the most queens and drop what is found, so that only its number stays."""
    drawer = window.drawers.current
    press(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until_suggested(window)
    until_idle(window)
    window.actions_["solve.discard"].trigger()
    if not drawer:
        window.drawers.close_drawer()
    wait(300)


def nearest(placement: Placement, cells: Iterable[Cell]) -> list[int]:
    """Return the queens of a placement that are nearest to some cells, each once."""
    board, chosen = placement.board, []
    queens = {int(i): [v + 1 for v in board.cell(int(i))] for i in placement.indices}
    for cell in cells:
        best = min(
            (index for index in queens if index not in chosen),
            key=lambda index: sum((a - b) ** 2 for a, b in zip(queens[index], cell, strict=True)),
        )
        chosen.append(best)
    return chosen


def square(name: str) -> tuple[int, int]:
    """Return the cell of a square by its name: a1 is (0, 0)."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


# Taking them ---------------------------------------------------------------------------------


def take(name: str, situation: Situation, folder: Path) -> None:
    """Open a window, do what the situation asks for, and save what is seen."""
    window = make_panels(MainWindow(Document(window_state(situation.placement()))))
    window.set_theme(situation.theme)
    window.resize(*situation.size)
    window.show()
    window.activateWindow()
    wait(900)
    try:
        situation.act(window)
        until_quiet(window)
        wait(600)
        window.grab().save(str(folder / f"{name}.png"))
    finally:
        close(window)


def until_quiet(window: Any) -> None:
    """Wait until no message stands in the place of the hints."""
    for _ in range(100):
        if not window.statusBar().currentMessage():
            break
        wait(100)


def close(window: Any) -> None:
    for job in window.runner.jobs:
        job.stop()
    for tab in window.tabs.board_tabs:
        tab.undo_stack.setClean()
    window.close()
    window.deleteLater()
    wait(100)


def main() -> int:
    """Save the situations that are asked for; return the exit status."""
    from nqviz.run.processes import allow_processes

    known = situations()
    parser = argparse.ArgumentParser(prog="python -m tests.looks.situations", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", choices=[*known, []], default=[])
    options = parser.parse_args()
    allow_processes()
    application = QApplication(["nqviz-explorer"])
    use_style(application)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or known:
        take(name, known[name], options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
