"""The images of the guide, made from the window on the current display.

``python -m tests.looks.guide [NAMES]`` makes all of them again, or those with these names, in a
minute or two; ``python3 packaging/bootstrap.py images`` does so on a display of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from PIL import Image
from PySide6.QtWidgets import QApplication, QDialog

from nqviz import Board, Placement
from nqviz.run.processes import allow_processes
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.atlas.head import COUNTS, MINE
from nqviz_app.window.main_window import MainWindow
from tests.guide.blocks import GUIDE

from ..app.window_driver import make_panels
from .boards import certificate
from .situations import close
from .steps import (
    act,
    atlas,
    bounds,
    child,
    dock,
    export,
    family,
    press,
    show_page,
    until_idle,
    wait,
)

FOLDER = GUIDE / "pictures"
SIZE = (1440, 900)
COLOURS = 256
"""The number of colours of the palette; files are half as large without a visible loss."""
PATIENCE = 120.0

Step = Callable[[Any], object]


class Picture(NamedTuple):
    """The placement, what is done in the window, and the widget of which an image is made."""

    board: Callable[[], Placement]
    steps: Sequence[Step] = ()
    shows: str = "main"


def take(name: str, picture: Picture) -> None:
    """Open a window, do the steps, and save what is seen."""
    window = make_panels(MainWindow(Document(window_state(picture.board()))))
    window.set_theme("dark")
    window.resize(*SIZE)
    window.show()
    window.activateWindow()
    assert window.scene
    window.scene.canvas.setFocus()
    settle(window, 800)
    for step in picture.steps:
        step(window)
        settle(window, 400)
    path = FOLDER / f"{name}.png"
    (window if picture.shows == "main" else child(window, picture.shows)).grab().save(str(path))
    with Image.open(path) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    for dialog in window.findChildren(QDialog):
        dialog.close()
    close(window)


def settle(window: Any, milliseconds: int) -> None:
    """Wait until no job runs, and some more time."""
    wait(milliseconds)
    until_idle(window, PATIENCE)
    if window.runner.jobs:
        raise SystemExit(f"Jobs of the window still run after {PATIENCE:.0f} s: try again.")
    wait(milliseconds)


# Actions in the window -----------------------------------------------------------------------


def see(window: Any, **values: object) -> None:
    window.document.set_view(replace(window.document.view, **values))


def rest(window: Any) -> None:
    """Wait for what a drawer draws while the window rests."""
    wait(2000)


def hide(name: str, window: Any) -> None:
    """Hide what differs from one machine to the next: times."""
    child(window, name).hide()


def look_for(choice: str, window: Any) -> None:
    window.drawers.open("solve")
    window.solve_panel.look_for(choice)


def number(name: str, value: int, window: Any) -> None:
    child(window, name).setValue(value)


def point(cell: Sequence[int], window: Any) -> None:
    window.document.set_cursor(window.document.board.index(cell))


def place(cells: Sequence[Sequence[int]], window: Any) -> None:
    for cell in cells:
        window.document.toggle(window.document.board.index(cell))


def learn(lesson: str, window: Any) -> None:
    window.lessons_panel.take_named(lesson)


# The images ----------------------------------------------------------------------------------


def empty(*shape: int) -> Callable[[], Placement]:
    return lambda: Placement(Board(shape))


def search(choice: str) -> list[Step]:
    """Return the steps that look for something in the Solve drawer."""
    return [partial(look_for, choice), partial(press, "solve.run")]


def of_boards() -> dict[str, Picture]:
    eleven = partial(certificate, "11x11x11-121")
    centre: list[Step] = [partial(see, active_layer=2), partial(point, (2, 2, 2))]
    layers = partial(act, "view.layers_all")
    return {
        "explorer": Picture(eleven),
        "tour-cursor": Picture(empty(6, 6, 6), centre),
        "scene": Picture(partial(certificate, "8x8x8-48"), [partial(see, gap=1.5)], "scene"),
        "layers": Picture(partial(certificate, "6x6x6-21"), [layers, *centre], "layers"),
        "square": Picture(eleven, [partial(show_page, "square")], "square"),
        "graph": Picture(
            empty(4, 4), [partial(show_page, "graph"), partial(point, (1, 1))], "graph"
        ),
    }


def of_drawers() -> dict[str, Picture]:
    knights = partial(place, [(0, 0, 0), (2, 1, 4), (4, 3, 1)])
    rings: list[Step] = [partial(place, [(1, 3), (3, 4)]), *search("rings")]
    first: list[Step] = [partial(look_for, "first"), partial(number, "planar.first_n", 20)]
    beautiful: list[Step] = [
        partial(look_for, "beautiful"),
        partial(number, "planar.beautiful_n", 16),
    ]
    run = partial(press, "solve.run")
    hidden = [partial(hide, "planar.first_times"), partial(hide, "solve.credit")]
    cut = ("constructions.family.subcube", "constructions.show_cut", "constructions.load")
    symmetry: list[Step] = [partial(dock, "symmetry"), *[rest] * 4]
    return {
        "solve": Picture(empty(5, 5, 5), [knights, *search("max")]),
        "constructions": Picture(empty(11, 11, 11), [partial(family, "regular")]),
        "cut": Picture(
            empty(9, 9, 9), [partial(dock, "board"), *(partial(press, name) for name in cut)]
        ),
        "density": Picture(
            empty(4, 4, 4), [partial(dock, "density"), partial(press, "density.show")]
        ),
        "panel-board": Picture(empty(6, 6, 6), [partial(dock, "board")], "board"),
        "symmetry": Picture(partial(certificate, "11x11x11-121"), symmetry),
        "rings": Picture(empty(8, 8), rings),
        "planar-first": Picture(empty(8, 8), [*first, run, rest, *hidden]),
        "planar-beautiful": Picture(empty(8, 8), [*beautiful, run]),
        "lesson": Picture(empty(8, 8), [partial(learn, "01-moves"), rest]),
        "panel-history": Picture(empty(6, 6, 6), [knights, partial(dock, "history")], "history"),
    }


def of_pages() -> dict[str, Picture]:
    compare: list[Step] = [partial(show_page, "compare"), partial(press, "compare.run")]
    return {
        "compare": Picture(empty(4, 4, 4), compare),
        "bounds": Picture(empty(6, 6, 6), [bounds]),
        "tables": Picture(empty(6, 6, 6), [partial(atlas, COUNTS)]),
        "library": Picture(empty(6, 6, 6), [partial(atlas, MINE)]),
        "export": Picture(partial(certificate, "11x11x11-121"), [export], "export"),
    }


def main(names: Sequence[str]) -> int:
    """Make the images with these names, or all of them without names."""
    pictures = {**of_boards(), **of_drawers(), **of_pages()}
    unknown = [name for name in names if name not in pictures]
    if unknown:
        sys.stderr.write(f"no picture {unknown[0]!r}; choose from {', '.join(pictures)}\n")
        return 2
    allow_processes()
    application = QApplication(["guide"])
    for name in names or pictures:
        take(name, pictures[name])
        sys.stdout.write(f"{name}\n")
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
