"""The Library panel: the records with a preview, and own folders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nqviz.catalogue.records import KINDS, Record
from nqviz.constructions.from_catalogue import all_records, is_maximum, load, standing
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.formats import write_placement
from nqviz.run.context import RunContext
from nqviz.view.palette import Theme

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...views.thumbnails import MAX_CELLS, thumbnail
from ...widgets.flow import flow_of
from ...widgets.widgets import button, combo, named, note, set_enabled, spin
from ...widgets.wording import wrapped
from ..lazy_panel import LazyPanel

ANY = None
PICTURE_HEIGHT = 120
MODEST_HEIGHT = 300
QWIDGETSIZE_MAX = 16_777_215  # Qt's name; PySide does not bring it
MAX_WORK = 250_000
"""Queens times directions of attack up to which a picture is made in a click."""

FOLDERS = "library/folders"


@dataclass(frozen=True)
class _Found:
    """The records that were found, those that are proven maximum, and the invalid files."""

    records: tuple[Record, ...]
    maximum: frozenset[Record]
    problems: tuple[str, ...]


class LibraryPanel(LazyPanel):
    """A list of records with filters; a double click or Enter opens one in a tab."""

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        open_tab: Callable[[BoardTab], object],
        settings: QSettings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._open_tab, self._settings = open_tab, settings
        self._found: _Found | None = None
        self._theme: Theme | None = None
        self.folders: list[str] = _stored(settings)
        self._make_filters()
        self._list = named(
            QListWidget(),
            "library.list",
            "Records",
            "A double click or Enter opens the placement in a tab",
        )
        self._list.setUniformItemSizes(True)
        self._list.setMinimumHeight(130)
        self._count = note("library.count", "How many records are listed")
        self._preview = named(QLabel(), "library.preview", "Picture of the chosen placement")
        self._preview.setToolTip("")
        self._preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._preview.setMinimumSize(QSize(120, PICTURE_HEIGHT))
        self._about = note("library.about", "Where the chosen placement comes from")
        self._problems = note("library.problems", "Files that could not be read")
        self._problems.setProperty("alarm", True)
        self._make_buttons()
        self._lay_out()
        self._job = PanelJob(self, runner, self._about.setText)
        self._connect()
        self._update_ui()

    def _make_filters(self) -> None:
        self._dimension = combo(
            "library.dimension", "Dimension", [("any", ANY)], "Only boards of this dimension"
        )
        self._dimension.setMinimumContentsLength(3)
        self._n = spin("library.n", "Longest side", 0, 999, 0, "Only boards with this longest side")
        self._n.setSpecialValueText("any")
        self._proven = combo(
            "library.proven",
            "Proven",
            [("any", ANY), ("[maximum]: proven", True), ("not proven", False)],
            "Only placements that are proven to be maximum, or only others",
        )
        kinds: list[tuple[str, object]] = [
            (text.capitalize(), kind) for kind, text in KINDS.items()
        ]
        self._kind = combo(
            "library.kind", "Obtained", [("any way", ANY), *kinds], "Only what was obtained so"
        )

    def _make_buttons(self) -> None:
        self._open = button("library.open", "Open", "Open the placement in a tab", True)
        self._export = button("library.export", "Export …", "Save a copy of the placement")
        self._add = button(
            "library.add_folder", "Add folder …", "List the placements of a folder as well"
        )
        self._forget = button("library.forget", "Forget", "List no folders any more")
        self._refresh = button("library.refresh", "Refresh", "Look into the folders again")

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("Dimension", self._dimension)
        form.addRow("Longest side", self._n)
        form.addRow("Proven", self._proven)
        form.addRow("Obtained", self._kind)
        first = QHBoxLayout()
        first.addWidget(self._open, 1)
        first.addWidget(self._export, 1)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._count)
        column.addWidget(self._list, 1)
        column.addLayout(first)
        column.addWidget(self._preview)
        column.addWidget(self._about)
        column.addLayout(flow_of(self._add, self._forget, self._refresh))
        column.addWidget(self._problems)

    def _connect(self) -> None:
        for box in (self._dimension, self._proven, self._kind):
            box.currentIndexChanged.connect(self._filter)
        self._n.valueChanged.connect(self._filter)
        self._list.currentItemChanged.connect(lambda _new, _old: self._update_ui())
        self._list.itemActivated.connect(lambda _item: self.open_chosen())
        self._job.add_start(self._open, self.open_chosen, self._objection)
        self._job.add_start(self._refresh, self.refresh)
        self._export.clicked.connect(self.export_dialog)
        self._add.clicked.connect(self.add_folder_dialog)
        self._forget.clicked.connect(lambda: self.set_folders([]))

    def sizeHint(self) -> QSize:
        # What stands above it in the window keeps its room; the list takes what is left.
        return super().sizeHint().boundedTo(QSize(QWIDGETSIZE_MAX, MODEST_HEIGHT))

    def set_theme(self, theme: Theme) -> None:
        """Paint pictures in a theme from now on."""
        self._theme = theme
        self._show_picture()

    # The list ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._show_picture()

    def refresh(self) -> None:
        """Look into the library and the folders again."""
        folders = list(self.folders)

        def work(_run: RunContext) -> _Found:
            records, problems = all_records(folders)
            return _Found(records, frozenset(filter(is_maximum, records)), problems)

        self._job.start(
            "Library", work, self._on_found, text="Reading …", report=self._count.setText
        )

    def _on_found(self, found: _Found) -> None:
        self._found = found
        chosen = self._dimension.currentData()
        dimensions = sorted({each.board.d for each in found.records})
        with QSignalBlocker(self._dimension):
            while self._dimension.count() > 1:
                self._dimension.removeItem(1)
            for d in dimensions:
                self._dimension.addItem(f"d = {d}", d)
            self._dimension.setCurrentIndex(max(self._dimension.findData(chosen), 0))
        self._problems.setText("\n".join(found.problems))
        self._problems.setVisible(bool(found.problems))
        self._filter()

    def _filter(self) -> None:
        """List what passes the filters; what was chosen stays so if it is still there."""
        if self._found is None:
            return
        chosen = self._chosen()
        with QSignalBlocker(self._list):
            self._list.clear()
            for each in self._found.records:
                if self._passes(each):
                    item = QListWidgetItem(self._line(each))
                    item.setData(Qt.ItemDataRole.UserRole, each)
                    item.setToolTip(wrapped(f"{each.name}: {each.source}"))
                    self._list.addItem(item)
                    if each == chosen:
                        self._list.setCurrentItem(item)
        shown = self._list.count()
        self._count.setText(f"{shown:,} of {len(self._found.records):,} placements")
        self._update_ui()

    def _passes(self, each: Record) -> bool:
        assert self._found is not None
        kind, proven = self._kind.currentData(), self._proven.currentData()
        return (
            self._dimension.currentData() in (ANY, each.board.d)
            and self._n.value() in (0, each.board.n)
            and kind in (ANY, each.kind)
            and proven in (ANY, each in self._found.maximum)
        )

    def _line(self, each: Record) -> str:
        assert self._found is not None
        count = f"[{each.count:,}]" if each in self._found.maximum else f"≥ {each.count:,}"
        name = each.path.name if each.path else KINDS[each.kind]
        return f"{each.board}  {count}  {name}"

    # The chosen one ------------------------------------------------------------------------

    def _chosen(self) -> Record | None:
        row = self._list.currentRow()
        chosen = self._list.item(row).data(Qt.ItemDataRole.UserRole) if row >= 0 else None
        return chosen if isinstance(chosen, Record) else None

    def _objection(self) -> str:
        return "Choose a placement first" if self._chosen() is None else ""

    def _update_ui(self) -> None:
        chosen, why = self._chosen(), self._objection()
        self._job.update_buttons()
        set_enabled(self._export, not why, why or "Save a copy of the placement")
        set_enabled(
            self._forget,
            bool(self.folders),
            "List no folders any more" if self.folders else "No folder is listed",
        )
        if chosen is None:
            self._about.setText("")
        else:
            words = (f"{chosen}. From: {chosen.source}.", standing(chosen))
            self._about.setText("\n".join(filter(None, (*words, chosen.note))))
        self._show_picture()

    def _show_picture(self) -> None:
        chosen = self._chosen()
        if chosen is None or self._theme is None or not self.isVisible():
            self._preview.clear()
            return
        board = chosen.board
        if board.size > MAX_CELLS or chosen.count * 3**board.d > 2 * MAX_WORK:
            self._preview.setText("Too large for a small picture")
            return
        try:
            tab = BoardTab(window_state(load(chosen).placement))
        except InputError as error:
            self._preview.setText(str(error))
            return
        size = QSize(max(self.width() - 24, 120), PICTURE_HEIGHT)
        ratio = self.devicePixelRatioF()
        self._preview.setPixmap(thumbnail(tab, self._theme, size, ratio))

    def open_chosen(self) -> None:
        """Read or build the chosen placement in the background and open it in a tab."""
        chosen = self._chosen()
        if chosen is None:
            return

        def work(run: RunContext) -> BoardState:
            return window_state(load(chosen, run).placement)

        self._job.start(f"Open {chosen.name}", work, self._on_state, text="Opening …")

    def _on_state(self, state: BoardState) -> None:
        self._update_ui()
        self._open_tab(BoardTab(state))

    def export_dialog(self) -> None:
        """Ask where to save a copy of the chosen placement."""
        chosen = self._chosen()
        if chosen is None:
            return
        name = chosen.name if chosen.path is None else chosen.path.stem
        path, _ = QFileDialog.getSaveFileName(
            self, "Export the placement", f"{name}.json", "Placements (*.json *.csv *.txt)"
        )
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Save a copy of the chosen placement, queen by queen."""
        chosen = self._chosen()
        if chosen is None:
            return
        try:
            file = load(chosen)
            write_placement(path, file.placement, file.note, file.source)
        except InputError as error:
            self._document.report(str(error))
        else:
            self._document.report(f"Saved {chosen} to {path}.")

    # Folders -------------------------------------------------------------------------------

    def add_folder_dialog(self) -> None:
        """Ask for a folder whose placements are listed as well, at every later start too."""
        folder = QFileDialog.getExistingDirectory(self, "Folder with placements")
        if folder and folder not in self.folders:
            self.set_folders([*self.folders, folder])

    def set_folders(self, folders: list[str]) -> None:
        """List the placements of these folders, now and at every later start."""
        self.folders = folders
        if self._settings is not None:
            self._settings.setValue(FOLDERS, folders)
        self.refresh()


def _stored(settings: QSettings | None) -> list[str]:
    """Read the folders; some settings keep a list of one as a text."""
    value = settings.value(FOLDERS, []) if settings is not None else []
    if isinstance(value, str):
        return [value] if value else []
    return [str(folder) for folder in value] if isinstance(value, list) else []
