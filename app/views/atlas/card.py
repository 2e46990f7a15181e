"""The card of a board: its bounds and why they hold, its placement, and the boards beside it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from nqviz.bounds import CubeBounds
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece

from ...widgets.badge import Badge, BadgeKind
from ...widgets.fields import divider, icon_button, label, link, set_role
from ...widgets.labels import Paragraph
from ...widgets.layouts import STRETCH, fill, horizontal, scrolling, vertical
from ...widgets.numbers import spaced, spaced_bracket, with_spaces
from ...widgets.theme import text_scale
from ...widgets.timing import single_shot
from ...widgets.widgets import button, named, set_enabled, set_objection, set_words
from .argument_rows import ArgumentRow, WeakerRows
from .boards import AtlasBoard
from .facts import Facts
from .tiles import NeighbourTile, PlacementPicture

PADDING, NARROW_PADDING, NARROW = 40, 24, 520
"""Pixels at the sides, those of a narrow card, and how wide a card is narrow."""
BETWEEN_TILES = 16
WAITING = tr_later("Looking up what is known …")
PATIENCE = 350
"""Milliseconds after which the facts of the board before are removed."""


class AtlasCard(QFrame):
    """What is known of one board."""

    # The placement is to be opened; with True beside the boards that are open.
    open_wanted = Signal(bool)
    solve_wanted = Signal()  # a search is wanted
    compare_wanted = Signal()  # a comparison is wanted
    close_wanted = Signal()  # the scene is wanted
    board_wanted = Signal(object)  # (AtlasBoard) another board is to be shown

    def __init__(self) -> None:
        super().__init__()
        named(self, "atlas.card", tip=None)
        self.setProperty("role", "side")
        self.place = AtlasBoard.cube(8, 3)
        self.facts: Facts | None = None
        self._make_head()
        self._make_placement()
        self._make_bounds()
        self._make_neighbours()
        self._lay_out()
        self._blank = single_shot(self, self._clear, PATIENCE)
        self._clear()

    # Parts ---------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self._name = label("", "head", "atlas.board")
        self._numbers = label("", "verdict", "atlas.bracket")
        self._numbers.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._badge = Badge("atlas.badge")
        self._badge.setEnabled(False)
        self._badge.setToolTip(tr("Whether the maximum is proven"))
        self._badge.show_badge("open", tr("Open##state"))
        back, on = partial(self._step, -1), partial(self._step, 1)
        self._before = icon_button("atlas.previous", "chevron-left", on_click=back)
        self._after = icon_button("atlas.next", "chevron-right", on_click=on)
        self._close = icon_button("atlas.close", "x", on_click=self.close_wanted)

    def _make_placement(self) -> None:
        self._picture = PlacementPicture("atlas.picture")
        self._picture.clicked.connect(self._ask_open)
        self._queens = label("", "lead", "atlas.queens")
        self._about = Paragraph("atlas.about")
        self.open_button = button("atlas.open", primary=True, on_click=self._ask_open)
        self.solve_button = button("atlas.solve", on_click=self.solve_wanted)

    def _make_bounds(self) -> None:
        self._least = ArgumentRow("atlas.least", "arrow-up-to-line", "proven")
        self._most = ArgumentRow("atlas.most", "arrow-down-to-line", "open")
        self._weaker = WeakerRows()

    def _make_neighbours(self) -> None:
        self._tiles = [NeighbourTile(f"atlas.neighbour{number}") for number in (1, 2, 3)]
        for tile in self._tiles:
            tile.clicked.connect(lambda tile=tile: self.board_wanted.emit(tile.place))
        self._copy = link("atlas.copy", on_click=self.copy)
        self._compare = link("atlas.compare", on_click=self.compare_wanted)

    # Layout --------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        inside = QWidget()
        self._column = column = vertical(inside, spacing=0)
        ways = self._before, self._after, self._close
        fill(column, horizontal(None, self._name, STRETCH, *ways, spacing=4), 10)
        fill(column, horizontal(None, self._numbers, self._badge, STRETCH, spacing=12), 24)
        fill(column, self._placement_row(), 22, divider(), 20)
        for part in (self._least, self._most, self._weaker):
            fill(column, part, 16)
        self._rule = divider()
        fill(column, self._rule, 14)
        self._beside = label(tr("Neighbours"), "lead")
        fill(column, self._beside, 12)
        row = horizontal(None, *((tile, 1) for tile in self._tiles), spacing=BETWEEN_TILES)
        links = horizontal(None, self._copy, self._compare, STRETCH, spacing=24)
        fill(column, row, STRETCH, 14, links)
        vertical(self, scrolling(inside))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave less room at the sides of a narrow card, and show as many tiles as fit."""
        scale = text_scale(self.font())
        side = PADDING if self.width() >= NARROW * scale else NARROW_PADDING
        self._column.setContentsMargins(side, 32, side, 16)
        count = 0 if self.facts is None else len(self.facts.neighbours)
        room, left = self.width() - 2 * side, 0
        for place, tile in enumerate(self._tiles):
            left += tile.minimumSizeHint().width() + BETWEEN_TILES
            tile.setVisible(place < count and left - BETWEEN_TILES <= room)

    def _placement_row(self) -> QHBoxLayout:
        """Lay the buttons above the text, so that they stay where they are on all boards."""
        right = vertical(None, self._queens, 8, self.open_button, 4, spacing=4)
        fill(right, self.solve_button, 8, self._about, STRETCH)
        row = horizontal(None, (self._picture, 4), (right, 5), spacing=24)
        row.setAlignment(self._picture, Qt.AlignmentFlag.AlignTop)
        return row

    # Showing -------------------------------------------------------------------------------------

    @property
    def target(self) -> int | None:
        """How many queens a search looks for: one more than known, or again the proven maximum."""
        if self.facts is None:
            return None
        return self.facts.least.value + (not self.facts.is_proven)

    def show_board(self, place: AtlasBoard, bounds: CubeBounds | None) -> None:
        """Show the name and the bounds of a board; the rest comes with its facts."""
        self.place, self.facts = place, None
        self._name.setText(place.translated())
        for push, by in ((self._before, -1), (self._after, 1)):
            there = place.step(by)
            tip = tr("There is no such board") if there is None else tr("The {board}", board=there)
            set_enabled(push, there is not None, tip)
        if bounds is not None:
            self._show_bracket(bounds.lower, bounds.upper)
        else:
            self._numbers.clear()
            self._badge.hide()
        set_objection(self._copy, tr(WAITING))
        self._update_buttons()
        self._blank.start()

    def _clear(self) -> None:
        """Remove what was known of the board before, where the facts are not at hand at once."""
        self._queens.setText(tr(WAITING))
        self._about.show_text("")
        self._picture.show_placement(None, "")
        for part in (self._least, self._most, self._weaker, self._rule, self._beside, *self._tiles):
            part.hide()

    def show_facts(self, facts: Facts) -> None:
        self.facts = facts
        self._blank.stop()
        self._show_bracket(facts.least.value, facts.most.value)
        placement = facts.at_hand.placement
        count = None if placement is None else len(placement)
        self._queens.setText(_pieces(facts.place.piece, count))
        self._about.show_text("\n".join(facts.at_hand.about))
        self._picture.show_placement(placement, tr("The board is too large for a small picture."))
        least, most = (spaced(bound.value) for bound in (facts.least, facts.most))
        self._least.show_argument(tr("At least {value}", value=least), facts.least)
        self._most.show_argument(tr("At most {value}", value=most), facts.most)
        self._most.set_token("proven" if facts.is_proven else "open")
        self._weaker.show_bounds(facts.weaker)
        for tile, neighbour in zip(self._tiles, facts.neighbours, strict=False):
            tile.show_neighbour(neighbour)
        self._fit()
        for part in (self._rule, self._beside):
            part.setVisible(bool(facts.neighbours))
        set_objection(self._copy)
        self._update_buttons()

    def show_fault(self, reason: str) -> None:
        """Show why nothing is known."""
        self._blank.stop()
        self._clear()
        self._queens.setText(reason)

    def _show_bracket(self, lower: int, upper: int) -> None:
        kind: BadgeKind = "proven" if lower == upper else "open"
        self._numbers.setText(spaced_bracket(lower, upper))
        set_role(self._numbers, known=kind)
        words = tr("Proven maximum") if kind == "proven" else tr("Open##state")
        self._badge.show_badge(kind, words)

    def _update_buttons(self) -> None:
        facts = self.facts
        placement = None if facts is None else facts.at_hand.placement
        text, why = tr("Open the placement"), ""
        if placement is None:
            why = tr(WAITING) if facts is None else tr("No placement is at hand")
        elif len(placement) == 1:
            text = tr_piece("Open the queen", self.place.piece)
        else:
            text = tr("Open the {pieces}", pieces=_pieces(self.place.piece, len(placement)))
        set_words(self.open_button, text)
        set_objection(self.open_button, why)
        self._show_target()

    def _show_target(self) -> None:
        facts, board = self.facts, self.place.board
        if facts is None:
            text = tr("Solve")
        elif facts.is_proven:
            text = tr("Find {value} again", value=spaced(facts.least.value))
        else:
            text = tr("Look for {value}", value=spaced(facts.least.value + 1))
        set_words(self.solve_button, text)
        why = tr(WAITING) if facts is None else ""
        if board is None:
            why = tr("The board has too many cells for a search")
        set_objection(self.solve_button, why)
        is_cube = board is not None and self.place.is_plain_cube
        set_objection(self._compare, "" if is_cube else tr("Engines are compared on cubes"))

    # Doing ---------------------------------------------------------------------------------------

    def _ask_open(self) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        self.open_wanted.emit(bool(QApplication.keyboardModifiers() & control))

    def _step(self, by: int) -> None:
        there = self.place.step(by)
        if there is not None:
            self.board_wanted.emit(there)

    def copy(self) -> None:
        """Copy all bounds with their derivations and sources."""
        if self.facts is not None:
            QGuiApplication.clipboard().setText(self.facts.report)


def _pieces(piece: str, count: int | None) -> str:
    if count is None:
        return tr("No placement at hand")
    return with_spaces(counted_tr(count, piece))
