"""Replies to the questions of tasks: numbers, words, options, orders and marked cells."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from nqviz.core.language import tr, tr_later

from .tasks import Check

NOT_YET = tr_later("No answer yet.")
WRONG = tr_later("That is not it yet.")
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?")


@dataclass(frozen=True)
class Reply:
    """What a learner answers; of the parts only that is filled which the check asks for."""

    text: str = ""
    """The typed number or words."""
    chosen: frozenset[int] = frozenset()
    """The numbers of the chosen options, from 1."""
    order: tuple[str, ...] = ()
    """The lines in the order of the learner."""
    marked: frozenset[int] | None = None
    """The indices of the marked cells; None before the learner asks for a check."""


def unmet_reply(check: Check, reply: Reply) -> str | None:
    """Return a sentence on the first question that is not answered; None if all are."""
    if check.answer is not None:
        return _unmet_answer(check, reply.text)
    if check.choice is not None:
        return _unmet_choice(frozenset(check.choice.right), reply.chosen)
    return None if check.order is None else _unmet_order(check.order, reply.order)


def _unmet_choice(right: frozenset[int], chosen: frozenset[int]) -> str | None:
    if not chosen:
        return tr(NOT_YET)
    if chosen < right:
        return tr("Right so far, but there are more.")
    return None if chosen == right else tr(WRONG)


def _unmet_order(right: Sequence[str], order: Sequence[str]) -> str | None:
    if not order:
        return tr(NOT_YET)
    placed = sum(a == b for a, b in zip(order, right, strict=False))
    if placed == len(right):
        return None
    return tr("{placed} of {all} lines are in their place.", placed=placed, all=len(right))


def _unmet_answer(check: Check, text: str) -> str | None:
    given = _plain(text)
    if not given:
        return tr(NOT_YET)
    if isinstance(check.answer, int | float):
        value = number_in(given)
        if value is None:
            return tr("The answer is a number.")
        return None if abs(value - check.answer) <= check.tolerance else tr(WRONG)
    right = map(_plain, (str(check.answer), *check.spellings))
    return None if given in right else tr(WRONG)


def right_reply(check: Check) -> Reply:
    """Return the reply that fulfils a check, but for marked cells, which depend on the board."""
    return Reply(
        "" if check.answer is None else str(check.answer),
        frozenset() if check.choice is None else frozenset(check.choice.right),
        tuple(check.order or ()),
    )


def shown_order(lines: Sequence[str]) -> list[str]:
    """Return the lines of an order as they are shown first: mixed, each time in the same way."""
    mixed = sorted(lines, key=lambda line: hashlib.sha256(line.encode()).digest())
    return mixed if mixed != list(lines) else [*mixed[1:], mixed[0]]


def number_in(text: str) -> float | None:
    """Return the number of an answer such as ``40``, ``40.0``, ``1,331`` or ``40 lines``.

    None if it has no number or more than one. A comma that parts no thousands is a decimal one.
    """
    found = _NUMBER.findall(_plain(text).replace("−", "-"))
    return float(found[0].replace(",", ".")) if len(found) == 1 else None


def _plain(answer: float | str) -> str:
    """Return an answer without case, blanks and separators of thousands."""
    text = " ".join(str(answer).casefold().split()).rstrip(".")
    return re.sub(r"(?<=\d)[,'’ ](?=\d{3}(?!\d))", "", text)
