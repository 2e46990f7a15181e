"""The Symmetry panel: apply a symmetry, see what keeps a placement, compare it with another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGroupBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Stabiliser, Symmetry, symmetries, symmetry_between, symmetry_count
from nqviz.formats import read_placement
from nqviz.run.context import RunContext

from ..document.board_tab import BoardTab
from ..document.document import Document
from ..jobs import JobRunner
from ..views.panel_job import PanelJob
from ..widgets.widgets import button, combo, named, note, set_enabled, show_note
from ..widgets.wording import set_tip
from .lazy_panel import LazyPanel

Apply: TypeAlias = Callable[[str, Callable[[IntArray], IntArray]], None]

LISTED = 384
"""The most symmetries that are offered one by one: as many as a (n,4)-board has."""

AT_ONCE = 20_000
"""The most symmetries times queens for which the stabiliser is found at once, without a job; more
symmetries than are listed are never gone through at once."""


class SymmetryPanel(LazyPanel):
    """Works on the whole placement of the document.

    Parameters
    ----------
    document : Document
    runner : JobRunner
    tabs : callable
        Gives the tabs that are open.
    apply : callable
        Maps the whole placement by a function of indices, as one step with a name.
    """

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        tabs: Callable[[], Sequence[BoardTab]],
        apply: Apply,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._tabs, self._apply_map = tabs, apply
        self._listed_for: Board | None = None
        self._found: Symmetry | None = None
        self._file: Path | None = None
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, lambda text: show_note(self._result, text))
        self._job.add_start(self._compare, self.compare)
        self._job.add_start(self._find, self.find_stabiliser)
        document.board_changed.connect(self._on_change)
        document.queens_changed.connect(self._on_change)
        document.tab_changed.connect(self._list_others)
        document.file_changed.connect(self._list_others)
        self._list_others()

    def _make_controls(self) -> None:
        self._translations = named(
            QCheckBox("Count translations of the torus"),
            "symmetry.translations",
            "Count translations of the torus",
            "Whether moving the whole placement around the torus counts as a symmetry",
        )
        self._translations.setChecked(True)
        self._translations.toggled.connect(self._on_change)
        self._operation = combo(
            "symmetry.operation", "Symmetry", [], "A symmetry of the board, axes counted from 1"
        )
        self._apply = button("symmetry.apply", "Apply", "Map the whole placement by it")
        self._apply.clicked.connect(self.apply)
        self._stabiliser = note("symmetry.stabiliser", "What maps the placement to itself")
        self._find = button("symmetry.find", "Find the stabiliser", "Look for it in the background")
        self._other = combo(
            "symmetry.other", "Other placement", [], "What to compare the placement with"
        )
        self._other.activated.connect(self._on_other)
        self._compare = button(
            "symmetry.compare", "Compare", "Look for a symmetry that maps one to the other", True
        )
        self._result = note("symmetry.result", "What the comparison has found")
        self._follow = button(
            "symmetry.follow", "Apply what was found", "Map this placement onto the other one"
        )
        self._follow.clicked.connect(self.follow)

    def _lay_out(self) -> None:
        use, own, other = (QGroupBox(title) for title in ("Apply", "Stabiliser", "Compare"))
        row = QHBoxLayout(use)
        row.addWidget(self._operation, 1)
        row.addWidget(self._apply)
        own_column = QVBoxLayout(own)
        own_column.addWidget(self._stabiliser)
        own_column.addWidget(self._find)
        other_column = QVBoxLayout(other)
        for widget in (self._other, self._compare, self._result, self._follow):
            other_column.addWidget(widget)
        column = QVBoxLayout(self)
        for each in (self._translations, own, use, other):
            column.addWidget(each)
        column.addStretch(1)

    # Following the document ------------------------------------------------------------------

    def _on_change(self) -> None:
        self._job.drop()
        self._found = None
        show_note(self._result, "")
        self.invalidate()

    def refresh(self) -> None:
        """Read the placement of the document."""
        self._translations.setVisible(self._document.board.torus)
        self._list_operations()
        self._show_stabiliser()
        self._show_buttons()

    @property
    def _with_translations(self) -> bool:
        return self._document.board.torus and self._translations.isChecked()

    def _show_buttons(self) -> None:
        cut = self._document.cut is not None
        why = "A cut is shown: load it without its cut first"
        set_enabled(self._apply, not cut and self._operation.count() > 0, why if cut else "Map it")
        self._follow.setVisible(self._found is not None and not self._found.is_identity)

    # Applying --------------------------------------------------------------------------------

    def _list_operations(self) -> None:
        board = self._document.board
        if board == self._listed_for:
            return
        self._listed_for = board
        self._operation.clear()
        if symmetry_count(board) > LISTED:
            set_tip(self._operation, "There are too many to list: use the Symmetry menu")
            return
        for symmetry in (*_steps(board), *symmetries(board)[1:]):
            name = symmetry.name
            self._operation.addItem(name[:1].upper() + name[1:], symmetry)

    def apply(self) -> None:
        """Map the placement by the chosen symmetry."""
        symmetry = self._operation.currentData()
        if isinstance(symmetry, Symmetry):
            self._apply_map(self._operation.currentText(), symmetry.indices)

    # The stabiliser --------------------------------------------------------------------------

    def _show_stabiliser(self) -> None:
        board, queens = self._document.board, self._document.counts.queens
        work = symmetry_count(board) * max(queens, 1) * (queens if self._with_translations else 1)
        at_once = work <= AT_ONCE and symmetry_count(board) <= LISTED
        self._find.setVisible(not at_once)
        if at_once:
            self._describe(Stabiliser.of(self._document.placement(), self._with_translations))
        else:
            self._stabiliser.setText(f"{queens:,} queens: a search in the background tells.")

    def find_stabiliser(self) -> None:
        """Find the stabiliser in a job."""
        placement, moves = self._document.placement(), self._with_translations

        def work(run: RunContext) -> Stabiliser:
            return Stabiliser.of(placement, moves)

        self._job.start("Stabiliser", work, self._on_stabiliser)

    def _on_stabiliser(self, found: Stabiliser) -> None:
        show_note(self._result, "")
        self._find.hide()
        self._describe(found)

    def _describe(self, found: Stabiliser) -> None:
        group = symmetry_count(found.board, found.with_translations)
        name = "None but the identity" if found.order == 1 else found.name
        name = name[:1].upper() + name[1:]
        images = "one image" if found.orbit_size == 1 else f"{found.orbit_size:,} different images"
        self._stabiliser.setText(
            f"{name}.\nOrder {found.order:,} of {group:,}; the placement has {images}."
        )

    # Comparing -------------------------------------------------------------------------------

    def _list_others(self) -> None:
        chosen, is_known = self._other.currentText(), self._other.currentData() is not None
        self._other.clear()
        for tab in self._tabs():
            if tab is not self._document.tab:
                self._other.addItem(tab.title, tab)
        if self._file is not None:
            self._other.addItem(self._file.name, self._file)
        self._other.addItem("A file …", None)
        self._other.setCurrentIndex(max(0, self._other.findText(chosen)) if is_known else 0)

    def _on_other(self) -> None:
        if self._other.currentData() is None:
            self.choose_file()

    def choose_file(self) -> None:
        """Ask for a file to compare with."""
        name, _ = QFileDialog.getOpenFileName(self, "Compare with a placement")
        if name:
            self.set_file(Path(name))

    def set_file(self, path: Path) -> None:
        """Compare with a file."""
        self._file = path
        self._list_others()
        self._other.setCurrentIndex(self._other.findData(path))

    def compare(self) -> None:
        """Look in a job for a symmetry that maps this placement to the other."""
        other = self._other.currentData()
        if other is None:
            self.choose_file()
            other = self._other.currentData()
        if other is None:
            return
        placement, moves = self._document.placement(), self._with_translations
        given = None if isinstance(other, Path) else _placement_of(other)

        def work(run: RunContext) -> Symmetry | None:
            second = read_placement(other).placement if given is None else given
            return symmetry_between(placement, second, moves)

        self._job.start("Comparison up to symmetry", work, self._on_compared, text="Comparing …")

    def _on_compared(self, found: Symmetry | None) -> None:
        self._found = found
        if found is None:
            show_note(self._result, "No symmetry maps this placement to the other: they differ.")
        elif found.is_identity:
            show_note(self._result, "The same placement, queen by queen.")
        else:
            show_note(
                self._result, f"The same up to symmetry: {found.name} maps this to the other."
            )
        self._show_buttons()

    def follow(self) -> None:
        """Map this placement onto the other one."""
        found = self._found
        if found is not None:
            self._apply_map(found.name[:1].upper() + found.name[1:], found.indices)


def _steps(board: Board) -> Iterator[Symmetry]:
    """Yield the translations of a torus by one cell along each axis."""
    axes = tuple(range(board.d))
    for axis in axes if board.torus else ():
        shift = tuple(int(each == axis) for each in axes)
        yield Symmetry(board, axes, (False,) * board.d, shift)


def _placement_of(tab: BoardTab) -> Placement:
    state = tab.state
    return Placement.from_indices(state.board, state.queens)
