"""The library: the placements that ship with nqviz, and those of own folders."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.records import KINDS, Record
from nqviz.constructions.from_catalogue import all_records, check, is_maximum, load
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr
from nqviz.formats import write_placement
from nqviz.run.context import RunContext

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...preferences import ListedFolders
from ...widgets.fields import field, label, link
from ...widgets.flow import FlowLayout
from ...widgets.labels import Paragraph
from ...widgets.layouts import STRETCH, fill, horizontal, scrolling, vertical
from ...widgets.library_texts import standing_text
from ...widgets.numbers import spaced, with_spaces
from ...widgets.values import offer
from ...widgets.widgets import button, combo, named, note, set_objection, show_note, spin
from ..panel_job import PanelJob
from .facts import is_drawn
from .records_table import Found, RecordsTable
from .tiles import PlacementPicture

ANY = None
MAX_WORK = 250_000
"""Queens times directions of attack up to which a picture is made in a click."""
FOLDERS = "library/folders"
RIGHT_WIDTH = 336


class LibraryPane(QWidget):
    """A table of placements with filters; Enter or a double click opens one."""

    # (BoardTab, bool) a placement is to be opened; with True beside the boards that are open.
    open_placement = Signal(object, bool)

    def __init__(
        self, document: Document, runner: JobRunner, settings: QSettings | None = None
    ) -> None:
        super().__init__()
        self._document = document
        self._found: Found | None = None
        self._is_new = True
        self.folders = ListedFolders(settings, FOLDERS, self.refresh)
        self._make_filters()
        self._make_chosen()
        self._make_buttons()
        self._lay_out()
        self._job = PanelJob(self, runner, self._about.show_text)
        self._connect()
        self.setFocusProxy(self._list)
        self._update_ui()

    def _make_filters(self) -> None:
        self._search = named(QLineEdit(), "library.search")
        self._search.setPlaceholderText(tr("such as Kunt"))
        self._search.setClearButtonEnabled(True)
        self._dimension = combo("library.dimension", [(tr("any"), ANY)])
        self._n = spin("library.n", 0, 999, 0, lowest=tr("any"))
        proven = [(tr("any"), ANY), (tr("proven maximum"), True), (tr("not proven"), False)]
        self._proven = combo("library.proven", proven)
        kinds = [(tr(text.capitalize()), kind) for kind, text in KINDS.items()]
        self._kind = combo("library.kind", [(tr("any way"), ANY), *kinds])
        for box in (self._dimension, self._proven, self._kind):
            box.setMinimumContentsLength(6)
        self._list = RecordsTable()
        self._count = note("library.count")

    def _make_chosen(self) -> None:
        self.preview = PlacementPicture("library.preview")
        self._name = label("", "lead", "library.name", wraps=True)
        self._about = Paragraph("library.about")
        self._problems = note("library.problems")
        self._problems.setProperty("alarm", True)
        self._problems.setTextFormat(Qt.TextFormat.PlainText)

    def _make_buttons(self) -> None:
        self._open = button("library.open", primary=True)
        self._beside = button("library.open_beside")
        self._check = link("library.check")
        self._export = link("library.export", on_click=self.export_dialog)
        title = tr("Folder with placements")
        self._add = link("library.add_folder", on_click=lambda: self.folders.ask(self, title))
        self._discard = link("library.forget", on_click=lambda: self.folders.set([]))
        self._refresh = link("library.refresh")

    def _lay_out(self) -> None:
        filters = horizontal(spacing=12)
        for title, box in (
            (tr("Search"), self._search),
            (tr("Dimension"), self._dimension),
            (tr("Longest side"), self._n),
            (tr("Proven"), self._proven),
            (tr("Obtained"), self._kind),
        ):
            filters.addWidget(field(box, title), 2 if box is self._search else 1)
        folders = QWidget()
        flow = FlowLayout(folders, spacing=24, between_rows=4)
        self._count.setWordWrap(False)
        for part in (self._count, self._add, self._discard, self._refresh):
            flow.addWidget(part)
        left = vertical(None, filters, (self._list, 1), folders, self._problems, spacing=12)
        horizontal(self, (left, 1), self._chosen_column(), margins=(16, 0, 0, 0), spacing=32)

    def _chosen_column(self) -> QWidget:
        links = QWidget()
        flow = FlowLayout(links, spacing=24, between_rows=4)
        flow.addWidget(self._check)
        flow.addWidget(self._export)
        inside = QWidget()
        column = vertical(inside, self.preview, self._name, self._about, spacing=8)
        fill(column, self._open, self._beside, links, STRETCH)
        scroll = scrolling(inside)
        scroll.setFixedWidth(RIGHT_WIDTH)
        return scroll

    def _connect(self) -> None:
        for box in (self._dimension, self._proven, self._kind):
            box.currentIndexChanged.connect(self._filter)
        self._n.valueChanged.connect(self._filter)
        self._search.textChanged.connect(self._filter)
        self._list.chosen.connect(self._update_ui)
        self._list.open_wanted.connect(self.open_chosen)
        self.preview.clicked.connect(lambda _on: self.open_chosen())
        self._job.add_start(self._open, self.open_chosen, self._objection)
        self._job.add_start(self._beside, lambda: self.open_chosen(True), self._objection)
        self._job.add_start(self._check, self.check_chosen, self._objection)
        self._job.add_start(self._refresh, self.refresh)

    # The table -----------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_new:
            self._is_new = False
            self.refresh()

    def refresh(self) -> None:
        """Look into the library and the folders again."""
        folders = list(self.folders.paths)

        def work(run: RunContext) -> Found:
            records, problems = all_records(folders, run)
            return Found(records, frozenset(filter(is_maximum, records)), problems)

        report = self._count.setText
        self._job.start(tr("Library"), work, self._on_found, text=tr("Reading …"), report=report)

    def _on_found(self, found: Found) -> None:
        self._found = found
        dimensions = sorted({each.board.d for each in found.records})
        offer(self._dimension, [(tr("any"), ANY), *((f"d = {d}", d) for d in dimensions)])
        show_note(self._problems, "\n".join(found.problems))
        self._filter()

    def _filter(self) -> None:
        """List what passes the filters; what was chosen stays so if it is still there."""
        if self._found is None:
            return
        passing = tuple(filter(self._passes, self._found.records))
        self._list.show_records(passing, self._found)
        shown, every = spaced(len(passing)), spaced(len(self._found.records))
        self._count.setText(tr("{shown} of {every} placements", shown=shown, every=every))
        self._update_ui()

    def _passes(self, each: Record) -> bool:
        assert self._found is not None
        kind, proven = self._kind.currentData(), self._proven.currentData()
        words = self._search.text().strip().lower()
        return (
            self._dimension.currentData() in (ANY, each.board.d)
            and self._n.value() in (0, each.board.n)
            and kind in (ANY, each.kind)
            and proven in (ANY, each in self._found.maximum)
            and words in f"{each.board} {each.name} {each.source} {each.note}".lower()
        )

    # The chosen one ------------------------------------------------------------------------------

    def _objection(self) -> str:
        return tr("Choose a placement first") if self._list.record is None else ""

    def _update_ui(self) -> None:
        chosen = self._list.record
        self._job.update_buttons()
        set_objection(self._export, self._objection())
        set_objection(self._discard, "" if self.folders.paths else tr("No folder is listed"))
        if chosen is None:
            self._name.setText("")
            self._about.show_text(tr("Choose a placement."))
        else:
            self._name.setText(with_spaces(_titled(chosen)))
            source = tr("From: {source}.", source=source_text(chosen.source))
            words = (source, standing_text(chosen), tr(chosen.note))
            self._about.show_text(with_spaces("\n".join(filter(None, words))))
        self._show_picture()

    def _show_picture(self) -> None:
        chosen = self._list.record
        if chosen is None:
            self.preview.show_placement(None, "")
        elif not is_drawn(chosen.board) or chosen.count * 3**chosen.board.d > 2 * MAX_WORK:
            self.preview.show_placement(None, tr("Too large for a small picture"))
        else:
            try:
                self.preview.show_placement(load(chosen).placement, "")
            except InputError as error:
                self.preview.show_placement(None, str(error))

    def open_chosen(self, beside: bool = False) -> None:
        """Read or build the chosen placement in the background and open it."""
        chosen = self._list.record
        if chosen is None:
            return
        self._job.start(
            tr("Open {name}", name=chosen.name),
            lambda run: window_state(load(chosen, run).placement),
            lambda state: self._on_state(state, beside),
            text=tr("Opening …"),
        )

    def _on_state(self, state: BoardState, beside: bool) -> None:
        self._update_ui()
        self.open_placement.emit(BoardTab(state), beside)

    def check_chosen(self) -> None:
        """Check the chosen record in the background: board, count, and that no two attack."""
        chosen = self._list.record
        if chosen is None:
            return

        def work(_run: RunContext) -> str:
            words = tr("Checked: {chosen}, no two of them attack.", chosen=_titled(chosen))
            return check(chosen) or words

        title = tr("Check {name}", name=chosen.name)
        self._job.start(title, work, self._on_checked, text=tr("Checking …"))

    def _on_checked(self, words: str) -> None:
        self._update_ui()
        self._about.show_text(with_spaces(f"{words}\n{self._about.text()}"))

    def export_dialog(self) -> None:
        """Ask where to save a copy of the chosen placement."""
        chosen = self._list.record
        if chosen is None:
            return
        name = chosen.name if chosen.path is None else chosen.path.stem
        title, kinds = tr("Export the placement"), tr("Placements (*.json *.queens *.csv *.txt)")
        path, _ = QFileDialog.getSaveFileName(self, title, f"{name}.json", kinds)
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Save a copy of the chosen placement, queen by queen."""
        chosen = self._list.record
        if chosen is None:
            return
        try:
            file = load(chosen)
            write_placement(file.placement, path, file.note, file.source)
            words = tr("Saved {chosen} to {path}.", chosen=_titled(chosen), path=path)
        except InputError as error:
            words = str(error)
        self._document.report(words)


def _titled(record: Record) -> str:
    """Return how many queens a record has, and on which board."""
    queens = counted_tr(record.count, record.board.piece)
    return tr("{queens} on the {board}", queens=queens, board=record.board)
