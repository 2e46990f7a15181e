"""The Atlas page: the tables of all boards with the card of one, the papers, and the library."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from nqviz.bounds import CubeBounds, bounds_table
from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.run.context import RunContext

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.fields import Segments, label
from ...widgets.theme import text_scale
from ...widgets.widgets import combo, named, sentence
from ..panel_job import PanelJob
from .boards import EXAMPLES, AtlasBoard, read_board
from .card import AtlasCard
from .cells import D_RANGE, LARGEST, N_RANGE, full_cell, maximum_cell, ratio_cell
from .counts import CountsPane
from .densities import DensitiesPane
from .facts import Facts, facts_of
from .heat_pane import HeatPane
from .heat_table import HeatTable
from .library import LibraryPane

MAXIMUM, FULL, COUNTS, DENSITIES, MINE = range(5)
NAMES = ("Maximum", "Full", "Counts", "Densities", "Mine")
REST = 120
"""Milliseconds without another choice after which the card looks up what is known."""
CARD_SHARE, CARD_LEAST = 0.402, 360
SEGMENTS_WIDTH, OTHER_WIDTH = 484, 184
BESIDE_TABLE = 64
NARROW, NARROW_GAP, GAP = 760, 12, 36
"""Below which width there is less room above the table, and how many pixels that is."""
LEAST = QSize(640, 400)
OPEN_LEGEND = "[133, 143]  open: at least, at most; the stronger the colour, the wider the gap"
QUEENS, RATIOS = "queens", "ratios"

Table = dict[tuple[int, int], CubeBounds]


class AtlasPage(QFrame):
    """What is known of all boards.

    Parameters
    ----------
    document : Document
    runner : JobRunner
    settings : QSettings, optional
        Keeps the folders of the library.

    Signals
    -------
    open_placement(BoardTab, bool)
        A board is to be opened; with True beside those that are open.
    solve_wanted(Board, object)
        A search on a board is wanted for a number of queens or "max".
    compare_wanted(Board)
        A comparison of engines on a board is wanted.
    closed()
        The board is to be seen again.
    """

    open_placement = Signal(object, bool)
    solve_wanted = Signal(object, object)
    compare_wanted = Signal(object)
    closed = Signal()

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        settings: QSettings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        named(self, "atlas", "Atlas")
        self.setToolTip("")
        self.setProperty("role", "page")
        self._document = document
        self._bounds: Table = {}
        self._is_new = True
        self._make_head()
        self._make_panes(document, runner, settings)
        self._lay_out()
        self._table_job = PanelJob(self, runner, self._say)
        self._card_job = PanelJob(self, runner, self.card.show_fault)
        self._open_job = PanelJob(self, runner, self._say)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._look_up)
        self._connect()
        self.show_segment(MAXIMUM)

    # Building ------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self._sentence = label("", "intro")
        self._sentence.setObjectName("atlas.sentence")
        self._sentence.setWordWrap(True)
        self.segments = Segments("atlas.segments", "Part of the atlas", NAMES)
        self.segments.setMinimumWidth(SEGMENTS_WIDTH)
        self._figures = combo(
            "atlas.figures",
            "Figures",
            [("Queens", QUEENS), ("Share of n^(d-1)", RATIOS)],
            "The number of queens, or R, their share of a full placement",
        )
        self._other = named(
            QLineEdit(),
            "atlas.other",
            "Another board",
            f"A board outside the table: {EXAMPLES} or 8,2 rook",
        )
        self._other.setPlaceholderText("Another board: 4,5,6")

    def _make_panes(
        self, document: Document, runner: JobRunner, settings: QSettings | None
    ) -> None:
        self.maximum = HeatPane(
            HeatTable("atlas.table", "The most queens on each board"),
            (
                ("proven", "121  proven"),
                (
                    "open",
                    OPEN_LEGEND,
                ),
            ),
        )
        self.full = HeatPane(
            HeatTable("atlas.full", "Which boards have full placements"),
            (
                ("proven", "a full placement of so many queens"),
                ("none", "none: proven not to exist"),
                ("open", "open; the stronger the colour, the wider the gap"),
            ),
        )
        self.counts = CountsPane(runner)
        self.densities = DensitiesPane(runner)
        self.library = LibraryPane(document, runner, settings)
        self._panes = (self.maximum, self.full, self.counts, self.densities, self.library)
        self.card = AtlasCard()

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QBoxLayout(QBoxLayout.Direction.LeftToRight)
        fields = QHBoxLayout()
        fields.setSpacing(12)
        fields.addStretch(1)
        fields.addWidget(self._figures)
        fields.addWidget(self._other)
        first.addWidget(label("Atlas", "verdict"))
        first.addStretch(1)
        first.addWidget(self.segments)
        second.addWidget(self._sentence, 1)
        second.addLayout(fields)
        self._second = second
        self._stack = QStackedWidget()
        for pane in self._panes:
            self._stack.addWidget(pane)
        head = QVBoxLayout()
        head.setContentsMargins(16, 0, 0, 0)
        head.setSpacing(4)
        head.addLayout(first)
        head.addLayout(second)
        self._left = QWidget(self)
        self._column = left = QVBoxLayout(self._left)
        left.setContentsMargins(16, 24, 28, 16)
        left.addLayout(head)
        left.addWidget(self._stack, 1)
        self.card.setParent(self)

    def _connect(self) -> None:
        for pane in (self.maximum, self.full):
            pane.table.chosen.connect(self._on_chosen)
            pane.table.open_wanted.connect(self.open_chosen)
        self.segments.chosen.connect(self.show_segment)
        self._figures.currentIndexChanged.connect(self._show_cells)
        self._other.returnPressed.connect(self._show_other)
        self.card.open_wanted.connect(self.open_chosen)
        self.card.solve_wanted.connect(lambda _target: self.solve())
        self.card.compare_wanted.connect(self.compare)
        self.card.close_wanted.connect(self.closed)
        self.card.board_wanted.connect(self.show_board)
        self.counts.board_wanted.connect(self._show_in_table)
        for part in (self.counts, self.densities, self.library):
            part.open_placement.connect(self.open_placement)

    # Segments ------------------------------------------------------------------------------------

    def show_segment(self, place: int) -> None:
        """Show a part of the atlas."""
        self.segments.show_place(place)
        self._stack.setCurrentIndex(place)
        has_card = place in (MAXIMUM, FULL)
        self.card.setVisible(has_card)
        self._other.setVisible(has_card)
        self._figures.setVisible(place == MAXIMUM)
        self._show_sentence()
        self._arrange()
        self.setFocusProxy(self._panes[place])
        if self.isVisible():
            self.setFocus()

    @property
    def _table_in_front(self) -> HeatTable:
        return (self.full if self.segments.place == FULL else self.maximum).table

    def _show_sentence(self) -> None:
        place = self.segments.place
        sentences = {
            COUNTS: "The tables of the papers, printed beside counted.",
            DENSITIES: "How often each cell is used by all maximum placements of a board.",
            MINE: "Placements that ship with the program, and those of your folders.",
        }
        if place in sentences:
            self._sentence.setText(sentences[place])
        elif not self._bounds:
            self._sentence.setText("Finding the bounds of all boards …")
        elif place == MAXIMUM:
            known = sum(each.is_proven for each in self._bounds.values())
            self._sentence.setText(
                "The most queens on every board of side n and dimension d."
                f" {known} of {len(self._bounds)} are proven."
            )
        else:
            kinds = [full_cell(each).kind for each in self._bounds.values()]
            self._sentence.setText(
                "Which boards have a full placement, of n^(d-1) queens:"
                f" {kinds.count('proven')} have one,"
                f" {kinds.count('none')} have none, {kinds.count('open')} are open."
            )

    def _say(self, text: str) -> None:
        self._sentence.setText(text)

    # The tables ----------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._bounds:
            self._table_job.start(
                "Bounds of all boards",
                _find_bounds,
                self._on_bounds,
                text="Finding the bounds of all boards …",
            )
        if self._is_new:
            self.show_board(AtlasBoard.of(self._document.board))

    def _on_bounds(self, table: Table) -> None:
        self._bounds = table
        self._show_cells()
        self._show_sentence()
        self._arrange()

    def _show_cells(self) -> None:
        made = ratio_cell if self._figures.currentData() == RATIOS else maximum_cell
        self.maximum.show_cells({place: made(each) for place, each in self._bounds.items()})
        self.full.show_cells({place: full_cell(each) for place, each in self._bounds.items()})

    def _on_chosen(self, n: int, d: int) -> None:
        if AtlasBoard.cube(n, d) != self.card.place:
            self.show_board(AtlasBoard.cube(n, d))

    def _show_other(self) -> None:
        try:
            place = read_board(self._other.text())
        except InputError as error:
            self._say(sentence(str(error)))
            return
        self._show_sentence()
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
        place = self.card.place

        def work(_run: RunContext) -> Facts:
            return facts_of(place)

        self._card_job.start(place.name, work, self.card.show_facts, report=lambda _text: None)

    def open_chosen(self, beside: bool = False) -> None:
        """Open the placement of the card."""
        facts = self.card.facts
        if facts is None or facts.at_hand.placement is None:
            return
        placement = facts.at_hand.placement

        def work(_run: RunContext) -> BoardState:
            return window_state(placement)

        self._open_job.start(
            f"Open the {facts.place.name}",
            work,
            lambda state: self._on_open(state, beside),
            text="Opening …",
        )

    def _on_open(self, state: BoardState, beside: bool) -> None:
        self._show_sentence()
        self.open_placement.emit(BoardTab(state), beside)

    def solve(self) -> None:
        """Ask for a search on the board of the card."""
        board = self.card.place.board
        if board is not None:
            self.solve_wanted.emit(board, self.card.target)

    def compare(self) -> None:
        """Ask for a comparison of engines on the board of the card."""
        board = self.card.place.board
        if board is not None:
            self.compare_wanted.emit(board)

    # Keys and size -------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self._other.hasFocus():
                self._table_in_front.setFocus()
            else:
                self.closed.emit()
        elif event.text().lower() == "s" and self.card.isVisible():
            self.solve()
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Make the card as wide as the table lets it be."""
        width, height, right = self.width(), self.height(), 0
        scale = text_scale(self.font())
        if self.segments.place in (MAXIMUM, FULL):
            room = width - self.maximum.least_width - BESIDE_TABLE
            least = round(CARD_LEAST * scale)
            right = max(least, min(round(CARD_SHARE * width), room))
        self._other.setMinimumWidth(round(OTHER_WIDTH * scale))
        is_narrow = width - right < NARROW * scale
        directions = QBoxLayout.Direction
        self._second.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        self._column.setSpacing(NARROW_GAP if is_narrow else GAP)
        self._left.setGeometry(0, 0, width - right, height)
        self.card.setGeometry(width - right, 0, right, height)


def _find_bounds(_run: RunContext) -> Table:
    table = bounds_table(*LARGEST)
    return {(n, d): table[n, d] for n in N_RANGE for d in D_RANGE}
