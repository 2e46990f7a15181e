"""Names of boards in the language of texts; `str` of a board is its English name."""

from __future__ import annotations

import re

from .language import ENGLISH, counted_tr, language, noun_tr, tr, tr_later

_NAME = re.compile(
    r"(?P<size>\(\d+,\d+\)|\d+(?:x\d+)*) (?P<kind>board|torus|cylinder|Moebius strip)"
    r"(?: of (?P<pieces>\S+s))?(?: along ax[ei]s (?P<axes>[\d, and]*\d))?"
    r"(?: with (?P<blocked>[\d,]+) blocked cells?)?(?P<stops> that stops? lines)?"
)
_KINDS = tr_later(("{size} board", "{size} torus", "{size} cylinder", "{size} Moebius strip"))


def board_name(english: str) -> str:
    """Return the English name of a board in the language of texts; another text is unchanged."""
    found = None if language() == ENGLISH else _NAME.fullmatch(english)
    if found is None:
        return english
    size, pieces, axes = found["size"], found["pieces"], found["axes"]
    name = tr(f"{{size}} {found['kind']}", size=size)
    if pieces:
        name = tr("{board} of {pieces}", board=name, pieces=noun_tr(pieces))
    if axes and axes.isdecimal():
        name = tr("{board} along axis {axis}", board=name, axis=axes)
    elif axes:
        first, last = axes.split(" and ")
        name = tr("{board} along axes {axes} and {axis}", board=name, axes=first, axis=last)
    if not found["blocked"]:
        return name
    count = int(found["blocked"].replace(",", ""))
    cells = counted_tr(count, "blocked cell")
    if not found["stops"]:
        return tr("{board} with {cells}", board=name, cells=cells)
    if count == 1:
        return tr("{board} with {cells} that stops lines", board=name, cells=cells)
    return tr("{board} with {cells} that stop lines", board=name, cells=cells)
