"""What is done in the window before a picture is taken."""

from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QListWidget, QMessageBox, QPushButton, QToolButton, QTreeView, QWidget

from nqviz import Board
from nqviz.constructions import FAMILIES, cut_state
from nqviz.core.language import tr
from nqviz.run.context import RunContext
from nqviz.run.processes import allow_processes
from nqviz_app.crash_reports import offer_reports
from nqviz_app.dialogs.export_preview import ExportPreview
from nqviz_app.document.autosave import offer_recovery
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.atlas.head import COUNTS, MAXIMUM, MINE
from tests.app.window_driver import open_panel


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until_idle(window: Any, seconds: float = 60.0) -> None:
    for _ in range(round(10 * seconds)):
        wait(100)
        if not window.runner.jobs:
            break


def until_suggested(window: Any, seconds: float = 10.0) -> None:
    """Wait for the first placement of a search, which may be loaded first."""
    for _ in range(round(10 * seconds)):
        wait(100)
        if window.document.suggestion is not None:
            break


def nothing(_window: Any) -> None: ...


def several(*steps: Any) -> Any:
    def do(window: Any) -> None:
        for step in steps:
            step(window)

    return do


# Controls ------------------------------------------------------------------------------------


def child(window: Any, name: str) -> Any:
    return window.findChild(QWidget, name)


def dock(name: str, window: Any) -> None:
    open_panel(window, name)
    wait(300)
    until_idle(window)


def act(name: str, window: Any) -> None:
    window.actions_[name].trigger()


def press(name: str, window: Any) -> None:
    child(window, name).click()
    wait(300)
    until_idle(window)


def flat(page: str, window: Any) -> None:
    window.pages.show_page(page)


def cursor(cell: int, window: Any) -> None:
    window.document.set_cursor(cell)


def choose(name: str, text: str, window: Any) -> None:
    box = child(window, name)
    box.setCurrentIndex(box.findText(tr(text)))


def look(field: str, text: str, window: Any) -> None:
    """Choose a row of the menu of how the scene looks."""
    rows = window.commands.look.look_actions()
    next(row for row in rows if row.data()[0] == field and row.text() == tr(text)).trigger()


def check(name: str, window: Any) -> None:
    child(window, name).setChecked(True)


def show_menu(title: str, window: Any) -> None:
    for action in window.menuBar().actions():
        if action.text().replace("&", "") == tr(title).replace("&", ""):
            action.menu().popup(window.mapToGlobal(window.rect().center()))


def show_tool_menu(name: str, window: Any) -> None:
    """Open the menu of a button of the toolbar where it opens."""
    button = window.findChild(QToolButton, f"toolbar.{name}")
    button.menu().popup(button.mapToGlobal(button.rect().bottomLeft()))


def menu_bar(window: Any) -> None:
    """Show the menu bar, as Alt does."""
    window.menuBar().show()


def narrow(window: Any) -> None:
    window.resize(1100, 700)


# On the board --------------------------------------------------------------------------------


def clique(kind: str, window: Any) -> None:
    look("clique", kind, window)
    look("clique_size", "2", window)
    board = window.document.board
    cursor(board.index([side // 2 for side in board.shape]), window)


def select(window: Any) -> None:
    window.document.set_selection(range(0, window.document.board.size, 7))
    window.document.lock_all()


def cut(window: Any) -> None:
    built = FAMILIES["subcube"].construct(
        Board.cube(9, 3), {}, RunContext(progress=lambda _p: None, stop=Event())
    )
    window.document.load(cut_state(built), "A cut")


def slice_of_four(window: Any) -> None:
    window.minimap.cubes.show((2,))


# Panels at work ------------------------------------------------------------------------------


def solve(seconds: float, until_done: bool, window: Any) -> None:
    open_panel(window, "solve")
    child(window, "solve.seconds").setValue(seconds)
    child(window, "solve.run").click()
    if until_done:
        wait(300)
        until_idle(window)
    else:
        wait(4000)


def compare(window: Any) -> None:
    show_page("compare", window)
    child(window, "compare.boards").setText("3,3 4,3")
    press("compare.run", window)


def family(name: str, window: Any) -> None:
    open_panel(window, "board")
    child(window, f"constructions.family.{name}").click()
    press("constructions.load", window)


def history(window: Any) -> None:
    for cell in (0, 40, 99, 150):
        window.document.toggle(cell)
    dock("history", window)
    window.document.undo_stack.undo()


def show_page(name: str, window: Any) -> None:
    window.pages.show_page(name)


def atlas(part: int, window: Any) -> None:
    show_page("atlas", window)
    window.panels.atlas.show_segment(part)
    wait(300)
    until_idle(window, 20)


def bounds(window: Any) -> None:
    atlas(MAXIMUM, window)
    window.panels.atlas.show_board(Board.cube(12, 3))
    wait(300)
    until_idle(window, 20)


def library(window: Any) -> None:
    atlas(MINE, window)
    box = child(window, "library.list")
    box.setCurrentItem(box.topLevelItem(5))


def tables(window: Any) -> None:
    atlas(COUNTS, window)
    table = child(window, "tables.table")
    table.setCurrentIndex(table.model().index(2, 0))


def rings(window: Any) -> None:
    open_panel(window, "solve")
    window.solve_panel.look_for("rings")
    press("solve.run", window)
    tree = window.findChild(QTreeView, "rings.tree")
    tree.expandToDepth(1)
    for _ in range(3):
        child(window, "rings.step").click()
    press("rings.count", window)


def symmetry(window: Any) -> None:
    """Compare the placement with its image in another tab."""
    placement = window.document.placement()
    window.new_tab()
    window.document.load(window_state(placement), "The same")
    dock("symmetry", window)
    window.panels.symmetry.gallery.applied.emit(1)
    window.panels.symmetry.equivalence.search(window.tabs.board_tabs[0])
    until_idle(window)


def lesson(row: int, steps: int, window: Any) -> None:
    dock("lessons", window)
    window.lessons_panel.start(row)
    for _ in range(steps):
        window.lessons_panel.page.go_next()
        wait(200)
    until_idle(window)


def planar(page: str, window: Any) -> None:
    """Answer a question about flat boards in the Solve drawer."""
    open_panel(window, "solve")
    window.solve_panel.look_for("excluded" if page == "complete" else page)
    if page == "complete":
        child(window, "planar.complete_more").setChecked(True)
        child(window, "planar.complete_n").setValue(14)
        child(window, "planar.complete_many").setValue(5)
        child(window, "planar.complete_make").click()
    else:
        child(window, f"planar.{page}_n").setValue(16)
        mark = window.document.set_greedy if page == "first" else window.document.set_costs
        mark(True)
    press("solve.run", window)


# What runs and what is told ------------------------------------------------------------------


def running(window: Any) -> None:
    for _ in range(2):
        window.runner.start("Counting a large board", _busy, succeeded=nothing, failed=nothing)
    wait(700)
    window.activity.show_all()


def _busy(run: Any) -> None:
    run.stop.wait(5)


def toasts(window: Any) -> None:
    notes = window.services.notifications
    notes.report("Solving the (9,3) board: done after 61 s.")
    notes.warn("Building failed: the sides are too small for this family", "details\n  line 2")


def details(window: Any) -> None:
    window.services.notifications.warn("Building failed: the sides are too small", "line 1\nline 2")
    wait(200)
    window.findChild(QWidget, "notifications").findChild(QPushButton).click()


def page(index: int, window: Any) -> None:
    act("edit.preferences", window)
    window.findChild(QListWidget, "preferences.sections").setCurrentRow(index)


def export(window: Any) -> None:
    allow_processes()  # one draws the preview
    window.exporting.open_dialog()
    preview = window.findChild(ExportPreview)
    for _ in range(300):
        wait(100)
        if not preview.is_waiting:
            break


def figure(window: Any) -> None:
    """Choose the column of an article and PDF in the export dialog."""
    export(window)
    choose("export.format", "PDF drawing", window)
    choose("export.size", "Column 8.6 cm", window)
    wait(2000)


def recovery(window: Any) -> None:
    """Offer a session that an earlier run left."""
    path = Path(mkdtemp()) / "left.session"
    path.touch()
    offer_recovery(window, [path], lambda _path, _done: True)


def reports(window: Any) -> None:
    text = "nqviz 0.1.0\nPython 3.11\n\n09:41:02\nTraceback (most recent call last):\nValueError: 7"
    offer_reports(window, text, lambda _line: None)


def unsaved(window: Any) -> None:
    """Close a board with changes; the question is shown without waiting for its answer."""
    window.document.toggle(0)
    with patch.object(QMessageBox, "exec", QMessageBox.show):
        window.files.may_close(window.document.tab)


def changed_on_disk(window: Any) -> None:
    """Save over a file that was changed elsewhere."""
    path = Path(mkdtemp()) / "queens.json"
    window.files.save_to(path)
    path.write_text("{}")
    window.document.toggle(0)
    with patch.object(QMessageBox, "exec", QMessageBox.show):
        window.files.save()
