"""What the controls of the Compare page ask: boards, instance files, programs and engines."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from nqviz.core.board import Board
from nqviz.core.errors import InputError, quoted
from nqviz.formats import read_placement
from nqviz.problems.compare import Instance

_PART = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")
_CUBE = re.compile(r"[0-9]+,[0-9]+")


def parts(text: str) -> list[str]:
    """Return what stands between commas; commas within quotation marks are part of it.

    Raises InputError if a quotation mark is not closed.
    """
    found = _PART.findall(text)
    if sum(map(len, found)) + text.count(",") < len(text):
        raise InputError(f"{quoted(text)}: a quotation mark is not closed")
    return [part.strip() for part in found if part.strip()]


def boards(text: str) -> list[Board | Instance]:
    """Return the cubes and the instances of files, which stand between blanks.

    Raises InputError if a word is neither n,d nor a placement or an instance file.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise InputError(f"{quoted(text)}: a quotation mark is not closed") from None
    return [_board(word) for word in words]


def with_file(text: str, path: str) -> str:
    """Return the text of the boards with a file added."""
    return f"{text} {shlex.quote(path)}".strip()


def _board(word: str) -> Board | Instance:
    if _CUBE.fullmatch(word):
        n, d = map(int, word.split(","))
        return Board.cube(n, d)
    if Path(word).is_file():
        return Instance(Path(word).name, read_placement(word).placement)
    raise InputError(f"board {quoted(word)} is not n,d, as in 6,3, and no file")
