"""Status and message of an outcome from the incumbent and the upper bound."""

from __future__ import annotations

from collections.abc import Iterable

from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.ilp import FAMILIES
from nqviz.run.outcome import Status


def status_for(count: int, bound: int, wanted: int | None) -> Status | None:
    """Return the status of a problem, None while it is open.

    `count`: queens of the incumbent.
    `bound`: proven upper bound.
    `wanted`: the target, in queens; None for a maximum.
    """
    if count >= bound and (wanted is None or count >= wanted):
        return Status.OPTIMAL
    if wanted is not None and count >= wanted:
        return Status.FEASIBLE
    if wanted is not None and bound < wanted:
        return Status.INFEASIBLE
    return None


def message_for(
    status: Status,
    best: Placement,
    bound: int,
    givens: int,
    failure: str = "",
    how: str = "",
) -> str:
    """Return one sentence that states what is proven, and how it is known.

    `givens`: the number of given queens.
    `failure`: why the engine ended without an answer, for `Status.FAILED`.
    `how`: how a proof is known; see `nqviz.run.outcome.how_known`.
    """
    piece = best.board.piece
    what = f"the {best.board}"
    if givens:
        what += f" that keeps the {piece if givens == 1 else counted(givens, piece)}"
    found = f"{counted(len(best), piece)} found, at most {bound:,} possible"
    if status is Status.OPTIMAL:
        return f"{counted(len(best), piece)} found, and no placement of {what} has more{how}."
    if status is Status.INFEASIBLE:
        return f"No placement of {what} has more than {counted(bound, piece)}{how}."
    if status is Status.FEASIBLE:
        return f"{found}; as many as were asked for, and nothing is proven beyond that."
    if status is Status.FAILED:
        return f"{failure}; {found}."
    ended = "Stopped" if status is Status.STOPPED else "The limit was reached"
    return f"{ended}: {found}; nothing is proven beyond that."


def premises_of(cuts: Iterable[str]) -> tuple[str, ...]:
    """Return what a proof by an integer program with cuts takes for granted."""
    published = [name for name in cuts if FAMILIES[name].is_published]
    if not published:
        return ()
    word = "cut" if len(published) == 1 else "cuts"
    return (f"published maxima of smaller boards in the {word} {', '.join(published)}",)
