"""Boards of each dimension in each state, size and theme: pictures, and what is wrong with them.

``xvfb-run -a -s "-screen 0 2600x1500x24" python -m tests.looks.combinations FOLDER`` saves them
all as sheets of twelve; ``--scale 1.5`` shows the sizes as on a screen of that scale, and
``--language de`` the texts of that language. The exit status is 1 where something overlaps or is
cut off.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from nqviz import Placement
from nqviz.core.language import ENGLISH, LANGUAGES
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.widgets.theme import use_style
from nqviz_app.window.main_window import MainWindow

from ..app.window_driver import make_panels
from . import boards
from .faults import faults
from .situations import close
from .steps import until_suggested, wait

SIZES = {1.0: [(1366, 768), (1920, 1080)], 1.5: [(1706, 960)]}
"""In logical pixels, by the scale of the screen: the last is a screen of 2560 x 1440."""

BOARDS = ((8, 2), (11, 3), (7, 4), (4, 5), (3, 6), (31, 3), (101, 3))

THUMB = (640, 400)
ROWS, COLUMNS = 4, 3


# States --------------------------------------------------------------------------------------


def plain(_window: Any) -> None: ...


def with_density(window: Any) -> None:
    """Show how often each cell is used, as if many placements had been counted."""
    board = window.document.board
    away = np.abs(board.cells(np.arange(board.size)) - (np.array(board.shape) - 1) / 2).max(axis=1)
    window.drawers.open("density")
    window.drawers.finish()
    window.document.set_overlay(Overlay(np.round(96 * away / away.max()), total=96))


def solving(window: Any) -> None:
    """Run a search in the Solve drawer from the empty board."""
    window.document.clear()
    window.drawers.open("solve")
    window.drawers.finish()
    window.solve_panel.run()
    until_suggested(window)


def in_conflict(window: Any) -> None:
    """Place queens beside others, which attack each other, and look at the layers beside."""
    document = window.document
    queens = document.placement().indices[:3].tolist() or [0]
    for queen in queens:
        for cell in (queen + 1, queen - 1):
            if 0 <= cell < document.board.size and not document.counts.occupied[cell]:
                document.toggle(cell)
    window.actions_["view.layers_half"].trigger()


def presented(window: Any) -> None:
    """Present the board, in a window whose size can be chosen."""
    window.presentation.enter()
    window.setWindowState(Qt.WindowState.WindowNoState)


STATES: dict[str, Callable[[Any], None]] = {
    "plain": plain,
    "density": with_density,
    "solving": solving,
    "conflicts": in_conflict,
    "presentation": presented,
}


def placement(n: int, d: int) -> Placement:
    """Return a placement worth looking at: the best known one, a classical or a regular one."""
    if d == 2:
        return boards.classical(n)
    return boards.regular(n, d) if n > 13 else boards.best(n, d)


# Going through them --------------------------------------------------------------------------


def shown(
    window: Any, sizes: list[tuple[int, int]], themes: list[str], settle: int = 350
) -> Iterator[str]:
    """Show a window in each size and theme; yield which, once it is drawn."""
    for theme in themes:
        if window.services.preferences.choices.theme != theme:
            window.set_theme(theme)
        for size in sizes:
            window.resize(*size)
            wait(settle)
            QApplication.processEvents()
            yield f"{size[0]}x{size[1]} {theme}"


class Sheets:
    """Pictures put together on sheets, which are saved as they are filled."""

    def __init__(self, folder: Path, stem: str) -> None:
        self._folder, self._stem, self._saved, self._count = folder, stem, 0, 0
        self._sheet = self._empty()

    def _empty(self) -> QPixmap:
        sheet = QPixmap(THUMB[0] * COLUMNS, THUMB[1] * ROWS)
        sheet.fill(Qt.GlobalColor.magenta)
        return sheet

    def add(self, picture: QPixmap) -> None:
        picture.setDevicePixelRatio(1.0)
        ways = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        place = self._count
        painter = QPainter(self._sheet)
        x, y = place % COLUMNS * THUMB[0], place // COLUMNS * THUMB[1]
        painter.drawPixmap(x, y, picture.scaled(THUMB[0] - 6, THUMB[1] - 6, *ways))
        painter.end()
        self._count += 1
        if place == ROWS * COLUMNS - 1:
            self.save()

    def save(self) -> None:
        if self._count:
            self._saved, self._count = self._saved + 1, 0
            self._sheet.save(str(self._folder / f"{self._stem}-{self._saved}.png"))
            self._sheet = self._empty()


def fresh_settings(folder: Path, language: str) -> QSettings | None:
    """Return settings with nothing but a language; none in English."""
    if language == ENGLISH:
        return None
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    settings.clear()
    settings.setValue("language", language)
    return settings


def main() -> int:
    """Save the sheets and print the faults; return the exit status."""
    from nqviz.run.processes import allow_processes

    parser = argparse.ArgumentParser(prog="python -m tests.looks.combinations", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, choices=SIZES)
    parser.add_argument("--themes", nargs="+", default=["dark", "light"])
    parser.add_argument("--states", nargs="+", default=list(STATES), choices=STATES)
    parser.add_argument("--boards", nargs="+", default=[f"{n},{d}" for n, d in BOARDS])
    parser.add_argument("--text-size", type=int, default=100)
    parser.add_argument("--language", default=ENGLISH, choices=LANGUAGES)
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)  # read when Qt begins
    allow_processes()
    application = QApplication(["nqviz-explorer"])
    use_style(application)
    options.folder.mkdir(parents=True, exist_ok=True)
    sheets = Sheets(options.folder, f"sheet-{options.scale:g}x")
    wrong = 0
    for state in options.states:
        for n, d in (map(int, board.split(",")) for board in options.boards):
            document = Document(window_state(placement(n, d)))
            settings = fresh_settings(options.folder, options.language)
            window = make_panels(MainWindow(document, settings))
            window.services.preferences.change(theme=options.themes[0], text_size=options.text_size)
            window.resize(*SIZES[options.scale][0])
            window.show()
            wait(600)
            STATES[state](window)
            for how in shown(window, SIZES[options.scale], options.themes):
                sheets.add(window.grab())
                for fault in faults(window):
                    wrong += 1
                    sys.stdout.write(f"({n},{d}) {state} {how}: {fault}\n")
            close(window)
    sheets.save()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
