"""A person who does one random thing after another to a window."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSpinBox

from nqviz import Board, Placement
from nqviz.constructions.from_catalogue import load_record
from nqviz.view.view_state import CLIQUES, COLOURINGS, DENSITIES, FLAT_VIEWS, QUEENS, SHARES, STYLES
from nqviz_app.actions.search import SearchPopup
from nqviz_app.document.board_tab import BoardTab, window_state

SMALL = [
    Board.cube(8, 2),
    Board.cube(5, 3),
    Board((4, 5, 3)),
    Board.cube(5, 2, torus=True),
    Board.cube(3, 4),
    Board.cube(6, 1),
]
CONSTRUCTIONS = [("classical", 9, 2), ("regular", 11, 3), ("subcube", 7, 3), ("subcube", 4, 3)]


class Person:
    """Does one random thing after another to a window.

    Parameters
    ----------
    window : MainWindow
    seed : int
    folder : Path, optional
        Where files are saved; without it only the board, its tabs and its views are used.
    """

    def __init__(self, window: Any, seed: int, folder: Path | None = None) -> None:
        self.window, self.random, self.folder = window, random.Random(seed), folder
        self.next = random.Random(seed)  # what comes next does not depend on what was found
        self.done: list[str] = []
        frequent = [self.toggle] * 10 + [self.click] * 4 + [self.toggle_given] * 3
        frequent += [self.undo] * 6 + [self.redo] * 3 + [self.edit] * 6 + [self.look] * 8
        self.choices: list[Callable[[], None]] = frequent + [
            self.construct,
            self.construct,
            self.other_board,
            self.new_tab,
            self.switch_tab,
            self.switch_tab,
            self.close_tab,
            self.solve,
            self.solve,
            self.stop,
            self.accept,
            self.discard,
            self.density,
            self.theme,
        ]
        if folder is not None:
            self.choices += [
                *[self.drawer] * 4,
                *[self.lesson] * 3,
                *[self.lesson_step] * 6,
                *[self.image] * 4,
                *[self.history] * 3,
                self.lesson_end,
                self.present,
                self.present,
                self.atlas,
                self.compare,
                self.end_comparison,
                self.look_for,
                self.search,
                self.record,
                self.save,
                self.save_session,
                self.open_saved,
                self.preferences,
            ]

    def act(self) -> None:
        """Do the next thing."""
        action = self.next.choice(self.choices)
        self.done.append(action.__name__)
        action()

    @property
    def document(self) -> Any:
        return self.window.document

    def cell(self) -> int:
        return self.random.randrange(self.document.board.size)

    def find(self, kind: Any, name: str) -> Any:
        widget = self.window.findChild(kind, name)
        assert widget is not None, name
        return widget

    def press(self, name: str) -> None:
        self.find(QAbstractButton, name).click()  # what is disabled does nothing

    # Queens

    def toggle(self) -> None:
        self.document.toggle(self.cell())

    def toggle_given(self) -> None:
        self.document.toggle_given(self.cell())

    def click(self) -> None:
        grid = self.window.layers.grid
        place = QPointF(self.window.layers.grid.cell_center(self.cell())).toPoint()
        if grid.rect().contains(place):
            QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=place)

    def undo(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.window.actions_["edit.undo"].trigger()

    def redo(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.window.actions_["edit.redo"].trigger()

    def edit(self) -> None:
        editing, document = self.window.editing, self.document
        document.set_selection({self.cell() for _ in range(5)} | document.selection)
        axis = self.random.randrange(document.board.d)
        self.random.choice(
            [
                editing.select_all,
                editing.select_none,
                editing.delete,
                editing.lock,
                editing.unlock,
                editing.copy,
                editing.paste,
                lambda: editing.move(axis, self.random.choice((-1, 1))),
                lambda: editing.reverse(axis),
                lambda: editing.translate(axis),
                document.clear,
                document.unlock_all,
                self.random.choice(editing.board_actions()).trigger,
            ]
        )()

    # Boards and tabs

    def construct(self) -> None:
        family, n, d = self.random.choice(CONSTRUCTIONS)
        self.find(QSpinBox, "board.n").setValue(n)
        self.find(QSpinBox, "board.d").setValue(d)
        self.find(QAbstractButton, f"constructions.family.{family}").click()
        self.press("constructions.load")

    def other_board(self) -> None:
        board = self.random.choice(SMALL)
        self.document.load(window_state(Placement(board)), f"New {board}")

    def new_tab(self) -> None:
        if len(self.window.tabs.board_tabs) < 4:
            self.window.actions_["file.new"].trigger()

    def switch_tab(self) -> None:
        self.window.tabs.show_tab(self.random.choice(self.window.tabs.board_tabs))

    def close_tab(self) -> None:
        self.document.undo_stack.setClean()  # else it asks
        self.window.actions_["file.close"].trigger()

    # Looking

    def look(self) -> None:
        """Change one thing of the view state, as menus, drawers and overlays do."""
        board, view = self.document.board, self.document.view
        low, high = sorted(self.random.randrange(board.shape[-1]) for _ in range(2))
        name, values = self.random.choice(
            [
                ("share", SHARES),
                ("active_layer", (None, *range(board.shape[-1]))),
                ("clip", ({}, {board.d - 1: (low, high)})),
                ("gap", (0.0, 0.4, 1.5)),
                ("colour", (*COLOURINGS, "x1")),
                ("style", STYLES),
                ("queens", QUEENS),
                ("density", DENSITIES),
                ("clique", (None, *CLIQUES)),
                ("flat", FLAT_VIEWS),
                *((flag, (False, True)) for flag in ("free", "labels", "fade", "parallel")),
            ]
        )
        change = {name: self.random.choice(values)}
        self.document.set_view(replace(view, **change).on(board))

    def theme(self) -> None:
        self.window.actions_[f"view.theme_{self.random.choice(('light', 'dark'))}"].trigger()

    def density(self) -> None:
        if self.document.board.size <= 64:
            self.press(self.random.choice(("density.show", "density.hide")))

    # Solving

    def solve(self) -> None:
        self.window.solve_panel.run()

    def stop(self) -> None:
        self.window.solve_panel.stop()

    def accept(self) -> None:
        self.window.solve_panel.accept()

    def discard(self) -> None:
        self.window.solve_panel.discard()

    # All around the board

    def drawer(self) -> None:
        names = [*self.window.drawers.names, "atlas"]
        self.window.actions_[f"drawers.{self.random.choice(names)}"].trigger()

    def lesson(self) -> None:
        """Begin a lesson; the board of another tab may be shown while it is taken."""
        lessons = self.window.panels.lessons
        lessons.bring()
        lessons.start(self.random.randrange(len(lessons.list.entries.entries)), anew=True)

    def lesson_step(self) -> None:
        lessons = self.window.panels.lessons
        run = lessons.run
        if run is None:
            return
        page = lessons.page
        self.random.choice([page.go_next, page.go_next, page.go_back, lessons.show_how, run.play])()

    def lesson_end(self) -> None:
        self.window.panels.lessons.leave()

    def image(self) -> None:
        """Apply an image of the symmetry drawer, which may be open since an older board."""
        panel = self.window.panels.symmetry
        self.window.drawers.open("symmetry")
        if self.random.random() < 0.5:
            QCoreApplication.processEvents()
        shown = panel.gallery.shown
        if len(shown):
            place = shown[self.random.randrange(len(shown))]
            panel.gallery.previewed.emit(place)
            if self.random.random() < 0.3:
                self.other_board()
            panel.gallery.applied.emit(place)

    def history(self) -> None:
        self.press(f"history.{self.random.choice(('first', 'back', 'next', 'last', 'play'))}")

    def present(self) -> None:
        self.window.actions_["view.present"].trigger()

    def atlas(self) -> None:
        atlas = self.window.panels.atlas
        self.window.pages.show_page("atlas")
        atlas.show_segment(self.random.randrange(5))
        if self.random.random() < 0.5:
            atlas.show_board(self.random.choice(SMALL))
        if self.random.random() < 0.3:
            atlas.open_chosen(beside=len(self.window.tabs.board_tabs) < 4)

    def compare(self) -> None:
        page = self.window.panels.compare
        if self.document.board.size <= 64:
            page.show_board(self.document.board)
            page.set_limits(1, 1)
            self.window.actions_["compare.run"].trigger()

    def end_comparison(self) -> None:
        self.window.actions_["compare.stop"].trigger()
        self.window.pages.back()

    def look_for(self) -> None:
        names = ("solve.most", "solve.full", "solve.complete")
        if self.document.board.size <= 125:
            self.window.actions_[self.random.choice(names)].trigger()

    def search(self) -> None:
        """Open the search, type, and close it or take what it finds first."""
        self.window.show_palette()
        popups = self.window.findChildren(SearchPopup)  # a closed one goes with the next events
        [popup] = [each for each in popups if each.isVisible()]
        line = popup.findChild(QLineEdit, "palette.line")
        QTest.keyClicks(line, self.random.choice(("7,2", "sym", "undo", "queens", "xyz")))
        popup.close()

    def record(self) -> None:
        if len(self.window.tabs.board_tabs) < 4:
            name = self.random.choice(("5x5x5-13", "4x4x4-7"))
            self.window.tabs.open_tab(BoardTab(window_state(load_record(name).placement)))

    # Files

    def _path(self, ending: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{self.random.randrange(3)}{ending}"

    def save(self) -> None:
        self.window.files.save_to(self._path(".json"))

    def save_session(self) -> None:
        self.window.files.save_session_to(self._path(".nqviz"))

    def open_saved(self) -> None:
        path = self._path(self.random.choice((".json", ".nqviz")))
        if path.exists() and len(self.window.tabs.board_tabs) < 4:
            self.window.files.open(path)

    def preferences(self) -> None:
        change = self.random.choice(
            [{"text_size": 120}, {"text_size": 100}, {"undo_memory": 16}, {"speed": 400}]
        )
        self.window.services.preferences.change(**change)
