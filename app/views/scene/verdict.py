"""The verdict in the upper left of the scene: a count, a badge and one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nqviz.bounds import best_lower, best_upper
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.core.notation import place_text

from ...document.document import Document
from ...widgets.badge import Badge
from ...widgets.painting import KeptPainting
from ...widgets.theme import current_theme, font, text_scale
from ...widgets.timing import DeferredCall
from ...widgets.values import show_value
from ...widgets.widgets import combo
from .layer_steps import needs_layer
from .look_actions import orders_of, show_axes
from .verdict_words import Facts, VerdictWords, verdict_words

HEAD, HEAD_LINE, HEAD_SPACING = 28, 36, 98
EXTRA, SENTENCE, SENTENCE_LINE, CAPTION = 20, 15, 24, 13
"""Heights of type and of its lines, in pixels; the spacing of large letters in percent."""
GAP, BADGE_GAP = 12, 10
"""Pixels above the field and between other parts, and between the count and its badge."""
MOST_ATTACKS = 2000
"""The most attacks that clicks on the badge walk through."""
MARGIN = 24
"""What is free beside words that are put below each other where they have no room side by side."""
FIELD = 128
"""The width of the field of coordinates."""
LOW = 260
"""A scene of less height at the usual size of text, in pixels, has no such field; menus have it."""


class Verdict(QWidget):
    """The words of the verdict; badge and field lie beside it and alone meet the mouse."""

    # The badge was clicked; one about attacks shows the next of them instead.
    badge_clicked = Signal()
    resized = Signal()  # it needs another size

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("verdict")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._document, self._scene = document, parent
        self._bounds: tuple[Board, tuple[int, int] | None] | None = None
        self._is_compact = False
        self._attack = 0  # the next one that a click on the badge shows
        self._task = ""
        self.words = VerdictWords("")  # what is shown
        self._laid: object = None  # where its parts were, in both ways, when it was last placed
        self._kept = KeptPainting()
        self._metrics: tuple[float, tuple[QFontMetricsF, ...]] = (0.0, ())  # at a scale of text
        # Where its parts are from its upper left corner, compact or not, and what that depends on.
        self._parts: dict[bool, dict[str, QRect]] = {}
        self._parts_of: object = None
        self.badge = Badge("verdict.badge", parent)
        self.badge.clicked.connect(self._on_badge)
        # The coordinates that the scene shows, from four dimensions on.
        self.shows = combo("verdict.shows", [])
        self.shows.setParent(parent)
        self.shows.currentIndexChanged.connect(self._on_shows)
        self._turn = DeferredCall(self, self.refresh)
        self._search = QTimer(self)
        self._search.setSingleShot(True)
        self._search.timeout.connect(self._look_up)
        for change in (
            document.queens_changed,
            document.overlay_changed,
            document.finding_changed,
            document.view_changed,
        ):
            change.connect(self._turn.start)
        document.view_changed.connect(self._show_scene)
        document.board_changed.connect(self._on_board)
        self._on_board()

    # What is said ----------------------------------------------------------------------------

    def _on_board(self) -> None:
        board = self._document.board
        if self._bounds is None or self._bounds[0] != board:
            self._search.start(0)  # after the picture of the board
        threes = combinations(range(board.d), 3) if board.d > 3 else ()
        choices = [scene for three in threes for scene in orders_of(three)]
        self.shows.blockSignals(True)
        self.shows.clear()
        for scene in choices:
            self.shows.addItem(", ".join(f"x{axis + 1}" for axis in scene), scene)
        self.shows.blockSignals(False)
        self.shows.setVisible(bool(choices))
        self._show_scene()
        self.refresh()

    def _show_scene(self) -> None:
        show_value(self.shows, self._document.view.dims.scene)

    def set_task(self, task: str) -> None:
        """Show what to do next instead of the usual sentence; empty for that sentence."""
        if task != self._task:
            self._task = task
            self.refresh()

    def _look_up(self) -> None:
        """Find the bounds of the board, which takes up to a tenth of a second."""
        board = self._document.board
        try:
            bounds = best_lower(board).value, best_upper(board).value
        except InputError:
            self._bounds = board, None
        else:
            self._bounds = board, bounds
        self.refresh()

    def facts(self) -> Facts:
        """Return what is known of the document."""
        document, view = self._document, self._document.view
        board, counts = document.board, document.counts
        fixed = view.dims.fixed if board.d > 3 else {}
        drawn = {axis: view.clip[axis] for axis in view.dims.scene if axis in view.clip}
        shown = drawn | {axis: (value, value) for axis, value in fixed.items()}
        known = self._bounds is not None and self._bounds[0] == board
        return Facts(
            board,
            queens=counts.queens,
            given=len(document.givens),
            free=counts.free,
            attacks=counts.conflicts,
            bounds=self._bounds[1] if known and self._bounds is not None else None,
            finding=document.finding,
            suggested=self._count_suggested(),
            overlay=document.overlay,
            density=view.density,
            shown=dict(sorted(shown.items())),
            here=self._count_in(shown) if shown else 0,
            hint=document.hint,
            task=self._task,
            needs_layer=view.share == "strip" and needs_layer(document),
        )

    def _count_suggested(self) -> int:
        suggestion = self._document.suggestion
        if suggestion is None:
            return 0
        return int(np.count_nonzero(~self._document.counts.occupied[suggestion]))

    def _count_in(self, shown: Mapping[int, tuple[int, int]]) -> int:
        """Return how many queens have values in these ranges."""
        shape = self._document.board.shape
        ends = [shown.get(axis, (0, side - 1)) for axis, side in enumerate(shape)]
        part = tuple(slice(low, high + 1) for low, high in ends)
        return int(np.count_nonzero(self._document.counts.occupied.reshape(shape)[part]))

    def refresh(self) -> None:
        """Show the state of the board."""
        words = verdict_words(self.facts())
        if words == self.words:
            return
        self.words = words
        self.badge.show_badge(words.kind, words.badge)
        parts = (words.head, words.extra, words.badge, words.sentence)
        self.setAccessibleName(", ".join(part for part in parts if part))
        laid = self._rects(False), self._rects(True)
        if laid != self._laid:
            self._laid = laid
            self.resized.emit()
        self.update()

    def _on_badge(self) -> None:
        """Select the next two queens that attack each other, or report the click."""
        document = self._document
        pairs = document.counts.conflict_pairs(MOST_ATTACKS)
        if not pairs:
            self.badge_clicked.emit()
            return
        number = self._attack % len(pairs)
        self._attack = number + 1
        pair, board = pairs[number], document.board
        document.set_selection(pair)
        document.set_cursor(pair[0])
        first, second = (place_text(board, index) for index in pair)
        document.report(
            tr(
                "Attack {number} of {count}: {first} and {second}.",
                number=number + 1,
                count=len(pairs),
                first=first,
                second=second,
            )
        )

    def _on_shows(self) -> None:
        scene = self.shows.currentData()
        if scene is not None:
            self._document.set_view(show_axes(self._document.view, scene))

    # Where it stands -------------------------------------------------------------------------

    @property
    def _scale(self) -> float:
        return text_scale(self.font())

    def _fonts(self) -> tuple[QFont, QFont, QFont, QFont]:
        scale = self._scale
        head = font(HEAD * scale, QFont.Weight.DemiBold)
        head.setLetterSpacing(QFont.SpacingType.PercentageSpacing, HEAD_SPACING)
        return (
            head,
            font(EXTRA * scale),
            font(SENTENCE * scale),
            font(CAPTION * scale),
        )

    def needs(self, compact: bool) -> QSize:
        """Return the size of it all; a compact one has its badge below and no sentence."""
        return _around(self._rects(compact)).size()

    def place(self, corner: QPoint, compact: bool) -> None:
        """Lay it out from its upper left corner."""
        self._is_compact = compact
        rects = {name: each.translated(corner) for name, each in self._rects(compact).items()}
        self.setGeometry(_around(rects))
        self.badge.setGeometry(rects.get("badge", QRect()))
        self.shows.setVisible("shows" in rects)
        self.shows.setGeometry(rects.get("shows", QRect()))
        for above in (self.badge, self.shows):
            above.raise_()

    @property
    def word_rects(self) -> Iterable[QRect]:
        """Where its words are, in the coordinates of the scene."""
        return [each.translated(self.pos()) for each in self._rects(self._is_compact).values()]

    def _rects(self, compact: bool) -> dict[str, QRect]:
        """Return the rectangle of each part from the upper left corner; they are kept."""
        scale = self._scale
        shows = self.shows.sizeHint() if self.shows.count() else None
        parts_of = scale, self.words, self._scene.size(), self.badge.sizeHint(), shows
        if parts_of != self._parts_of:
            self._parts_of, self._parts = parts_of, {}
        if compact not in self._parts:
            self._parts[compact] = self._laid_out(scale, compact)
        return self._parts[compact]

    def _laid_out(self, scale: float, compact: bool) -> dict[str, QRect]:
        words, corner = self.words, QPoint()
        if self._metrics[0] != scale:
            self._metrics = scale, tuple(map(QFontMetricsF, self._fonts()))
        head, extra, sentence, caption = self._metrics[1]
        line, gap = round(HEAD_LINE * scale), round(GAP * scale)
        width = round(head.horizontalAdvance(words.head)) + 1
        rects = {"head": QRect(corner, QSize(width, line))}
        below = corner.y() + line
        if words.extra:
            more = QSize(round(extra.horizontalAdvance(words.extra)) + 1, line)
            if width + gap + more.width() > self._scene.width() - 2 * MARGIN:
                rects["extra"] = QRect(QPoint(corner.x(), below), more)
                below += line
            else:
                rects["extra"] = QRect(corner + QPoint(width + gap, 0), more)
                width += gap + more.width()
        if words.badge:
            size = self.badge.sizeHint()
            beside = QPoint(
                corner.x() + width + round(BADGE_GAP * scale),
                corner.y() + (line - size.height()) // 2,
            )
            under = QPoint(corner.x(), below + round(4 * scale))
            rects["badge"] = QRect(under if compact else beside, size)
            below = max(below, rects["badge"].bottom() + 1)
        if words.sentence and not compact:
            size = QSize(
                round(sentence.horizontalAdvance(words.sentence)) + 1, round(SENTENCE_LINE * scale)
            )
            rects["sentence"] = QRect(QPoint(corner.x(), below + round(4 * scale)), size)
            below = rects["sentence"].bottom() + 1
        if self.shows.count() and self._scene.height() >= LOW * scale:
            title = round(caption.horizontalAdvance(tr("shows"))) + round(8 * scale)
            height = max(32, self.shows.sizeHint().height())
            rects["caption"] = QRect(corner.x(), below + gap, title, height)
            rects["shows"] = QRect(corner.x() + title, below + gap, round(FIELD * scale), height)
        return rects

    def paintEvent(self, event: QPaintEvent) -> None:
        self._kept.show(self, self._paint, self.words, self._is_compact, self.shows.count() > 0)

    def _paint(self, painter: QPainter) -> None:
        theme, words = current_theme(), self.words
        head, extra, sentence, caption = self._fonts()
        rects = self._rects(self._is_compact)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(head)
        painter.setPen(QColor(theme.text))
        painter.drawText(rects["head"], left, words.head)
        painter.setPen(QColor(theme.text_2))
        if words.extra:
            painter.setFont(extra)
            painter.drawText(rects["extra"], left, words.extra)
        if "sentence" in rects:
            painter.setFont(sentence)
            painter.drawText(rects["sentence"], left, words.sentence)
        if "caption" in rects:
            painter.setFont(caption)
            painter.drawText(rects["caption"], left, tr("shows"))


def _around(rects: Mapping[str, QRect]) -> QRect:
    """Return the rectangle around all."""
    whole = QRect()
    for rect in rects.values():
        whole = whole.united(rect)
    return whole
