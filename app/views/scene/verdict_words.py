"""What the verdict says of a board: its count, its badge and its sentence, without Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nqviz.bounds import bracket
from nqviz.core.board import Board
from nqviz.core.language import Texts, counted_tr, tr, tr_later, tr_piece
from nqviz.view.overlay import Overlay

from ...document.board_tab import Finding

if TYPE_CHECKING:
    from ...widgets.badge import BadgeKind

EMPTY = tr_later("No queens yet")
SUGGESTED = tr_later("Translucent queens come from the search")
USED_OFTEN: Texts = {
    "size": "Large and bright: used often",
    "volume": "Dense and bright: used often",
}
"""What the look of a density means, for each style that says more than its colour."""
BRIGHT = tr_later("Bright: used often")
HEADS = {"field": tr_later("Cost"), "answer": tr_later("In a maximum")}
"""The heads of overlays that are no density."""


@dataclass(frozen=True)
class Facts:
    """What is known of a board and its queens."""

    board: Board
    queens: int = 0
    given: int = 0  # how many of the queens are given
    free: int = 0  # how many cells are free
    attacks: int = 0  # how many pairs of queens attack each other
    # The best lower and the best upper bound; None while they are not known.
    bounds: tuple[int, int] | None = None
    finding: Finding | None = None  # what a search found out about the queens
    suggested: int = 0  # how many queens a search proposes beside those that stand
    overlay: Overlay | None = None  # values that are shown instead of the queens
    density: str = "size"  # how the scene draws them
    # The axes of which the scene does not show all values, each with its ends (0-based, included).
    shown: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    here: int = 0  # the number of queens in what is shown
    hint: str = ""  # what an open drawer says of the queens
    task: str = ""  # what to do next in the puzzle, until a search has found something out
    needs_layer: bool = False  # whether clicks take no free cell before a layer is chosen

    @property
    def is_maximum(self) -> bool:
        """Whether the queens are as many as can stand, and that is proven."""
        return not self.attacks and self.bounds is not None and self.queens == self.bounds[1]


@dataclass(frozen=True)
class VerdictWords:
    """The words of the verdict; each may be empty, and without a badge its kind means nothing."""

    head: str
    extra: str = ""
    sentence: str = ""
    badge: str = ""
    kind: BadgeKind = "proven"


def verdict_words(facts: Facts) -> VerdictWords:
    """Return what the verdict says."""
    piece = facts.board.piece
    if facts.overlay is not None:
        return _overlay_words(facts.overlay, facts)
    if facts.suggested:
        extra = tr("+ {suggested} suggested", suggested=spaced(facts.suggested))
        return VerdictWords(_head(facts), extra, tr_piece(SUGGESTED, piece))
    kind, badge = _badge(facts)
    return VerdictWords(_head(facts), "", _sentence(facts), badge, kind)


def _overlay_words(overlay: Overlay, facts: Facts) -> VerdictWords:
    head = tr_piece(HEADS.get(overlay.kind, tr_later("Density")), facts.board.piece)
    if overlay.kind == "field":
        return VerdictWords(head, sentence=tr("The number in each cell"))
    if overlay.kind == "answer":
        return VerdictWords(head, sentence=tr("Bright: a maximum placement uses the cell"))
    drawn_as = facts.density if facts.board.d > 2 else "colour"
    return VerdictWords(head, sentence=tr(USED_OFTEN.get(drawn_as, BRIGHT)))


def _head(facts: Facts) -> str:
    if not facts.queens and not facts.suggested:
        return tr_piece(EMPTY, facts.board.piece)
    return counted_tr(facts.queens, facts.board.piece, spaced)


def _badge(facts: Facts) -> tuple[BadgeKind, str]:
    """Return the badge: attacks first, then what is proven, found out, or open."""
    if facts.attacks:
        return "conflict", counted_tr(facts.attacks, "attack", spaced)
    if facts.is_maximum:
        return "proven", tr("Proven maximum")
    if facts.finding is not None and facts.queens:
        kind: BadgeKind = "proven" if facts.finding.kind == "possible" else "warning"
        return kind, facts.finding.badge
    if facts.bounds is not None and facts.bounds[0] < facts.bounds[1]:
        return "open", bracket(*facts.bounds, write=spaced)
    return "proven", ""


def _sentence(facts: Facts) -> str:
    piece = facts.board.piece
    if facts.hint:
        return facts.hint
    if facts.task and facts.finding is None:
        return facts.task
    if not facts.queens:
        layer = tr("Choose a layer, or fill the board")
        parts = [layer if facts.needs_layer else tr("Click a cell, or fill the board")]
    elif facts.shown:
        where = ", ".join(_range_text(axis, *ends) for axis, ends in facts.shown.items())
        return tr("{count} of them here, where {where}", count=spaced(facts.here), where=where)
    elif facts.free or facts.attacks:
        parts = [counted_tr(facts.free, "free cell", spaced)]
    elif facts.board.has_full and facts.queens == facts.board.full_count:
        if facts.board.is_cube:
            return tr_piece("Full: a queen on every column, no free cell", piece)
        return tr_piece("Full: a queen on every line along the longest side, no free cell", piece)
    else:
        parts = [tr("No free cell")]
    if facts.given:
        parts.append(tr("{count} given", count=spaced(facts.given)))
    if facts.bounds is not None and not facts.is_maximum and _badge(facts)[0] != "open":
        parts.append(tr("maximum {bounds}", bounds=bracket(*facts.bounds, write=spaced)))
    return " · ".join(parts)


def _range_text(axis: int, low: int, high: int) -> str:
    """Return one value of a coordinate, or the ends of its range, counted from 1."""
    name = f"x{axis + 1}"
    return f"{name} = {low + 1}" if low == high else f"{low + 1} ≤ {name} ≤ {high + 1}"


def spaced(number: int) -> str:
    """Return a number as it is read: above 9,999 with thin spaces between the thousands."""
    return str(number) if number < 10_000 else f"{number:,}".replace(",", "\N{THIN SPACE}")
