"""The kinds of placements that are counted, by name."""

from __future__ import annotations

from typing import Literal, TypeAlias

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution

from .count import Count
from .enumerate_full import count_full
from .known import check_count
from .layered.inclusion_exclusion import count_layered
from .layered.search import count_layered_directly
from .maximum.count import count_maximum
from .planar import count_planar
from .regular import count_regular

Kind: TypeAlias = Literal["maximum", "planar", "layered", "regular", "full"]
KINDS: tuple[Kind, ...] = ("maximum", "planar", "layered", "regular", "full")


def count(
    board: Board,
    kind: Kind = "maximum",
    *,
    queens: int | None = None,
    by_search: bool = False,
    split: Execution | None = None,
    run: RunContext | None = None,
) -> Count:
    """Count the placements of a kind on a board.

    Parameters
    ----------
    kind : str
        One of `KINDS`: with the most queens; full on the plane; n queens, one in each layer;
        regular; full in three dimensions.
    queens : int, optional
        For ``maximum``: count placements of so many queens instead.
    by_search : bool
        For ``layered``: count by search instead of a sum.
    split : Execution, optional
        Where the tasks of ``maximum``, ``planar`` and ``layered`` run.
    run : RunContext, optional
        The limit, the progress callback and the stop flag.

    Raises
    ------
    InputError
        If the kind is unknown, or not defined or out of reach on this board.
    Contradiction
        If the count is not what is known of the board.
    """
    if kind not in KINDS:
        raise InputError(f"cannot count {kind!r}; choose one of {either(KINDS)}")
    if queens is not None and kind != "maximum":
        raise InputError("a number of queens goes with maximum placements only")
    found = _count(board, kind, queens, by_search, split, run)
    check_count(board, kind, found)
    return found


def _count(
    board: Board,
    kind: Kind,
    queens: int | None,
    by_search: bool,
    split: Execution | None,
    run: RunContext | None,
) -> Count:
    if kind == "maximum":
        return count_maximum(board, run, k=queens, split=split)
    if kind == "regular":
        return count_regular(board, run)
    if kind == "layered" and by_search:
        return count_layered_directly(board, run, split=split)
    if kind == "layered":
        return count_layered(board, run, split=split)
    if kind == "full":
        return count_full(board, run)
    return count_planar(board, run, split=split)
