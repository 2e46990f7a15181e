"""Whether a symmetry of the board maps the placement to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.core.symmetry import Symmetry, symmetry_between, symmetry_name
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


class Equivalence(QWidget):
    """A button that asks for another placement, and the symmetry that maps this one to it.

    The parameters are those of `SymmetryPanel`.
    """

    # (Symmetry) the symmetry that was found is to map the placement, in one step.
    applied = Signal(object)

    def __init__(
        self, document: Document, runner: JobRunner, tabs: Callable[[], Sequence[BoardTab]]
    ) -> None:
        super().__init__()
        self._document, self._tabs = document, tabs
        self._found: Symmetry | None = None
        self.with_translations = False
        self._result = named(label("", "sentence"), "symmetry.result")
        self._follow = link("symmetry.follow", on_click=self.follow)
        self._choose = button("symmetry.equivalence")
        self.menu = QMenu(self)
        self.menu.setObjectName("symmetry.other")
        vertical(self, self._result, self._follow, self._choose, margins=(PADDING, 0, PADDING, 0))
        self._job = PanelJob(self, runner, lambda text: show_note(self._result, text))
        self._job.add_start(self._choose, self.choose, toggles=True)
        self.clear()

    def clear(self) -> None:
        """Discard what was found, and end a search that is running."""
        self._job.drop()
        self._show(None, "")

    def choose(self) -> None:
        """Ask for another placement."""
        self.fill_menu()
        corner = self._choose.mapToGlobal(QPoint(0, 0))
        self.menu.popup(corner - QPoint(0, self.menu.sizeHint().height()))

    def fill_menu(self) -> None:
        """List the other boards that are open, and a file."""
        self.menu.clear()
        for tab in self._tabs():
            if tab is not self._document.tab:
                action = self.menu.addAction(tab.title)
                action.triggered.connect(lambda _checked=False, tab=tab: self.search(tab))
        if not self.menu.isEmpty():
            self.menu.addSeparator()
        self.menu.addAction(tr("A file …")).triggered.connect(self.choose_file)

    def choose_file(self) -> None:
        """Ask for a file with another placement."""
        name, _ = QFileDialog.getOpenFileName(self, tr("Equivalent to a placement"))
        if name:
            self.search(Path(name))

    def search(self, other: BoardTab | Path) -> None:
        """Look in a job for a symmetry that maps this placement to another one.

        `other`: a board that is open, or a file.
        """
        self.clear()
        placement, moves = self._document.placement(), self.with_translations
        given = other if isinstance(other, Path) else other.state.placement
        name = other.name if isinstance(other, Path) else other.title

        def work(_run: RunContext) -> Symmetry | None:
            image = read_placement(given).placement if isinstance(given, Path) else given
            return symmetry_between(placement, image, moves)

        self._job.start(
            tr("Equivalence up to symmetry"),
            work,
            lambda found: self._on_found(found, name),
            text=tr("Looking for a symmetry …"),
        )

    def _on_found(self, found: Symmetry | None, name: str) -> None:
        if found is None:
            words = tr("No symmetry maps this placement to {name}: they differ.", name=name)
        elif found.is_identity:
            words = tr("{name} is the same placement, queen by queen.", name=name)
        else:
            text = tr_later("The same up to symmetry: {symmetry} maps this to {name}.")
            words = tr(text, symmetry=symmetry_name(found.name), name=name)
        self._show(found, words)

    def _show(self, found: Symmetry | None, words: str) -> None:
        self._found = found
        show_note(self._result, words)
        self._follow.setVisible(found is not None and not found.is_identity)

    def follow(self) -> None:
        """Map this placement onto the other one."""
        if self._found is not None:
            self.applied.emit(self._found)
