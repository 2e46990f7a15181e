"""How families of constructions are shown: icon, name, a few words for a board, and the number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nqviz.bounds.torus import planar_torus_maximum
from nqviz.constructions import FAMILIES, Family, has_regular
from nqviz.constructions.extension import is_flat_square
from nqviz.core.board import Board
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece
from nqviz.run.context import RunContext

from ...widgets.numbers import with_spaces

Parameters = Mapping[str, object]
_MOST_SIDES = 10_000
_QUICK = 20_000
"""The most queens of an outer board whose cuts are compared for the text of a button."""


@dataclass(frozen=True)
class Look:
    """How a family is shown."""

    icon: str
    title: str
    # Returns a few words about what the family has for a board to which it applies.
    brief: Callable[[Board], str]
    # Returns the number of queens for a board and parameters; None where it is not known.
    count: Callable[[Board, Parameters], int | None] = lambda _board, _parameters: None
    # Returns whether queens on a board can be what the family starts from.
    starts_from: Callable[[Board], bool] = lambda _board: False


def _full(board: Board, _parameters: Parameters | None = None) -> int:
    return board.size // board.n


@lru_cache(maxsize=64)
def outer_side(board: Board) -> int | None:
    """Return the side of the next larger cube with a regular placement; None on a torus."""
    if board.wraps:
        return None
    sides = range(board.n + 1, board.n + _MOST_SIDES)
    return next((side for side in sides if has_regular(side, board.d)), None)


def _cut_brief(board: Board) -> str:
    outer = outer_side(board)
    if outer is None:
        return tr("all of it, on a torus")
    return tr("the best window of ({outer},{d})", outer=outer, d=board.d)


def _torus_brief(board: Board) -> str:
    queens = counted_tr(planar_torus_maximum(board.n), board.piece)
    return tr("{queens}, the most on this torus", queens=queens) if board.torus else queens


def _cut_count(board: Board, parameters: Parameters) -> int | None:
    """Return the number of queens of a cut where all cuts are compared in milliseconds."""
    outer = parameters.get("outer")
    is_quick = isinstance(outer, int) and outer ** (board.d - 1) <= _QUICK
    if not is_quick or parameters.get("free") != "none":
        return None
    built = FAMILIES["subcube"].construct(board, parameters, RunContext())
    return len(built.placement)


def _chosen_number(_board: Board, parameters: Parameters) -> int | None:
    number = parameters.get("queens")
    return number if isinstance(number, int) else None


LOOKS = {
    "classical": Look(
        "layout-grid",
        tr_later("Classical"),
        lambda board: tr("{queens}, for every n from 4", queens=counted_tr(board.n, board.piece)),
        _full,
    ),
    "extended": Look(
        "plus",
        tr_later("Corner extension"),
        lambda board: tr_piece(
            "({side},2) and a queen in the new corner", board.piece, side=board.n - 1
        ),
        _full,
        is_flat_square,
    ),
    "rings": Look(
        "target",
        tr_later("Ring pattern"),
        lambda board: tr("{queens} by a pattern of Luque", queens=counted_tr(board.n, board.piece)),
        _full,
    ),
    "colouring": Look(
        "palette",
        tr_later("Colouring"),
        lambda board: tr("{n} planar solutions that cover the square", n=board.n),
        lambda board, _parameters: board.n**2,
    ),
    "regular": Look(
        "sigma",
        tr_later("Regular"),
        lambda board: tr("{queens} by a linear rule", queens=counted_tr(_full(board), board.piece)),
        _full,
    ),
    "product": Look(
        "layout-grid",
        tr_later("Product"),
        lambda board: tr("{queens}, not by one rule", queens=counted_tr(_full(board), board.piece)),
        _full,
    ),
    "subcube": Look("scissors", tr_later("Cut from a larger cube"), _cut_brief, _cut_count),
    "stacked": Look(
        "layers",
        tr_later("Stack of flat boards"),
        lambda board: tr(
            "{n} layers of up to {queens}", n=board.n, queens=counted_tr(board.n, board.piece)
        ),
    ),
    "toroidal": Look(
        "rotate-3d",
        tr_later("Toroidal"),
        _torus_brief,
        lambda board, _parameters: planar_torus_maximum(board.n),
    ),
    "random": Look(
        "dices",
        tr_later("At random"),
        lambda _board: tr("as many as fit, or a number"),
        _chosen_number,
        lambda _board: True,
    ),
}


def title_of(family: Family, board: Board) -> str:
    """Return the name of a family on a board."""
    if family.name == "subcube" and board.d == 2:
        return tr("Cut from a larger square")
    return tr(look_of(family).title)


def look_of(family: Family) -> Look:
    """Return how a family is shown; one of a plug-in by its title and its summary."""
    return LOOKS.get(family.name) or Look(
        "box", family.title, lambda board: tr_piece(family.summary, board.piece)
    )


def brief(family: Family, board: Board) -> str:
    """Return a few words about what a family has for a board, with the name of its piece."""
    return with_spaces(look_of(family).brief(board))


def fill_text(
    family: Family, board: Board, parameters: Parameters, queens: int | None = None
) -> str:
    """Return the text of the button that fills a board; it states the number where it is known.

    `queens`: how many queens on the board it starts from.
    """
    if queens is not None and family.name == "extended":
        more = counted_tr(queens + 1, "queen")
        return with_spaces(tr("Fill ({side},2) with {queens}", side=board.n + 1, queens=more))
    count = look_of(family).count(board, parameters)
    if count is None or board.blocked:  # how many are lost to blocked cells is not known yet
        return tr("Fill the board")
    if family.name == "colouring":  # its layers are shown on a board of more dimensions
        rooks = counted_tr(count, "rook")
        return with_spaces(tr("Fill ({n},3) with {queens}", n=board.n, queens=rooks))
    return with_spaces(tr("Fill with {queens}", queens=counted_tr(count, board.piece)))
