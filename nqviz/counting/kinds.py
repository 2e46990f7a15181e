"""The kinds of placements that are counted, by name; each count is checked against known ones."""

from __future__ import annotations

from dataclasses import replace
from math import gcd
from typing import Literal, TypeAlias

from nqviz.bounds import best_lower, best_upper
from nqviz.catalogue.counts import recorded_count
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction
from nqviz.run.tasks import Execution

from . import enumerate_full, planar, rotational, toroidal
from .count import Count, check_cube, check_full
from .enumerate_full import count_full
from .layered import inclusion_exclusion
from .layered.blocked_cells import count_open_layered
from .layered.search import count_layered_directly
from .layered.totals import count_layered
from .maximal import count_maximal
from .maximum.count import MaximumCount, count_maximum
from .planar import count_planar
from .regular import count_regular
from .rotational import CLASS_TURNS, PERIODIC, count_symmetric
from .tables import known_counts, known_values

Kind: TypeAlias = Literal["maximum", "maximal", "planar", "layered", "regular", "full"]
KINDS: tuple[Kind, ...] = ("maximum", "maximal", "planar", "layered", "regular", "full")


def count(
    board: Board,
    kind: Kind = "maximum",
    run: RunContext | None = None,
    *,
    queens: int | None = None,
    by_search: bool = False,
    symmetric: str | None = None,
    part: str | None = None,
    split: Execution | None = None,
) -> Count:
    """Count the placements of a kind on a board.

    Parameters
    ----------
    kind : str
        One of `KINDS`: with the most queens; to which none can be added; full on the plane; n
        queens, one in each layer; regular; full on the plane or in three dimensions.
    queens : int, optional
        For ``maximum``: count placements of so many queens instead.
    by_search : bool
        For ``layered``: count by search instead of a sum.
    symmetric : str, optional
        For ``planar``: only those that a ``half-turn`` or a ``quarter-turn`` keeps, or those of a
        class of `nqviz.core.symmetry.CLASSES`.
    part : str, optional
        For ``layered``: only those that are ``spanning`` or ``irreducible``, see `count_layered`.
    run : RunContext, optional
        The limit, the progress callback and the stop flag.
    split : Execution, optional
        Where the tasks of all kinds but ``regular`` run.

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
    if part is not None and (kind != "layered" or by_search):
        raise InputError("a part goes with the sum of layered placements only")
    if part is not None and board.blocked:
        return count_open_layered(board, run, split=split, part=part)
    if part is not None:
        return count_layered(board, run, split=split, part=part)
    if symmetric is not None:
        if kind != "planar":
            raise InputError("a symmetry goes with planar placements only")
        found = _count_symmetric(board, symmetric, split, run)
        check_count(board, CLASS_TURNS.get(symmetric, symmetric), found)
        return found
    if kind == "full" and board.d == 2:
        kind = "planar"
    found = _count(board, kind, queens, by_search, split, run)
    check_count(board, kind, found)
    return found


def _count_symmetric(
    board: Board, symmetric: str, split: Execution | None, run: RunContext | None
) -> Count:
    """Count the planar placements that a rotation keeps, or of a class."""
    if symmetric != PERIODIC or not board.blocked:
        return count_symmetric(board, run, turn=symmetric, split=split)
    check_cube("solutions with doubly-periodic symmetry", board, 2)
    check_full(board)
    torus = Board(board.shape, torus=True, blocked=board.blocked)
    return replace(_count(torus, "planar", None, False, split, run), orbits=None)


def _is_listed(board: Board, kind: Kind) -> bool:
    """Return whether full placements are counted by searches of their own.

    On square tori with blocked cells only where there are none, because the side is not prime to 6.
    """
    if kind == "full":
        return board.is_flat and board.d == 3
    if board.torus:
        return not board.blocked or (board.d == 2 and board.is_cube and gcd(board.n, 6) > 1)
    return board.is_flat


def likely_seconds(board: Board, kind: str, symmetric: str | None = None) -> float | None:
    """Return about how long a count takes on one core; None where it is refused, or not known."""
    n = board.n
    if not board.is_cube or board.piece != "queen" or board.blocked:
        return None
    if kind == "layered":
        runs = 9 < n <= inclusion_exclusion.MAX_LAYERS and board.is_flat and board.d > 2
        return inclusion_exclusion.likely_seconds(n) if runs else None
    if kind == "full" and board.is_flat and board.d == 3:
        return enumerate_full.likely_seconds(n) if n <= enumerate_full.MAX_SIDE else None
    if kind not in ("planar", "full") or board.d != 2:
        return None
    return _planar_seconds(board, symmetric)


def _planar_seconds(board: Board, symmetric: str | None) -> float | None:
    n = board.n
    if symmetric not in (None, PERIODIC):
        return rotational.likely_seconds(n, symmetric) if n <= rotational.MAX_SIDE else None
    if board.is_flat and symmetric is None:
        return planar.likely_seconds(n) if n <= planar.MAX_SIDE else None
    runs = (board.torus or board.is_flat) and n <= toroidal.MAX_SIDE and gcd(n, 6) == 1
    return toroidal.likely_seconds(n) if runs else None


def _count(
    board: Board,
    kind: Kind,
    queens: int | None,
    by_search: bool,
    split: Execution | None,
    run: RunContext | None,
) -> Count:
    """Count; on a board with blocked cells full placements are of as many pieces as without."""
    if kind == "maximal":
        return count_maximal(board, run, split=split)
    if kind == "regular":
        return count_regular(board, run)
    if kind == "layered":
        of_layers = count_layered_directly if by_search else count_layered
        return (count_open_layered if board.blocked else of_layers)(board, run, split=split)
    if kind != "maximum" and _is_listed(board, kind):
        return (count_full if kind == "full" else count_planar)(board, run, split=split)
    if kind != "maximum":
        plain = board.without_blocked()
        if not board.twist:  # what wraps is counted by the search for the maximum
            check_cube(f"{kind} placements", plain, 2 if kind == "planar" else None, wraps=True)
        check_full(board)
        queens = board.full_count
    return count_maximum(board, run, k=queens, split=split)


def check_count(board: Board, kind: str, found: Count) -> None:
    """Hold a count against what is known.

    Raises Contradiction if it differs from a published or recorded count, or if placements are
    counted that no board has, or none of those that are known.
    """
    value = found.value
    if value is None:
        return
    given = f"; given {' and '.join(found.premises)}" if found.premises else ""
    piece = board.piece

    def refuse(words: str) -> Contradiction:
        return Contradiction(
            f"{kind} placements counted on the {board}: {value:,}, but {words}{given}"
        )

    if value < 0:
        raise refuse("a number is never negative")
    if isinstance(found, MaximumCount) and found.queens is not None:
        least, most = best_lower(board), best_upper(board)
        if value and found.queens > most.value:
            raise refuse(f"{found.queens} {piece}s are impossible: {most.source}")
        if not value and found.queens <= least.value:
            raise refuse(f"{least.value} {piece}s are known: {least.source}")
        if found.queens != least.value:
            return
    for known, source in counts_known(board, kind):
        if known != value:
            raise refuse(f"{known:,} are known: {source}")


def counts_known(board: Board, kind: str) -> list[tuple[int, str]]:
    """Return the known counts of a kind on a board, with their sources."""
    if not board.is_cube or board.piece != "queen" or board.blocked:
        return []
    if board.wraps:
        is_toroidal = board.torus and board.d == 2 and kind == "planar"
        return list(known_values("toroidal-count", board.n, 2)) if is_toroidal else []
    found = list(known_counts(kind, board.n, board.d))
    recorded = recorded_count(kind, board.n, board.d)
    return found if recorded is None else [*found, (recorded.count, recorded.words())]
