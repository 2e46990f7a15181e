"""Make the images of the guide from the window, on the current display.

`python3 packaging/bootstrap.py images [NAMES]` calls this on a virtual display; with names it
makes only those images. It takes a minute or two.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nqviz import Placement
    from nqviz_app.window.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "guide" / "pictures"
SIZE = (1360, 840)
COLOURS = 256
"""The number of colours of the palette; files are half as large without a visible loss."""
PATIENCE = 120.0

Step = Callable[["MainWindow"], None]


class BoardView(NamedTuple):
    """The placement, the actions in the window, and the widget of which an image is made."""

    board: Callable[[], Placement]
    steps: Sequence[Step] = ()
    shows: str = "main"


def main(names: Sequence[str]) -> int:
    """Make the images with these names, or all of them without names."""
    pictures = _pictures()
    unknown = [name for name in names if name not in pictures]
    if unknown:
        print(f"no picture {unknown[0]!r}; choose from {', '.join(pictures)}", file=sys.stderr)
        return 2
    from PySide6.QtWidgets import QApplication

    from nqviz.run.processes import allow_processes

    allow_processes()
    application = QApplication(["guide"])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or pictures:
        _take(name, pictures[name])
        print(name, flush=True)
    del application
    return 0


def _take(name: str, picture: BoardView) -> None:
    from PIL import Image
    from PySide6.QtWidgets import QDialog, QWidget

    from nqviz_app.document.document import Document, State
    from nqviz_app.window.main_window import MainWindow

    window = MainWindow(Document(State.of(picture.board())))
    window.set_theme("light")
    window.resize(*SIZE)
    window.show()
    _settle(window, 0.8)
    for step in picture.steps:
        step(window)
        _settle(window, 0.4)
    shown = window if picture.shows == "main" else window.findChild(QWidget, picture.shows)
    assert shown is not None, picture.shows
    path = FOLDER / f"{name}.png"
    shown.grab().save(str(path))
    with Image.open(path) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    for dialog in window.findChildren(QDialog):
        dialog.close()
    for sheet in window.tabs.sheets:
        sheet.undo_stack.setClean()
    window.close()
    window.deleteLater()
    _wait(0.1)


def _settle(window: MainWindow, seconds: float) -> None:
    """Wait until no job runs, and some more seconds."""
    deadline = time.monotonic() + PATIENCE
    _wait(seconds)
    while window.runner.jobs and time.monotonic() < deadline:
        _wait(0.1)
    if window.runner.jobs:
        raise SystemExit(f"Jobs of the window still run after {PATIENCE:.0f} s: try again.")
    _wait(seconds)


def _wait(seconds: float) -> None:
    from PySide6.QtWidgets import QApplication

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        QApplication.processEvents()
        time.sleep(0.005)


# Actions in the window -----------------------------------------------------------------------


def _panel(name: str, window: MainWindow) -> None:
    from PySide6.QtWidgets import QDockWidget

    dock = window.findChild(QDockWidget, f"dock.{name}")
    assert dock is not None, name
    dock.show()
    dock.raise_()


def _act(name: str, window: MainWindow) -> None:
    window.actions_[name].trigger()


def _await_preview(window: MainWindow) -> None:
    from nqviz_app.dialogs.export_preview import ExportPreview

    preview = window.findChild(ExportPreview)
    assert preview is not None
    deadline = time.monotonic() + PATIENCE
    while preview.is_waiting and time.monotonic() < deadline:
        _wait(0.1)


def _click(name: str, window: MainWindow) -> None:
    from PySide6.QtWidgets import QAbstractButton

    button = window.findChild(QAbstractButton, name)
    assert button is not None, name
    button.click()


def _choose(name: str, data: str, window: MainWindow) -> None:
    from PySide6.QtWidgets import QComboBox

    box = window.findChild(QComboBox, name)
    assert box is not None, name
    index = max(box.findData(data), box.findText(data))
    assert index >= 0, (name, data)
    box.setCurrentIndex(index)


def _number(name: str, value: int, window: MainWindow) -> None:
    from PySide6.QtWidgets import QSlider, QSpinBox

    control = window.findChild(QSpinBox, name) or window.findChild(QSlider, name)
    assert control is not None, name
    control.setValue(value)


def _tab(name: str, tab: int, window: MainWindow) -> None:
    from PySide6.QtWidgets import QTabBar

    tabs = window.findChild(QTabBar, name)
    assert tabs is not None, name
    tabs.setCurrentIndex(tab)


def _point(cell: Sequence[int], window: MainWindow) -> None:
    window.document.set_cursor(window.document.board.index(cell))


def _place(cells: Sequence[Sequence[int]], window: MainWindow) -> None:
    for cell in cells:
        window.document.toggle(window.document.board.index(cell))


def _row(name: str, row: int, column: int, window: MainWindow) -> None:
    from PySide6.QtWidgets import QAbstractItemView, QTableView

    table = window.findChild(QAbstractItemView, name)
    assert table is not None, name
    model = table.model()
    assert model is not None
    table.setCurrentIndex(model.index(row, column))
    if isinstance(table, QTableView):
        table.scrollTo(model.index(row, column))


# The images ----------------------------------------------------------------------------------


def _empty(*shape: int) -> Placement:
    from nqviz import Board, Placement

    return Placement(Board(shape))


def _shipped(name: str) -> Placement:
    from nqviz.constructions.from_catalogue import load_record

    return load_record(name).placement


def _family(name: str, n: int, d: int) -> Placement:
    from nqviz import Board
    from nqviz.constructions import construct

    return construct(Board.cube(n, d), name).placement


def _pictures() -> dict[str, BoardView]:
    eleven = partial(_shipped, "11x11x11-121")
    knights = [(0, 0, 0), (2, 1, 4), (4, 3, 1)]
    regular = [
        partial(_panel, "board"),
        partial(_click, "constructions.family.regular"),
        partial(_click, "constructions.load"),
    ]
    return {
        "explorer": BoardView(eleven),
        "tour-cursor": BoardView(partial(_empty, 6, 6, 6), [partial(_point, (2, 2, 2))]),
        "solve": BoardView(
            partial(_empty, 5, 5, 5),
            [
                partial(_place, knights),
                partial(_panel, "solve"),
                partial(_click, "solve.run"),
            ],
        ),
        "constructions": BoardView(partial(_empty, 11, 11, 11), regular),
        "cut": BoardView(
            partial(_empty, 9, 9, 9),
            [
                partial(_panel, "board"),
                partial(_click, "constructions.family.subcube"),
                partial(_click, "constructions.show_cut"),
                partial(_click, "constructions.load"),
            ],
        ),
        "square": BoardView(eleven, [partial(_tab, "flat.tabs", 1)], "square"),
        "graph": BoardView(
            partial(_empty, 4, 4), [partial(_tab, "flat.tabs", 2), partial(_point, (1, 1))], "graph"
        ),
        "layers": BoardView(partial(_shipped, "6x6x6-21"), [partial(_point, (2, 2, 2))], "layers"),
        "scene": BoardView(
            partial(_shipped, "8x8x8-48"), [partial(_number, "scene.gap", 15)], "scene"
        ),
        "density": BoardView(
            partial(_empty, 4, 4, 4), [partial(_panel, "density"), partial(_click, "density.show")]
        ),
        "panel-board": BoardView(partial(_empty, 6, 6, 6), [], "dock.board"),
        "compare": BoardView(
            partial(_empty, 4, 4, 4),
            [partial(_panel, "compare"), partial(_click, "compare.run")],
        ),
        "bounds": BoardView(
            partial(_empty, 12, 12, 12),
            [partial(_panel, "bounds"), partial(_row, "bounds.table", 11, 2)],
        ),
        "library": BoardView(
            partial(_empty, 6, 6, 6),
            [partial(_panel, "library"), partial(_row, "library.list", 20, 0)],
        ),
        "tables": BoardView(partial(_empty, 8, 8), [partial(_panel, "tables")]),
        "symmetry": BoardView(
            eleven, [partial(_panel, "symmetry"), partial(_click, "symmetry.find")]
        ),
        "rings": BoardView(
            partial(_empty, 8, 8),
            [
                partial(_place, [(1, 3), (3, 4)]),
                partial(_panel, "rings"),
                partial(_click, "rings.tint"),
                partial(_click, "rings.explain"),
            ],
        ),
        "planar-first": BoardView(
            partial(_empty, 8, 8),
            [
                partial(_panel, "planar"),
                partial(_number, "planar.first_n", 20),
                partial(_click, "planar.first_run"),
            ],
        ),
        "planar-beautiful": BoardView(
            partial(_empty, 8, 8),
            [
                partial(_panel, "planar"),
                partial(_tab, "planar.tabs", 1),
                partial(_number, "planar.beautiful_n", 16),
                partial(_click, "planar.beautiful_run"),
                partial(_click, "planar.beautiful_field"),
            ],
        ),
        "lesson": BoardView(
            partial(_empty, 8, 8), [partial(_panel, "lessons"), partial(_click, "lessons.start")]
        ),
        "export": BoardView(eleven, [partial(_act, "file.export"), _await_preview], "export"),
        "panel-history": BoardView(
            partial(_empty, 6, 6, 6), [partial(_place, knights), partial(_panel, "history")]
        ),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
