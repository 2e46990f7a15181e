"""Pictures of every panel, dialog and view, to be looked at before a release.

``xvfb-run -a -s "-screen 0 3200x2000x24" python -m tests.looks FOLDER`` saves them all in both
themes; ``--scale 1.5`` as on a screen of that scale, ``--text-size 150`` with larger text, and
``--only layers solve`` those whose names hold one of these words.
"""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

Step = Callable[..., None]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.looks", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--text-size", type=int, default=100)
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)  # read when Qt begins
    os.environ.setdefault("QT_API", "pyside6")
    from PySide6.QtWidgets import QApplication

    QApplication(["looks"])
    options.folder.mkdir(parents=True, exist_ok=True)
    looks = {**_boards(), **_panels(), **_dialogs()}
    for name, (board, step) in looks.items():
        if any(word in name for word in options.only):
            _take(name, board(), step, options)
    return 0


def _take(name: str, placement, step: Step, options: argparse.Namespace) -> None:
    """Open the window, do one step in it, and save it and its dialogs in each theme."""
    from PySide6.QtWidgets import QApplication, QDialog, QMenu

    from nqviz_app.document import Document, State
    from nqviz_app.main_window import MainWindow

    window = MainWindow(Document(State.of(placement)))
    window.comforts.preferences.change(text_size=options.text_size)
    window.resize(1500, 920)
    window.show()
    _wait(500)
    for theme in options.themes:
        window.set_theme(theme)
        _wait(200)
        step(window)
        _wait(700)
        stem = f"{name}-{theme}-{options.scale:g}x"
        stem += "" if options.text_size == 100 else f"-text{options.text_size}"
        others = [*window.findChildren(QDialog), *window.findChildren(QMenu)]
        shown = [other for other in others if other.isVisible()]
        if popup := QApplication.activePopupWidget():
            shown.append(popup)
        if shown:
            shown[-1].grab().save(str(options.folder / f"{stem}.png"))
            for other in shown:
                other.close()
        else:
            window.grab().save(str(options.folder / f"{stem}.png"))
    for job in window.runner.jobs:
        job.stop()
    for sheet in window.tabs.sheets:
        sheet.undo_stack.setClean()
    window.close()
    window.deleteLater()
    _wait(50)


def _wait(milliseconds: int) -> None:
    from PySide6.QtTest import QTest

    QTest.qWait(milliseconds)


# What is on the board ------------------------------------------------------------------------


def _certificate(name: str):
    from nqviz.library import load_certificate

    return load_certificate(name).placement


def _regular(n: int, d: int):
    from nqviz import Board
    from nqviz.constructions import regular

    return regular(Board.cube(n, d))


def _best(n: int, d: int):
    from nqviz import Board
    from nqviz.library import best_certificate

    found = best_certificate(Board.cube(n, d))
    return _empty(n, d) if found is None else found.placement


def _classical(n: int):
    from threading import Event

    from nqviz import Board
    from nqviz.constructions import FAMILIES

    return FAMILIES["classical"].construct(Board.cube(n, 2), {}, lambda _p: None, Event()).placement


def _empty(n: int, d: int):
    from nqviz import Board, Placement

    return Placement(Board.cube(n, d))


def _torus():
    from nqviz import Board, Placement

    cells = enumerate([1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12], start=1)
    return Placement.from_coordinates(Board.cube(12, 2, torus=True), list(cells))


def _attacked():
    from nqviz import Board, Placement

    cells = [(1, 1, 1), (2, 4, 6), (3, 3, 3), (5, 2, 7), (7, 7, 1), (8, 8, 8), (4, 1, 6)]
    return Placement.from_coordinates(Board.cube(8, 3), cells)


# What is done in the window ------------------------------------------------------------------


def _nothing(_window) -> None: ...


def _dock(name: str, window) -> None:
    from PySide6.QtWidgets import QDockWidget

    dock = window.findChild(QDockWidget, f"dock.{name}")
    dock.show()
    dock.raise_()


def _act(name: str, window) -> None:
    window.actions_[name].trigger()


def _flat(tab: int, window) -> None:
    from PySide6.QtWidgets import QTabBar

    window.findChild(QTabBar, "flat.tabs").setCurrentIndex(tab)


def _child(window, name: str):
    from PySide6.QtWidgets import QWidget

    return window.findChild(QWidget, name)


def _cursor(cell: int, window) -> None:
    window.document.set_cursor(cell)


def _choose(name: str, text: str, window) -> None:
    box = _child(window, name)
    box.setCurrentIndex(box.findText(text))


def _clique(kind: str, window) -> None:
    _choose("scene.clique", kind, window)
    _child(window, "scene.clique_size").setValue(2)
    board = window.document.board
    _cursor(board.index([side // 2 for side in board.shape]), window)


def _select(window) -> None:
    window.document.set_selection(range(0, window.document.board.size, 7))
    window.document.lock_all()


def _solve(until_done: bool, window) -> None:
    _dock("solve", window)
    _child(window, "solve.seconds").setValue(20 if not until_done else 2)
    _child(window, "solve.run").click()
    _wait(3500 if until_done else 1500)


def _cut(window) -> None:
    from threading import Event

    from nqviz import Board
    from nqviz.constructions import FAMILIES
    from nqviz_app.panels.constructions import cut_state

    built = FAMILIES["subcube"].construct(Board.cube(9, 3), {}, lambda _p: None, Event())
    window.document.load(cut_state(built), "A cut")


def _density(window) -> None:
    _dock("density", window)
    _child(window, "density.show").click()
    _wait(500)


def _waited_dock(name: str, window) -> None:
    _dock(name, window)
    _wait(2500)


def _stabiliser(window) -> None:
    _dock("symmetry", window)
    _child(window, "symmetry.find").click()
    _wait(1500)


def _compare(window) -> None:
    _dock("compare", window)
    _child(window, "compare.run").click()
    _wait(6000)


def _family(name: str, window) -> None:
    _dock("constructions", window)
    box = _child(window, "constructions.family")
    box.setCurrentIndex(box.findData(name))
    _child(window, "constructions.load").click()
    _wait(2500)


def _history(window) -> None:
    for cell in (0, 40, 99, 150):
        window.document.toggle(cell)
    _dock("history", window)


def _wrapped(window) -> None:
    _child(window, "scene.wrap").setChecked(True)


def _running(window) -> None:
    for _ in range(2):
        window.runner.start("Counting a large board", _busy, succeeded=_nothing, failed=_nothing)
    _wait(700)
    window.activity.show_all()


def _busy(_progress, stop) -> None:
    stop.wait(5)


def _toasts(window) -> None:
    notes = window.comforts.notifications
    notes.say("Solving the (9,3) board: done after 61 s.")
    notes.warn("Building failed: the sides are too small for this family", "details\n  line 2")


def _page(index: int, window) -> None:
    from PySide6.QtWidgets import QTabWidget

    _act("edit.preferences", window)
    window.findChild(QTabWidget, "preferences.pages").setCurrentIndex(index)


def _menu(title: str, window) -> None:
    for action in window.menuBar().actions():
        if action.text().replace("&", "") == title:
            action.menu().popup(window.mapToGlobal(window.rect().center()))


def _narrow(window) -> None:
    window.resize(1100, 700)


# Everything ----------------------------------------------------------------------------------


def _boards() -> dict[str, tuple[Callable, Step]]:
    best, regular = (partial(partial, make) for make in (_best, _regular))
    big = _certificate("11x11x11-121")
    return {
        "board-8-2": (partial(_classical, 8), partial(_cursor, 20)),
        "board-empty": (partial(_empty, 6, 3), partial(_cursor, 20)),
        "board-11-3": (lambda: big, _nothing),
        "board-11-3-cursor": (partial(_empty, 11, 3), partial(_cursor, 665)),
        "board-31-3": (regular(31, 3), _nothing),
        "board-101-3": (regular(101, 3), _nothing),
        "board-5-4": (best(5, 4), _nothing),
        "board-5-4-narrow": (best(5, 4), _narrow),
        "board-5-5": (best(5, 5), _nothing),
        "board-torus": (_torus, _wrapped),
        "board-attacked": (_attacked, partial(_cursor, 100)),
        "board-selected": (lambda: big, _select),
        "board-cut": (partial(_empty, 9, 3), _cut),
        "board-cube": (partial(_empty, 7, 3), partial(_clique, "Cube")),
        "board-odd-cycle": (partial(_empty, 7, 3), partial(_clique, "Odd cycle")),
        "board-star": (partial(_empty, 7, 3), partial(_clique, "Star")),
    } | {
        f"colour-{text.split()[-1]}": (lambda: big, partial(_choose, "scene.colour", text))
        for text in ("One colour", "By ring", "By attacks", "By density", "By x2")
    }


def _panels() -> dict[str, tuple[Callable, Step]]:
    big = _certificate("11x11x11-121")
    small = partial(_empty, 5, 3)
    return {
        "panel-solve-running": (partial(_empty, 9, 3), partial(_solve, False)),
        "panel-solve-finished": (small, partial(_solve, True)),
        "panel-density": (partial(_empty, 4, 3), _density),
        "panel-history": (partial(_empty, 6, 3), _history),
        "panel-activity": (small, _running),
        "panel-bounds": (small, partial(_waited_dock, "bounds")),
        "panel-library": (small, partial(_waited_dock, "library")),
        **{
            f"panel-{name}": (partial(_empty, 8, 2), partial(_waited_dock, name))
            for name in ("lessons", "rings", "tables")
        },
        "panel-symmetry": (lambda: big, partial(_waited_dock, "symmetry")),
        "panel-symmetry-stabiliser": (lambda: big, _stabiliser),
        "panel-compare": (small, partial(_dock, "compare")),
        "panel-compare-run": (partial(_empty, 4, 3), _compare),
        **{
            f"family-{name}": (partial(_empty, n, d), partial(_family, name))
            for name, n, d in (
                ("classical", 8, 2),
                ("regular", 12, 3),
                ("subcube", 9, 3),
                ("stacked", 6, 3),
                ("colouring", 12, 2),
            )
        },
        "view-square": (lambda: big, partial(_flat, 1)),
        "view-square-8-2": (partial(_classical, 8), partial(_flat, 1)),
        "view-graph": (partial(_empty, 4, 2), partial(_flat, 2)),
        "view-counts": (lambda: big, partial(_flat, 3)),
        "toasts": (small, _toasts),
    }


def _dialogs() -> dict[str, tuple[Callable, Step]]:
    small = partial(_empty, 5, 3)
    return {
        "more": (small, lambda window: _child(window, "scene.more").click()),
        "more-5-5": (partial(_empty, 5, 5), lambda window: _child(window, "scene.more").click()),
        "preferences": (small, partial(_page, 0)),
        "preferences-keys": (small, partial(_page, 1)),
        "keys": (small, partial(_act, "help.keys")),
        "welcome": (small, partial(_act, "help.welcome")),
        "palette": (small, partial(_act, "help.commands")),
        "select": (small, partial(_act, "edit.select_rule")),
        **{
            f"menu-{title.lower()}": (small, partial(_menu, title))
            for title in ("File", "Edit", "View", "Solve", "Panels", "Help")
        },
    }


if __name__ == "__main__":
    sys.exit(main())
