"""Status and message of an outcome from the incumbent and the upper bound."""

from __future__ import annotations

from collections.abc import Sequence

from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.ilp import FAMILIES
from nqviz.run.outcome import Outcome, Status


def status_for(count: int, bound: int, wanted: int | None) -> Status | None:
    """Return the status of a problem, None while it is open.

    Parameters
    ----------
    count : int
        Queens of the incumbent.
    bound : int
        Proven upper bound.
    wanted : int, optional
        The target, in queens; None for a maximum.
    """
    if count >= bound and (wanted is None or count >= wanted):
        return Status.OPTIMAL
    if wanted is not None and count >= wanted:
        return Status.FEASIBLE
    if wanted is not None and bound < wanted:
        return Status.INFEASIBLE
    return None


def message_for(status: Status, best: Placement, bound: int, givens: int, failure: str) -> str:
    """Return one sentence that states what is proven.

    Parameters
    ----------
    givens : int
        The number of given queens.
    failure : str
        Why the engine ended without an answer, for `Status.FAILED`.
    """
    piece = best.board.piece
    what = f"the {best.board}"
    if givens:
        what += f" that keeps the {piece if givens == 1 else counted(givens, piece)}"
    found = f"{counted(len(best), piece)} found, at most {bound:,} possible"
    if status is Status.OPTIMAL:
        return f"{counted(len(best), piece)} found, and no placement of {what} has more."
    if status is Status.INFEASIBLE:
        return f"No placement of {what} has more than {counted(bound, piece)}."
    if status is Status.FEASIBLE:
        return f"{found}; as many as were asked for, and nothing is proven beyond that."
    if status is Status.FAILED:
        return f"{failure}; {found}."
    ended = "Stopped" if status is Status.STOPPED else "The limit was reached"
    return f"{ended}: {found}; nothing is proven beyond that."


def premises(outcome: Outcome[Placement]) -> str:
    """Return the premises of a proof by an integer program with the recorded cuts, or nothing."""
    cuts = outcome.settings.get("cuts", ())
    assert isinstance(cuts, Sequence)
    published = [name for name in cuts if FAMILIES[name].is_published]
    if not outcome.status.is_proof or not published:
        return ""
    return (
        f" The proof takes published maxima of smaller boards for granted, in the cuts"
        f" {', '.join(published)}."
    )
