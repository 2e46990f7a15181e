"""Names of boards, in English and in the language of texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .language import ENGLISH, counted_tr, language, noun_tr, tr
from .pieces import counted

if TYPE_CHECKING:
    from .board import Board

_NAME = re.compile(
    r"(?P<size>\(\d+,\d+\)|\d+(?:x\d+)*) (?P<kind>board|torus|cylinder|Moebius strip)"
    r"(?: of (?P<pieces>\S+s))?(?: along ax[ei]s (?P<axes>[\d, and]*\d))?"
    r"(?: with (?P<blocked>[\d,]+) blocked cells?)?(?P<stops> that stops? lines)?"
)


def english_name(board: Board) -> str:
    """Return the English name of a board: ``(5,3) cylinder of rooks along axes 1 and 3``."""
    name = f"({board.n},{board.d})" if board.is_cube else "x".join(map(str, board.shape))
    words = [name, _kind(board)]
    if board.piece != "queen":
        words.append(f"of {board.piece}s")
    if board.wraps and not board.torus:
        words.append(f"along {axis_names(board.wraps)}")
    if board.blocked:
        words.append(f"with {counted(len(board.blocked), 'blocked cell')}")
    if board.stops:
        words.append("that stop lines" if len(board.blocked) > 1 else "that stops lines")
    return " ".join(words)


def _kind(board: Board) -> str:
    if board.is_flat:
        return "board"
    if board.torus:
        return "torus"
    return "Moebius strip" if board.twist else "cylinder"


def axis_names(axes: Sequence[int]) -> str:
    """Return the names of axes, counted from 0: ``axis 1``, ``axes 1, 2 and 3``."""
    *others, last = (str(axis + 1) for axis in axes)
    return f"axes {', '.join(others)} and {last}" if others else f"axis {last}"


def board_name(english: str) -> str:
    """Return the English name of a board in the language of texts; another text is unchanged."""
    found = None if language() == ENGLISH else _NAME.fullmatch(english)
    if found is None:
        return english
    size, pieces, axes = found["size"], found["pieces"], found["axes"]
    name = _sized(found["kind"], size)
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


def _sized(kind: str, size: str) -> str:
    if kind == "torus":
        return tr("{size} torus", size=size)
    if kind == "cylinder":
        return tr("{size} cylinder", size=size)
    if kind == "Moebius strip":
        return tr("{size} Moebius strip", size=size)
    return tr("{size} board", size=size)
