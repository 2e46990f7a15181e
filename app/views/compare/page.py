"""The Compare page: integer programs and engines side by side, as a table and as a chart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QFrame,
    QLineEdit,
    QWidget,
)

from nqviz.catalogue.times import source
from nqviz.constructions.from_catalogue import best_record
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.engines import ENGINES
from nqviz.ilp import FAMILIES
from nqviz.problems.compare import Comparing, Formulation, Row, cases, compare, rows_csv
from nqviz.problems.performance import performance_profiles
from nqviz.rendering.figures import profiles_chart, save_comparison, write_profiles
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.files import atomic_write

from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.control_texts import title_of
from ...widgets.fields import GAP, Choice, beside, field, icon_button, label, link
from ...widgets.layouts import STRETCH, fill, horizontal, scrolling, vertical
from ...widgets.messages import show_problem
from ...widgets.theme import GrowsWithText, text_scale
from ...widgets.widgets import (
    button,
    check_box,
    combo,
    named,
    note,
    sentence,
    set_objection,
    set_seconds,
    show_note,
    spin,
)
from ..charts import ChartView
from ..panel_job import PanelJob
from . import texts
from .asked import boards, parts, with_file
from .table import SHARED, CompareChart, CompareTable

PROGRAMS = (
    "base, base+cube",
    "base, lmr, base+cube, base+star, base+cube+star",
    "base+cube, base+cube+inf, base+cube+warm",
    "base+cube, base+cube+face, base+cube+cross, base+cube+subsolution, base+cube+box",
    "base+odd-cycle, base+clique, base+cube+clique",
)
ENGINE_CHOICES = ("highs", "highs, theta", "highs, lp, theta, portfolio", "theta")
SECONDS, PROFILE = "seconds", "profile"
"""What the chart may show."""
CONTROLS_WIDTH = 320
CONTROLS_SHARE, HEAD_WIDTH = 0.4, 560
"""The width of the controls in pixels at a text size of 100 %, their share of the page at most, and
the width that the head needs for one line."""


class ComparePage(GrowsWithText, QFrame):
    """Runs programs and engines one after another; every row appears as it is done."""

    wanted = Signal()  # the page has to be in sight
    closed = Signal()  # the board is to be seen again

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        named(self, "compare", tip=None)
        self.setProperty("role", "page")
        self._document = document
        self._rows: tuple[Row, ...] = ()
        self._is_own_board = True
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, self._state.setText, describe=_describe)
        self._job.add_start(self._run, self.run)
        self._job.add_stop(self._stop)
        self._boards.textEdited.connect(self._on_edit)
        document.board_changed.connect(self._show_board)
        self._show_board()
        self._job.update_buttons()
        self._show_chart()
        self._update_ui()

    def _make_controls(self) -> None:
        self._boards = named(QLineEdit(), "compare.boards", tip=tr(texts.BOARDS))
        self._add = link("compare.add", on_click=self.add_files)
        self._no_bounds = check_box("compare.no_bounds", tip=tr(texts.BOUNDS))
        families = "\n".join(f"{name}: {tr(each.description)}" for name, each in FAMILIES.items())
        tip = tr(texts.PROGRAMS, families=families)
        self._programs = self._editable("compare.programs", PROGRAMS, tip)
        tip = tr(texts.ENGINES, engines=", ".join(ENGINES))
        self._engines = self._editable("compare.engines", ENGINE_CHOICES, tip)
        often = tr("How often each is run; the table has the medians")
        self._seeds = spin("compare.seeds", 1, 99, 1, tip=often)
        self._seconds = spin("compare.seconds", 1, 86400, 20, suffix=" s")
        self._run = button("compare.run", primary=True)
        self._stop = button("compare.stop")
        self.buttons = {"compare.run": self._run, "compare.stop": self._stop}
        self._state = note("compare.state")
        self._table = CompareTable()
        self._details = note("compare.details")
        self._details.hide()
        self._table.chosen.connect(lambda words: show_note(self._details, words))
        self._chart = CompareChart()
        title = tr("Performance profile of each program and engine")
        self._profile = ChartView("compare.profile", title, tr(texts.PROFILE), (220, 320))
        charts = [(tr("Seconds"), SECONDS), (tr("Performance profile"), PROFILE)]
        self._shown = combo("compare.shown", charts, tip=tr(texts.SHOWN))
        self._shown.currentIndexChanged.connect(self._show_chart)
        self._copy = link("compare.copy", on_click=self.copy)
        self._save = link("compare.save", on_click=self.save)

    @staticmethod
    def _editable(name: str, choices: tuple[str, ...], tip: str) -> QComboBox:
        box = named(Choice(), name, tip=tip)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        box.addItems(list(choices))
        line = box.lineEdit()
        assert line is not None
        named(line, f"{name}.text", title_of(name), tip)
        return box

    def _lay_out(self) -> None:
        right = vertical(None, self._head(), self._state, margins=(32, 24, 32, 16), spacing=12)
        self._seconds_chart = scrolling(self._chart)
        fill(right, 8, (self._table, 2), self._details, 12)
        fill(right, (self._seconds_chart, 3), (self._profile, 3))
        horizontal(self, self._controls(), (right, 1), spacing=0)
        self._grow()

    def _grow(self) -> None:
        """Leave most of the width to the table, and the head two lines where one has no room."""
        scale = max(1.0, text_scale(QApplication.font()))
        share = round(CONTROLS_SHARE * self.width())
        width = min(round(CONTROLS_WIDTH * scale), max(share, CONTROLS_WIDTH))
        self._scroll.setFixedWidth(width)
        is_narrow = self.width() - width < HEAD_WIDTH * scale
        directions = QBoxLayout.Direction
        self._top.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._grow()
        super().resizeEvent(event)

    def _controls(self) -> QWidget:
        """Return the column of the controls."""
        inside = QWidget()
        column = vertical(inside, margins=(16, 24, 16, 16), spacing=GAP)
        fill(column, label(tr("Compare"), "head"), label(tr(texts.ABOUT), "sentence"))
        for title, control in (
            (tr("Boards"), self._boards),
            (tr("Programs"), self._programs),
            (tr("Engines"), self._engines),
        ):
            column.addWidget(field(control, title))
        column.insertWidget(column.count() - 2, self._add)
        runs = beside(field(self._seeds), field(self._seconds, tr("Each at most")))
        fill(column, self._no_bounds, runs, 8, self._run, self._stop, STRETCH)
        self._scroll, frame = scrolling(inside), QFrame()
        frame.setProperty("role", "drawer")
        vertical(frame, self._scroll)
        return frame

    def _head(self) -> QBoxLayout:
        close = icon_button("compare.close", "x", on_click=self.closed)
        self._top = head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(24)
        title = label(tr("Seconds of each program and engine"), "head", wraps=True)
        row = horizontal(None, self._shown, self._copy, self._save, close, spacing=24)
        fill(head, (title, 1), row)
        return head

    def show_board(self, board: Board) -> None:
        """Offer a cube to compare on, and go to the button that starts."""
        if board.is_cube:
            self._boards.setText(f"{board.n},{board.d}")
        self._run.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def set_limits(self, seconds: int, _threads: int) -> None:
        """Set the time limit of each run, 0 for the longest."""
        set_seconds(self._seconds, seconds)

    # Asking --------------------------------------------------------------------------------------

    def run(self) -> None:
        """Start the comparison that the controls describe."""
        self.wanted.emit()
        if self._job.is_running:
            return
        try:
            programs = [Formulation.parse(name) for name in parts(self._programs.currentText())]
            engines = parts(self._engines.currentText())
            chosen = cases(boards(self._boards.text()), programs, engines)
        except InputError as error:
            self._state.setText(sentence(str(error)))
            return
        seeds, limit = self._seeds.value(), Limit(self._seconds.value())
        takes = not self._no_bounds.isChecked()

        def work(run: RunContext) -> tuple[Row, ...]:
            part = run.part(limit)
            return compare(chosen, part, seeds=seeds, starts=best_record, takes_bounds=takes)

        self._show_rows(())
        self._job.start(
            tr("Comparing programs"),
            work,
            self._on_result,
            text=tr("Starting …"),
            progressed=self._on_progress,
        )

    def add_files(self) -> None:
        """Ask for files and add them to the boards."""
        dialog = QFileDialog(self.window(), tr("Add instances"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take_files)
        dialog.open()

    def take_files(self, names: list[str]) -> None:
        for name in names:
            self._boards.setText(with_file(self._boards.text(), name))
        self._on_edit()

    def stop(self) -> None:
        """End the comparison; the rows that are done stay."""
        self._job.stop()

    # Answers -------------------------------------------------------------------------------------

    def _on_progress(self, news: Progress) -> None:
        if isinstance(news, Comparing) and len(news.rows) != len(self._rows):
            self._show_rows(news.rows)
        self._job.report_progress()

    def _on_result(self, rows: tuple[Row, ...]) -> None:
        self._show_rows(rows)
        measured = any(row.published for row in rows)
        times = tr(" Times of the thesis: {source}.", source=source()) if measured else ""
        said = tr("Stopped; what is done is shown.") if self._job.was_stopped else tr("Done.")
        shared = [text for column in SHARED if (text := self._table.shared(column)) is not None]
        of = tr(" All rows: {shared}.", shared=", ".join(shared)) if shared else ""
        self._state.setText(said + of + times)

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self._table.show_rows(rows)
        self._chart.show_rows(rows)
        self._show_chart()
        self._update_ui()

    def _show_chart(self) -> None:
        """Show the seconds or the performance profile of the rows that are done."""
        is_profile = self._shown.currentData() == PROFILE
        profiles = performance_profiles(self._rows) if is_profile else ()
        words = "; ".join(each.name for each in profiles if each.points)
        self._profile.show_chart(profiles_chart(profiles) if words else None, words)
        self._profile.setVisible(is_profile)
        self._seconds_chart.setVisible(not is_profile)

    # Export --------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the table as CSV."""
        QGuiApplication.clipboard().setText(rows_csv(self._rows))
        self._document.report(tr("The table is on the clipboard, as CSV."))

    def save(self) -> None:
        """Ask for a file and write the table or the chart into it."""
        title, kinds = tr("Save the comparison"), tr(texts.FILES)
        dialog = QFileDialog(self.window(), title, "comparison.csv", kinds)
        dialog.setObjectName("compare.dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def write(self, path: Path) -> None:
        """Write the table into a csv file, or the chart into a png, svg, pdf or tex file.

        Where the performance profile is shown, it is written instead of both.
        """
        try:
            if self._shown.currentData() == PROFILE:
                write_profiles(self._rows, path)
            elif path.suffix.lower() == ".csv":
                atomic_write(path, rows_csv(self._rows).encode())
            else:
                save_comparison(self._rows, path)
        except (InputError, OSError) as error:
            show_problem(self.window(), tr("Save the comparison"), str(error))
            return
        self._document.report(tr("{name} is written.", name=path.name))

    # Keeping in step -----------------------------------------------------------------------------

    def _on_edit(self) -> None:
        self._is_own_board = not self._boards.text().strip()

    def _show_board(self) -> None:
        """Offer the document's board until others are typed."""
        board = self._document.board
        if self._is_own_board and board.is_cube:
            self._boards.setText(f"{board.n},{board.d}")

    def _update_ui(self) -> None:
        why = "" if self._rows else tr("There is no row yet")
        for push in (self._copy, self._save):
            set_objection(push, why)


def _describe(news: Progress | None, seconds: float) -> str:
    return f"{seconds:.0f} s …" if news is None else f"{sentence(news.activity)} …"
