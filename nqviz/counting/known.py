"""What is known of counts: published ones, recorded ones, and what bounds on the board say."""

from __future__ import annotations

from nqviz.bounds import best_lower, best_upper
from nqviz.catalogue.counts import recorded_count
from nqviz.core.board import Board
from nqviz.run.outcome import Contradiction

from .count import Count
from .maximum.count import MaximumCount
from .tables import known_counts


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
    for known, source in _known(board, kind):
        if known != value:
            raise refuse(f"{known:,} are known: {source}")


def _known(board: Board, kind: str) -> list[tuple[int, str]]:
    """Return the known counts of a kind on a board, with their sources."""
    if not board.is_cube or board.wraps or board.piece != "queen" or board.blocked:
        return []
    found = list(known_counts(kind, board.n, board.d))
    recorded = recorded_count(kind, board.n, board.d)
    return found if recorded is None else [*found, (recorded.count, recorded.words())]
