"""The beginning of a lesson about a board: a file to go on writing."""

from __future__ import annotations

import json
from collections.abc import Iterable

from nqviz.core.coordinates import to_coordinates
from nqviz.core.placement import Placement
from nqviz.formats.entries import torus_entry

from .reader import parse_lesson

_HEAD = """\
format: nqviz-lesson
version: 1
title: My lesson
about: What this lesson is about, in one line.
minutes: 5
steps:
  - title: The first step
    text: |
      What this step says. An empty line begins a new paragraph.

      n = 1
    state:
"""


def lesson_template(placement: Placement, givens: Iterable[int] = ()) -> str:
    """Return a lesson of one step that shows a placement, as YAML.

    `givens`: the cells of the given queens.
    Raises InputError if the board or the number of queens is too large for a lesson.
    """
    board = placement.board
    lines = [f"board: {list(board.shape)}"]
    lines += [f"torus: {json.dumps(torus_entry(board))}"] if board.wraps else []
    lines += ["twist: true"] if board.twist else []
    lines += [f"piece: '{board.piece}'"] if board.piece != "queen" else []
    for name, cells in (("queens", placement.indices), ("givens", list(givens))):
        if len(cells):
            lines.append(f"{name}:")
            coordinates = to_coordinates(board.cells(sorted(cells))).tolist()
            lines += [f"  - {cell}" for cell in coordinates]
    text = _HEAD.replace("n = 1", f"n = {max(board.shape)}")
    text += "".join(f"      {line}\n" for line in lines)
    parse_lesson(text, "the lesson")
    return text
