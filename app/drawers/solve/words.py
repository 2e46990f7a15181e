"""The answers of searches in words: what was found, what cannot fit, and what to do about it."""

from __future__ import annotations

import re
from dataclasses import replace

from nqviz.bounds import best_lower, best_upper, bracket
from nqviz.core.board import Board
from nqviz.core.language import Texts, counted_tr, tr, tr_later, tr_piece, within
from nqviz.core.placement import Placement
from nqviz.problems import Membership
from nqviz.run.context import Progress
from nqviz.run.outcome import Outcome, Status

from ...document.board_tab import Finding
from ...widgets.badge import proof_badge
from ...widgets.library_texts import activity, ending
from ...widgets.widgets import sentence
from .answer import Answer
from .request import CELLS, DOMINATE, INDEPENDENT, SolveRequest

WANTED = {
    CELLS: tr_later("Which cells can hold a queen of a maximum placement?"),
    DOMINATE: tr_later("How few queens attack or occupy every cell?"),
    INDEPENDENT: tr_later("How few queens attack or occupy every cell, none of them attacked?"),
}
"""What stands in the place of an answer before a search."""
NOTHING = tr_later("Stopped: nothing found.")
REACHED = tr_later("The limit was reached: {found}")
WITH_IT = tr_later("There is no {what} with this queen: take one away, or undo.")
WITH_THEM = tr_later("There is no {what} with these {count} queens: take one away, or undo.")
TOO_FEW = tr_later("{queens} cannot attack every cell: at least {least} are needed.")
NO_MORE_THAN_ONE = tr_later("Nothing found beyond the {queens} that is kept.")
NO_MORE_THAN_KEPT = tr_later("Nothing found beyond the {queens} that are kept.")
ATTACK = tr_later("{queens} attack every cell.")
ATTACKS = tr_later("{queens} attacks every cell.")
CAN_NO_MORE = tr_later("The search can prove no more: {found}")
BY: Texts = {"placement": "found by", "bound": "limit by"}
_BY = re.compile(r"(placement|bound) by ([^,]+)")
MARKS = tr_later("On the board 1 marks a cell that can, hatching one that cannot.")


def known_answer(board: Board, target: str = "max") -> Answer:
    """Return what is known of a board before a search for something."""
    if target in WANTED:
        return Answer(tr_piece(WANTED[target], board.piece))
    low, high, piece = best_lower(board).value, best_upper(board).value, board.piece
    if low == high:
        words = tr("{queens} are the maximum.", queens=counted_tr(low, piece))
        return Answer(words, bracket(low, high), "proven", tr("Proven"))
    limit = tr("More than {count} cannot fit.", count=f"{high:,}")
    if low == 1:
        return Answer(limit)
    known = tr("{queens} are known.", queens=counted_tr(low, piece))
    return Answer(f"{known} {limit}", bracket(low, high), "open", tr("Open##state"))


def running_answer(ask: SolveRequest, news: Progress | None, seconds: float) -> Answer:
    """Return what a search has found and proven so far."""
    found = None if news is None or news.incumbent is None else len(news.incumbent)
    bound = None if news is None else news.bound
    parts = [ask.who, f"{seconds:.0f} s"]
    if news is not None:
        parts += [activity(news.activity)] if news.activity else []
        parts += [counted_tr(news.nodes, "node")] if news.nodes else []
    credit = sentence(", ".join(parts))
    if ask.seeks_cells:
        return Answer(tr("Searching for the cells of maximum placements."), credit=credit)
    words = f"{_found(ask, found)} {_limit(ask, bound)}".strip()
    numbers = _numbers(ask, found, bound)
    badge = tr("Open##state") if ", " in numbers else tr("Checking")  # one number is not proven yet
    return Answer(words, numbers, "open", badge, credit)


def ended_answer(ask: SolveRequest, outcome: Outcome[Placement]) -> Answer:
    """Return what a search has found and proven."""
    status, count, bound = outcome.status, outcome.count, outcome.bound
    numbers, credit = _numbers(ask, count, bound), credit_of(outcome)
    found, limit = _found(ask, count), _limit(ask, bound)
    if status is Status.FAILED:
        return Answer(sentence(outcome.message), numbers, "warning", tr("Failed"), credit)
    if status is Status.STOPPED:
        words = tr("Stopped: {count} found.", count=f"{count:,}") if count else tr(NOTHING)
        if ", " not in numbers:  # one number would look proven
            numbers = _numbers(ask, count, bound, published=False)
        return Answer(f"{words} {limit}".strip(), numbers, "stopped", tr("Stopped"), credit)
    if status is Status.INFEASIBLE:
        return _refuted(ask, outcome, credit)
    kind, badge = ("open", tr("Open##state")) if ", " in numbers else ("proven", tr("Proven"))
    if status is Status.OPTIMAL:
        kind, badge = proof_badge(outcome)
        limit = f"{limit}{_how(outcome)}"
    if status is Status.LIMIT:
        why = CAN_NO_MORE if outcome.is_exhausted else REACHED
        found = tr(why, found=within(found))
    elif status is Status.FEASIBLE and not ask.seeks_fewest:
        limit = tr("These are as many as were asked for.")
    return Answer(f"{found} {limit}".strip(), numbers, kind, badge, credit)  # type: ignore[arg-type]


def cells_answer(known: Membership) -> Answer:
    """Return how many cells can be in a maximum placement."""
    credit = f"{known.seconds:.1f} s"
    if known.queens is None:
        is_stopped = known.status is Status.STOPPED
        kind, badge = ("stopped", tr("Stopped")) if is_stopped else ("open", tr("Open##state"))
        return Answer(ending(known.message), "", kind, badge, credit)  # type: ignore[arg-type]
    kind, badge = proof_badge(replace(known, status=Status.OPTIMAL))  # of the number
    words = f"{ending(known.message)} {tr(MARKS)}"
    return Answer(words, f"[{known.queens:,}]", kind, badge, credit)


def _refuted(ask: SolveRequest, outcome: Outcome[Placement], credit: str) -> Answer:
    """Return that what was asked for cannot be."""
    assert outcome.bound is not None
    kind, badge = proof_badge(outcome)
    how, least = _how(outcome), f"{outcome.bound:,}"
    piece = ask.givens.board.piece
    if ask.at_most is not None:
        words = tr(TOO_FEW, queens=counted_tr(ask.at_most, piece), least=least)
        return Answer(f"{words}{how}", f"≥ {least}", kind, badge, credit)
    if ask.proves:
        words = _no_more(ask, counted_tr(outcome.bound, piece))
        return Answer(f"{words}{how}", f"[{least}]", kind, badge, credit)
    return Answer(f"{impossible(ask)}{how}", tr("Not possible"), kind, badge, credit)


def _how(outcome: Outcome[Placement]) -> str:
    """Return how a proof is known, as a sentence after another one; nothing for a plain proof."""
    return "" if proof_badge(outcome)[0] == "proven" else f" {sentence(ending(outcome.evidence))}."


def impossible(ask: SolveRequest) -> str:
    """Return that what was asked for cannot be, and what to do about it."""
    board, givens = ask.givens.board, len(ask.givens)
    what, wanted = tr("full placement"), board.full_count
    if isinstance(ask.target, int):
        wanted = ask.target
        what = tr("placement of {queens}", queens=counted_tr(wanted, board.piece))
    if not givens or best_upper(board).value < wanted:
        return tr("There is no {what} on this board.", what=what)
    if givens == 1:
        return tr_piece(WITH_IT, board.piece, what=what)
    return tr_piece(WITH_THEM, board.piece, what=what, count=f"{givens:,}")


def credit_of(outcome: Outcome[Placement]) -> str:
    """Return who found and who proved it, in how many nodes and how long."""
    who, _, parts = outcome.engine.partition(": ")
    by = _BY.sub(lambda part: f"{tr(BY[part[1]])} {tr(part[2])}", parts)
    words = [sentence(f"{tr(who)} ({by})" if by else tr(who))] if who else []
    words += [counted_tr(outcome.nodes, "node")] if outcome.nodes else []
    return ", ".join([*words, f"{outcome.seconds:.1f} s"])


def finding_of(
    ask: SolveRequest,
    queens: Placement,
    best: Placement | None,
    bound: int | None,
    how: str = "",
) -> Finding | None:
    """Return what a search found out about the queens that stand; None where it is nothing.

    `queens`: the queens that stand.
    `best`: the best placement so far.
    `bound`: a limit for placements with the queens of the question.
    `how`: how the limit is known; see `Finding`.
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
            return tr_piece("No queens found yet that attack every cell.", piece)
        words = ATTACK if found > 1 else ATTACKS
        return tr(words, queens=counted_tr(found, piece))
    if not found:
        return tr_piece("No queen found yet.", piece)
    if kept and found <= kept:
        words = NO_MORE_THAN_ONE if kept == 1 else NO_MORE_THAN_KEPT
        return tr(words, queens=counted_tr(kept, piece))
    return tr("{queens} found.", queens=counted_tr(found, piece))


def _limit(ask: SolveRequest, bound: int | None) -> str:
    limit = _least(ask, bound)
    if limit is None:
        return ""
    if ask.seeks_fewest:
        return tr("Fewer than {count} cannot.", count=f"{limit:,}")
    if limit == best_upper(ask.givens.board).value:
        return tr("More than {count} cannot fit.", count=f"{limit:,}")
    return _no_more(ask, f"{limit:,}")


def _no_more(ask: SolveRequest, count: str) -> str:
    """Return that more than a number cannot fit with the queens that are kept."""
    piece, kept = ask.givens.board.piece, len(ask.givens)
    if not kept:
        return tr("More than {count} cannot fit.", count=count)
    if kept == 1:
        return tr_piece("More than {count} cannot fit with this queen.", piece, count=count)
    words = tr_later("More than {count} cannot fit with these {kept} queens.")
    return tr_piece(words, piece, count=count, kept=f"{kept:,}")


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
