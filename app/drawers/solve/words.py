"""The answers of searches in words: what was found, what cannot fit, and what to do about it."""

from __future__ import annotations

from dataclasses import replace

from nqviz.bounds import best_lower, best_upper, bracket
from nqviz.core.board import Board
from nqviz.core.pieces import counted, worded
from nqviz.core.placement import Placement
from nqviz.problems import Membership
from nqviz.run.outcome import Outcome, Status
from nqviz.run.progress import Progress

from ...document.finding import Finding
from ...widgets.badge import proof_badge
from ...widgets.widgets import sentence
from .answer import Answer
from .request import CELLS, DOMINATE, INDEPENDENT, SolveRequest

WANTED = {
    CELLS: "Which cells can hold a queen of a maximum placement?",
    DOMINATE: "How few queens attack or occupy every cell?",
    INDEPENDENT: "How few queens attack or occupy every cell, none of them attacked?",
}
"""What stands in the place of an answer before a search."""
EARLY = 0.9
"""A search that ends before this part of its time limit has not ended by it."""
MARKS = " On the board 1 marks a cell that can, hatching one that cannot."


def known_answer(board: Board, target: str = "max") -> Answer:
    """Return what is known of a board before a search for something."""
    if target in WANTED:
        return Answer(worded(WANTED[target], board.piece))
    low, high, piece = best_lower(board).value, best_upper(board).value, board.piece
    if low == high:
        return Answer(
            f"{counted(low, piece)} are the maximum.", bracket(low, high), "proven", "Proven"
        )
    limit = f"More than {high:,} cannot fit."
    if low == 1:
        return Answer(limit)
    return Answer(f"{counted(low, piece)} are known. {limit}", bracket(low, high), "open", "Open")


def running_answer(ask: SolveRequest, news: Progress | None, seconds: float) -> Answer:
    """Return what a search has found and proven so far."""
    found = None if news is None or news.incumbent is None else len(news.incumbent)
    bound = None if news is None else news.bound
    parts = [ask.who, f"{seconds:.0f} s"]
    if news is not None:
        parts += [news.activity] if news.activity else []
        parts += [counted(news.nodes, "node")] if news.nodes else []
    credit = sentence(", ".join(parts))
    if ask.seeks_cells:
        return Answer("Searching for the cells of maximum placements.", credit=credit)
    words = f"{_found(ask, found)} {_limit(ask, bound)}".strip()
    numbers = _numbers(ask, found, bound)
    badge = "Open" if ", " in numbers else "Checking"  # one number is not proven yet
    return Answer(words, numbers, "open", badge, credit)


def ended_answer(ask: SolveRequest, outcome: Outcome[Placement]) -> Answer:
    """Return what a search has found and proven."""
    status, count, bound = outcome.status, outcome.count, outcome.bound
    numbers, credit = _numbers(ask, count, bound), credit_of(outcome)
    found, limit = _found(ask, count), _limit(ask, bound)
    if status is Status.FAILED:
        return Answer(sentence(outcome.message), numbers, "warning", "Failed", credit)
    if status is Status.STOPPED:
        words = f"Stopped: {'nothing' if not count else f'{count:,}'} found. {limit}".strip()
        if ", " not in numbers:  # one number would look proven
            numbers = _numbers(ask, count, bound, published=False)
        return Answer(words, numbers, "stopped", "Stopped", credit)
    if status is Status.INFEASIBLE:
        return _refuted(ask, outcome, credit)
    kind, badge = ("open", "Open") if ", " in numbers else ("proven", "Proven")
    if status is Status.OPTIMAL:
        kind, badge = proof_badge(outcome)
        how = "" if badge == "Proven" else f" {sentence(outcome.evidence)}."
        limit = f"{limit}{how}"
    if status is Status.LIMIT:
        seconds, nodes = ask.limit.seconds, ask.limit.nodes
        is_over = nodes is not None or (seconds is not None and outcome.seconds >= EARLY * seconds)
        why = "The limit was reached" if is_over else "The search can prove no more"
        found = f"{why}: {found[:1].lower()}{found[1:]}"
    elif status is Status.FEASIBLE and not ask.seeks_fewest:
        limit = "These are as many as were asked for."
    return Answer(f"{found} {limit}".strip(), numbers, kind, badge, credit)  # type: ignore[arg-type]


def cells_answer(known: Membership) -> Answer:
    """Return how many cells can be in a maximum placement."""
    credit = f"{known.seconds:.1f} s"
    if known.queens is None:
        is_stopped = known.status is Status.STOPPED
        kind, badge = ("stopped", "Stopped") if is_stopped else ("open", "Open")
        return Answer(known.message, "", kind, badge, credit)  # type: ignore[arg-type]
    kind, badge = proof_badge(replace(known, status=Status.OPTIMAL))  # of the number
    return Answer(known.message + MARKS, f"[{known.queens:,}]", kind, badge, credit)


def _refuted(ask: SolveRequest, outcome: Outcome[Placement], credit: str) -> Answer:
    """Return that what was asked for cannot be."""
    assert outcome.bound is not None
    kind, badge = proof_badge(outcome)
    how = "" if badge == "Proven" else f" {sentence(outcome.evidence)}."
    if ask.at_most is not None:
        piece = ask.givens.board.piece
        words = f"{counted(ask.at_most, piece)} cannot attack every cell: at least"
        least = f"{outcome.bound:,}"
        return Answer(f"{words} {least} are needed.{how}", f"≥ {least}", kind, badge, credit)
    if ask.proves:
        most = f"{counted(outcome.bound, ask.givens.board.piece)} cannot fit{_with_them(ask)}.{how}"
        return Answer(f"More than {most}", f"[{outcome.bound:,}]", kind, badge, credit)
    return Answer(f"{impossible(ask)}{how}", "Not possible", kind, badge, credit)


def impossible(ask: SolveRequest) -> str:
    """Return that what was asked for cannot be, and what to do about it."""
    board, givens = ask.givens.board, len(ask.givens)
    is_number = isinstance(ask.target, int)
    what = (
        f"placement of {counted(int(ask.target), board.piece)}" if is_number else ("full placement")
    )
    wanted = int(ask.target) if is_number else board.full_count
    if not givens or best_upper(board).value < wanted:
        return f"There is no {what} on this board."
    these = f"this {board.piece}" if givens == 1 else f"these {givens:,} {board.piece}s"
    return f"There is no {what} with {these}: take one away, or undo."


def credit_of(outcome: Outcome[Placement]) -> str:
    """Return who found and who proved it, in how many nodes and how long."""
    who, _, parts = outcome.engine.partition(": ")
    by = parts.replace("placement by", "found by").replace("bound by", "limit by")
    words = [sentence(f"{who} ({by})" if by else who)] if who else []
    words += [counted(outcome.nodes, "node")] if outcome.nodes else []
    return ", ".join([*words, f"{outcome.seconds:.1f} s"])


def finding_of(
    ask: SolveRequest,
    queens: Placement,
    best: Placement | None,
    bound: int | None,
    how: str = "",
) -> Finding | None:
    """Return what a search found out about the queens that stand; None where it is nothing.

    Parameters
    ----------
    ask : SolveRequest
    queens : Placement
        The queens that stand.
    best : Placement, optional
        The best placement so far.
    bound : int, optional
        A limit for placements with the queens of the question.
    how : str
        How the limit is known; see `Finding`.
    """
    board = ask.givens.board
    if ask.seeks_fewest or ask.seeks_cells or queens.board != board or not len(queens):
        return None
    standing = set(queens.indices.tolist())
    is_about_them = set(ask.givens.indices.tolist()) <= standing
    if is_about_them and bound is not None and bound < best_lower(board).value:
        return Finding("at most", bound, how)
    if best is None or len(best) <= len(queens) or not standing <= set(best.indices.tolist()):
        return None
    return Finding("possible", len(best))


# Parts of sentences -------------------------------------------------------------------------


def _found(ask: SolveRequest, found: int | None) -> str:
    piece, kept = ask.givens.board.piece, len(ask.givens)
    if ask.seeks_fewest:
        if found is None:
            return f"No {piece}s found yet that attack every cell."
        attack = "attack" if found > 1 else "attacks"
        return f"{counted(found, piece)} {attack} every cell."
    if not found:
        return f"No {piece} found yet."
    if kept and found <= kept:
        return f"Nothing found yet beyond the {counted(kept, piece)} that {_are(kept)} kept."
    return f"{counted(found, piece)} found."


def _limit(ask: SolveRequest, bound: int | None) -> str:
    limit = _least(ask, bound)
    if limit is None:
        return ""
    if ask.seeks_fewest:
        return f"Fewer than {limit:,} cannot."
    is_known = limit == best_upper(ask.givens.board).value
    return f"More than {limit:,} cannot fit{'' if is_known else _with_them(ask)}."


def _with_them(ask: SolveRequest) -> str:
    kept = len(ask.givens)
    if not kept:
        return ""
    piece = ask.givens.board.piece
    return f" with {f'this {piece}' if kept == 1 else f'these {kept:,} {piece}s'}"


def _least(ask: SolveRequest, bound: int | None, published: bool = True) -> int | None:
    """Return the limit by the search, and by what is known of the board."""
    if ask.seeks_fewest:
        return bound
    known = best_upper(ask.givens.board, published and not ask.proves).value
    return known if bound is None else min(bound, known)


def _numbers(
    ask: SolveRequest, found: int | None, bound: int | None, *, published: bool = True
) -> str:
    limit = _least(ask, bound, published)
    if limit is None or (ask.seeks_fewest and found is None):
        return "" if found is None else f"{found:,}"
    count = len(ask.givens) if found is None else found
    return bracket(min(count, limit), max(count, limit))


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
