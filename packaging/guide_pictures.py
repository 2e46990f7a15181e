"""Make the images of the guide from the window, on the current display.

`python3 packaging/bootstrap.py images [NAMES]` calls this on a virtual display; with names it
makes only those images. It takes a minute or two.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nqviz import Placement
    from nqviz_app.window.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "guide" / "pictures"
SIZE = (1440, 900)
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

    from nqviz_app.document.board_tab import window_state
    from nqviz_app.document.document import Document
    from nqviz_app.window.main_window import MainWindow

    window = MainWindow(Document(window_state(picture.board())))
    window.set_theme("dark")
    window.resize(*SIZE)
    window.show()
    window.activateWindow()
    assert window.scene
    window.scene.canvas.setFocus()
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
    for tab in window.tabs.board_tabs:
        tab.undo_stack.setClean()
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


def _drawer(name: str, window: MainWindow) -> None:
    window.drawers.open(name)


def _page(name: str, window: MainWindow) -> None:
    window.pages.show_page(name)


def _atlas(segment: int, window: MainWindow) -> None:
    from nqviz import Board

    window.pages.show_page("atlas")
    window.panels.atlas.show_segment(segment)
    if not segment:
        window.panels.atlas.show_board(Board.cube(12, 3))


def _act(name: str, window: MainWindow) -> None:
    window.actions_[name].trigger()


def _see(window: MainWindow, **values: object) -> None:
    window.document.set_view(replace(window.document.view, **values))


def _layer(layer: int, window: MainWindow) -> None:
    _see(window, active_layer=layer - 1)


def _gap(gap: float, window: MainWindow) -> None:
    _see(window, gap=gap)


def _look_for(choice: str, window: MainWindow) -> None:
    window.drawers.open("solve")
    window.panels.solve.look_for(choice)


def _learn(lesson: str, window: MainWindow) -> None:
    window.panels.lessons.take_named(lesson)


def _rest(window: MainWindow) -> None:
    """Wait for what a drawer draws while the window rests."""
    _wait(2.0)


def _hide(name: str, window: MainWindow) -> None:
    """Hide what differs from one machine to the next: times."""
    from PySide6.QtWidgets import QWidget

    widget = window.findChild(QWidget, name)
    assert widget is not None, name
    widget.hide()


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


def _number(name: str, value: int, window: MainWindow) -> None:
    from PySide6.QtWidgets import QSpinBox

    control = window.findChild(QSpinBox, name)
    assert control is not None, name
    control.setValue(value)


def _point(cell: Sequence[int], window: MainWindow) -> None:
    window.document.set_cursor(window.document.board.index(cell))


def _place(cells: Sequence[Sequence[int]], window: MainWindow) -> None:
    for cell in cells:
        window.document.toggle(window.document.board.index(cell))


# The images ----------------------------------------------------------------------------------


def _empty(*shape: int) -> Placement:
    from nqviz import Board, Placement

    return Placement(Board(shape))


def _shipped(name: str) -> Placement:
    from nqviz.constructions.from_catalogue import load_record

    return load_record(name).placement


def _family(name: str) -> list[Step]:
    """Return the steps that choose a family in the Board drawer and fill the board."""
    return [
        partial(_drawer, "board"),
        partial(_click, f"constructions.family.{name}"),
        partial(_click, "constructions.load"),
    ]


def _search(choice: str) -> list[Step]:
    """Return the steps that look for something in the Solve drawer."""
    return [partial(_look_for, choice), partial(_click, "solve.run")]


def _pictures() -> dict[str, BoardView]:
    return {**_of_boards(), **_of_drawers(), **_of_pages()}


def _of_boards() -> dict[str, BoardView]:
    eleven = partial(_shipped, "11x11x11-121")
    centre: list[Step] = [partial(_layer, 3), partial(_point, (2, 2, 2))]
    return {
        "explorer": BoardView(eleven),
        "tour-cursor": BoardView(partial(_empty, 6, 6, 6), centre),
        "scene": BoardView(partial(_shipped, "8x8x8-48"), [partial(_gap, 1.5)], "scene"),
        "layers": BoardView(
            partial(_shipped, "6x6x6-21"), [partial(_act, "view.layers_all"), *centre], "layers"
        ),
        "square": BoardView(eleven, [partial(_page, "square")], "square"),
        "graph": BoardView(
            partial(_empty, 4, 4), [partial(_page, "graph"), partial(_point, (1, 1))], "graph"
        ),
    }


def _of_drawers() -> dict[str, BoardView]:
    knights = partial(_place, [(0, 0, 0), (2, 1, 4), (4, 3, 1)])
    rings: list[Step] = [partial(_place, [(1, 3), (3, 4)]), *_search("rings")]
    first: list[Step] = [partial(_look_for, "first"), partial(_number, "planar.first_n", 20)]
    beautiful: list[Step] = [
        partial(_look_for, "beautiful"),
        partial(_number, "planar.beautiful_n", 16),
    ]
    run = partial(_click, "solve.run")
    hidden = [partial(_hide, "planar.first_times"), partial(_hide, "solve.credit")]
    return {
        "solve": BoardView(partial(_empty, 5, 5, 5), [knights, *_search("max")]),
        "constructions": BoardView(partial(_empty, 11, 11, 11), _family("regular")),
        "cut": BoardView(
            partial(_empty, 9, 9, 9),
            [
                partial(_drawer, "board"),
                partial(_click, "constructions.family.subcube"),
                partial(_click, "constructions.show_cut"),
                partial(_click, "constructions.load"),
            ],
        ),
        "density": BoardView(
            partial(_empty, 4, 4, 4), [partial(_drawer, "density"), partial(_click, "density.show")]
        ),
        "panel-board": BoardView(partial(_empty, 6, 6, 6), [partial(_drawer, "board")], "board"),
        "symmetry": BoardView(
            partial(_shipped, "11x11x11-121"), [partial(_drawer, "symmetry"), *[_rest] * 4]
        ),
        "rings": BoardView(partial(_empty, 8, 8), rings),
        "planar-first": BoardView(partial(_empty, 8, 8), [*first, run, _rest, *hidden]),
        "planar-beautiful": BoardView(partial(_empty, 8, 8), [*beautiful, run]),
        "lesson": BoardView(partial(_empty, 8, 8), [partial(_learn, "01-moves"), _rest]),
        "panel-history": BoardView(
            partial(_empty, 6, 6, 6), [knights, partial(_drawer, "history")], "history"
        ),
    }


def _of_pages() -> dict[str, BoardView]:
    small = partial(_empty, 6, 6, 6)
    dialog: list[Step] = [partial(_act, "file.export"), _await_preview]
    return {
        "compare": BoardView(
            partial(_empty, 4, 4, 4), [partial(_page, "compare"), partial(_click, "compare.run")]
        ),
        "bounds": BoardView(small, [partial(_atlas, 0)]),
        "tables": BoardView(small, [partial(_atlas, 2)]),
        "library": BoardView(small, [partial(_atlas, 5)]),
        "export": BoardView(partial(_shipped, "11x11x11-121"), dialog, "export"),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
