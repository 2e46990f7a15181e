"""The comparison of the placement with another one: whether a symmetry maps one to the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from nqviz.core.placement import Placement
from nqviz.core.symmetry import Symmetry, symmetry_between
from nqviz.formats import read_placement
from nqviz.run.context import RunContext

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.fields import label, link
from ...widgets.layouts import vertical
from ...widgets.widgets import button, named, show_note
from ..drawer import PADDING


class Comparison(QWidget):
    """A button that asks for another placement, and what the comparison has found.

    Parameters
    ----------
    document : Document
    runner : JobRunner
    tabs : callable
        Returns the boards that are open.
    apply : callable
        Applies a symmetry to the placement, in one step.
    """

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        tabs: Callable[[], Sequence[BoardTab]],
        apply: Callable[[Symmetry], None],
    ) -> None:
        super().__init__()
        self._document, self._tabs, self._apply = document, tabs, apply
        self._found: Symmetry | None = None
        self.with_translations = False
        self._result = named(
            label("", "sentence"), "symmetry.result", "What the comparison has found"
        )
        self._follow = link("symmetry.follow", "Apply it", "Map this placement onto the other one")
        self._follow.clicked.connect(self.follow)
        self._compare = button(
            "symmetry.compare", "Compare with …", "Look for a symmetry that maps this to another"
        )
        self.menu = QMenu(self)
        self.menu.setObjectName("symmetry.other")
        column = vertical(self, margins=(PADDING, 0, PADDING, 0))
        for widget in (self._result, self._follow, self._compare):
            column.addWidget(widget)
        self._job = PanelJob(self, runner, lambda text: show_note(self._result, text))
        self._job.add_start(self._compare, self.choose, toggles=True)
        self.clear()

    def clear(self) -> None:
        """Discard what was found, and end a comparison that is running."""
        self._job.drop()
        self._show(None, "")

    def choose(self) -> None:
        """Ask which placement to compare with."""
        self.fill_menu()
        corner = self._compare.mapToGlobal(QPoint(0, 0))
        self.menu.popup(corner - QPoint(0, self.menu.sizeHint().height()))

    def fill_menu(self) -> None:
        """List the other boards that are open, and a file."""
        self.menu.clear()
        for tab in self._tabs():
            if tab is not self._document.tab:
                action = self.menu.addAction(tab.title)
                action.triggered.connect(lambda _checked=False, tab=tab: self.compare_with(tab))
        if not self.menu.isEmpty():
            self.menu.addSeparator()
        self.menu.addAction("A file …").triggered.connect(self.choose_file)

    def choose_file(self) -> None:
        """Ask for a file to compare with."""
        name, _ = QFileDialog.getOpenFileName(self, "Compare with a placement")
        if name:
            self.compare_with(Path(name))

    def compare_with(self, other: BoardTab | Path) -> None:
        """Look in a job for a symmetry that maps this placement to another one.

        Parameters
        ----------
        other : BoardTab or Path
            A board that is open, or a file.
        """
        self.clear()
        placement, moves = self._document.placement(), self.with_translations
        given = None if isinstance(other, Path) else _placement_of(other)
        name = other.name if isinstance(other, Path) else other.title

        def work(run: RunContext) -> Symmetry | None:
            if given is None:
                assert isinstance(other, Path)
                return symmetry_between(placement, read_placement(other).placement, moves)
            return symmetry_between(placement, given, moves)

        self._job.start(
            "Comparison up to symmetry",
            work,
            lambda found: self._on_compared(found, name),
            text="Comparing …",
        )

    def _on_compared(self, found: Symmetry | None, name: str) -> None:
        if found is None:
            words = f"No symmetry maps this placement to {name}: they differ."
        elif found.is_identity:
            words = f"{name} is the same placement, queen by queen."
        else:
            words = f"The same up to symmetry: {found.name} maps this to {name}."
        self._show(found, words)

    def _show(self, found: Symmetry | None, words: str) -> None:
        self._found = found
        show_note(self._result, words)
        self._follow.setVisible(found is not None and not found.is_identity)

    def follow(self) -> None:
        """Map this placement onto the other one."""
        if self._found is not None:
            self._apply(self._found)


def _placement_of(tab: BoardTab) -> Placement:
    return Placement.from_indices(tab.state.board, tab.state.queens)
