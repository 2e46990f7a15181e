"""The Atlas page: the tables of all boards with the card of one, the papers, and the library."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from nqviz.bounds import CubeBounds, bounds_table
from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.language import tr, tr_later
from nqviz.run.context import RunContext

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.layouts import scrolling, vertical
from ...widgets.theme import text_scale
from ...widgets.timing import single_shot
from ...widgets.widgets import named
from ..panel_job import PanelJob
from .boards import AtlasBoard
from .card import AtlasCard
from .cells import D_RANGE, LARGEST, N_RANGE, full_cell, maximum_cell, ratio_cell
from .counts import CountsPane
from .facts import facts_of
from .head import FINDING, FULL, MAXIMUM, NAMES, AtlasHead
from .heat_table import HeatPane, HeatTable
from .library import LibraryPane
from .questions import QuestionsPane
from .tiles import DensitiesPane

REST = 120
"""Milliseconds without another choice after which the card looks up what is known."""
CARD_SHARE, CARD_LEAST = 0.402, 360
BESIDE_TABLE = 64
BESIDE_FROM = 800
"""The width of the page, in pixels at a text size of 100 %, from which the card stands at the right
of the table; below it, below the table."""
NARROW, NARROW_GAP, GAP = 760, 12, 36
"""Below which width there is less room above the table, and how many pixels that is."""
MARGINS = (16, 24, 28, 16)
"""Pixels around the head and the table."""
LEAST = QSize(640, 400)
PANES = ("maximum", "full", "counts", "questions", "densities", "library")
"""The attributes with the parts of the page, in their order."""
OPEN_LEGEND = tr_later(
    "[133, 143]  open: at least, at most; the stronger the colour, the wider the gap"
)

P = TypeVar("P", bound=QWidget)
Table = dict[tuple[int, int], CubeBounds]


class AtlasPage(QFrame):
    """What is known of all boards. The parts without a card are made when they are first shown.

    `settings`: keeps the folders of the library.
    """

    # (BoardTab, bool) a board is to be opened; with True beside those that are open.
    open_placement = Signal(object, bool)
    # (Board, int) a search on a board is wanted for a number of queens.
    solve_wanted = Signal(object, int)
    compare_wanted = Signal(object)  # (Board) a comparison of engines on a board is wanted
    closed = Signal()  # the board is to be seen again
    pane_made = Signal(object)  # (QWidget) a part that was not there before
    part_changed = Signal()  # another part of the atlas is shown, with other keys

    def __init__(
        self, document: Document, runner: JobRunner, settings: QSettings | None = None
    ) -> None:
        super().__init__()
        named(self, "atlas", tip=None)
        self.setProperty("role", "page")
        self._document, self._runner, self._settings = document, runner, settings
        self._bounds: Table = {}
        self._is_new = True
        self.head = AtlasHead()
        self._make_tables()
        self._lay_out()
        self._table_job = PanelJob(self, runner, self.head.show_text)
        self._card_job = PanelJob(self, runner, self.card.show_fault)
        self._open_job = PanelJob(self, runner, self.head.show_text)
        self._rest = single_shot(self, self._look_up, REST)
        self._connect()
        self.show_segment(MAXIMUM)

    # Building ------------------------------------------------------------------------------------

    def _make_tables(self) -> None:
        table = HeatTable("atlas.table", tr("The most queens on each board"))
        self.maximum = HeatPane(table, (("proven", tr("121  proven")), ("open", tr(OPEN_LEGEND))))
        self.full = HeatPane(
            HeatTable("atlas.full", tr("Which boards have full placements")),
            (
                ("proven", tr("a full placement of so many queens")),
                ("none", tr("none: proven not to exist")),
                ("open", tr("open; the stronger the colour, the wider the gap")),
            ),
        )
        self.card = AtlasCard()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.maximum)
        self._stack.addWidget(self.full)
        self._inside = inside = QWidget()
        vertical(self, scrolling(inside))
        self._left = QWidget(inside)
        self._column = vertical(self._left, self.head, (self._stack, 1), margins=MARGINS)
        self.card.setParent(inside)

    def _connect(self) -> None:
        for pane in (self.maximum, self.full):
            pane.table.chosen.connect(self._on_chosen)
            pane.table.open_wanted.connect(self.open_chosen)
        self.head.segments.chosen.connect(self.show_segment)
        self.head.figures_changed.connect(self._show_cells)
        self.head.board_typed.connect(self._show_other)
        self.card.open_wanted.connect(self.open_chosen)
        self.card.solve_wanted.connect(self.solve)
        self.card.compare_wanted.connect(self.compare)
        self.card.close_wanted.connect(self.closed)
        self.card.board_wanted.connect(self.show_board)

    @cached_property
    def counts(self) -> CountsPane:
        pane = CountsPane(self._runner)
        pane.board_wanted.connect(self._show_in_table)
        pane.open_placement.connect(self.open_placement)
        return self._added(pane)

    @cached_property
    def questions(self) -> QuestionsPane:
        return self._added(QuestionsPane())

    @cached_property
    def densities(self) -> DensitiesPane:
        pane = DensitiesPane(self._runner)
        pane.open_placement.connect(self.open_placement)
        return self._added(pane)

    @cached_property
    def library(self) -> LibraryPane:
        pane = LibraryPane(self._document, self._runner, self._settings)
        pane.open_placement.connect(self.open_placement)
        return self._added(pane)

    def _added(self, pane: P) -> P:
        self._stack.addWidget(pane)
        self.pane_made.emit(pane)
        return pane

    def make_next(self) -> bool:
        """Make one of the parts that are not there yet; return whether there was one."""
        name = next((name for name in PANES if name not in vars(self)), "")
        if name:
            getattr(self, name)
        return bool(name)

    # Segments ------------------------------------------------------------------------------------

    def show_segment(self, place: int) -> None:
        self.head.show_part(place)
        pane = getattr(self, PANES[place])
        self._stack.setCurrentWidget(pane)
        self.card.setVisible(self.has_card)
        self._describe()
        self._arrange()
        self.part_changed.emit()
        self.setFocusProxy(pane)
        if self.isVisible():
            self.setFocus()

    @property
    def has_card(self) -> bool:
        """Whether the part that is shown has a card beside it."""
        return self.part in (MAXIMUM, FULL)

    @property
    def part_name(self) -> str:
        """The name of the part that is shown, such as ``atlas.maximum``."""
        return f"atlas.{NAMES[self.part].lower()}"

    @property
    def _table_in_front(self) -> HeatTable:
        return (self.full if self.part == FULL else self.maximum).table

    @property
    def part(self) -> int:
        return self.head.segments.place

    def _describe(self) -> None:
        self.head.describe(self._bounds.values())

    # The tables ----------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._bounds:
            title = tr("Bounds of all boards")
            self._table_job.start(title, _find_bounds, self._on_bounds, text=tr(FINDING))
        if self._is_new:
            self.show_board(AtlasBoard.of(self._document.board))

    def _on_bounds(self, table: Table) -> None:
        self._bounds = table
        self._show_cells()
        self._describe()
        self._arrange()

    def _show_cells(self) -> None:
        made = ratio_cell if self.head.shows_ratios else maximum_cell
        self.maximum.show_cells({place: made(each) for place, each in self._bounds.items()})
        self.full.show_cells({place: full_cell(each) for place, each in self._bounds.items()})

    def _on_chosen(self, n: int, d: int) -> None:
        if AtlasBoard.cube(n, d) != self.card.place:
            self.show_board(AtlasBoard.cube(n, d))

    def _show_other(self, place: AtlasBoard) -> None:
        self._describe()
        self.show_board(place)
        self._table_in_front.setFocus()

    def _show_in_table(self, place: AtlasBoard) -> None:
        self.show_segment(MAXIMUM)
        self.show_board(place)

    # One board -----------------------------------------------------------------------------------

    def show_board(self, place: AtlasBoard | Board) -> None:
        """Show the card of a board, and choose it in the table if it is there."""
        if isinstance(place, Board):
            place = AtlasBoard.of(place)
        self._is_new = False
        key = (place.n, place.d) if place.is_plain_cube else (0, 0)
        self.card.show_board(place, self._bounds.get(key))
        for pane in (self.maximum, self.full):
            pane.table.choose(*key)
        self._card_job.drop()
        self._rest.start()

    def _look_up(self) -> None:
        place, show = self.card.place, self.card.show_facts
        self._card_job.start(
            place.translated(), lambda _run: facts_of(place), show, report=lambda _text: None
        )

    def open_chosen(self, beside: bool = False) -> None:
        facts = self.card.facts
        if facts is None or facts.at_hand.placement is None:
            return
        placement = facts.at_hand.placement
        self._open_job.start(
            tr("Open the {board}", board=facts.place),
            lambda _run: window_state(placement),
            lambda state: self._on_open(state, beside),
            text=tr("Opening …"),
        )

    def _on_open(self, state: BoardState, beside: bool) -> None:
        self._describe()
        self.open_placement.emit(BoardTab(state), beside)

    def solve(self) -> None:
        """Ask for a search on the board of the card."""
        board, target = self.card.place.board, self.card.target
        if board is not None and target is not None:
            self.solve_wanted.emit(board, target)

    def compare(self) -> None:
        """Ask for a comparison of engines on the board of the card."""
        board = self.card.place.board
        if board is not None:
            self.compare_wanted.emit(board)

    # Keys and size -------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.head.other.hasFocus():
                self._table_in_front.setFocus()
            else:
                self.closed.emit()
        elif event.text().lower() == "s" and self.card.isVisible():
            self.solve()
        elif event.text().isdigit() and self.head.other.isVisible():
            self.head.begin_board(event.text())
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._arrange)  # the parts have their fonts then

    def _arrange(self) -> None:
        """Make the card as wide as the table lets it be; below the table where it has no room."""
        width, height, right = self.width(), self.height(), 0
        scale = text_scale(self.font())
        below = self.has_card and width < BESIDE_FROM * scale
        if self.has_card and not below:
            room = width - self.maximum.least_width - BESIDE_TABLE
            least = round(CARD_LEAST * scale)
            right = max(least, min(round(CARD_SHARE * width), room))
        is_narrow = width - right < NARROW * scale
        left, _, beside, _ = MARGINS
        self.head.fit(width - right - left - beside, is_narrow)
        self._column.setSpacing(NARROW_GAP if is_narrow else GAP)
        self._inside.setMinimumHeight(2 * height if below else 0)
        self._left.setGeometry(0, 0, width - right, height)
        self.card.setGeometry(*((0, height, width) if below else (width - right, 0, right)), height)


def _find_bounds(_run: RunContext) -> Table:
    table = bounds_table(*LARGEST)
    return {(n, d): table[n, d] for n in N_RANGE for d in D_RANGE}
