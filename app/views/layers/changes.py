"""Find the part of the layers that looks different once queens have come or gone.

All else stays on the screen: what is outside of this part is neither painted nor sent to it.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.rendering.canvas.marks import conflict_marks
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView

from .captions import caption_boxes
from .paint import Part, Shown
from .pieces import are_joined, conflict_width

MOST = 120
"""Where more boxes than this differ, all is painted anew."""
LONGEST = 40.0
"""Pixels of a stroke that one box is round; one round a long slanting stroke holds much else."""
MARKS = ("queens", "given", "suggested", "dropped", "marked")


def changed_part(before: Shown, now: Shown, cells: IntArray, stamp: float) -> Part | None:
    """Return the pixels that differ between two pictures, and a few beside them.

    None where that is not worked out, and may be everything. Both have the same look.
    `cells`, shape (k,): those that are attacked or hold a queen in one of them only.

    `stamp`: from the middle of a stamp to its edge, in pixels.
    """
    if len(cells) > MOST:
        return None
    every = [cells, *_changed_marks(before.picture, now.picture)]
    _, points = now.places(np.unique(np.concatenate(every)))
    middles, strokes = _changed_conflicts(before, now)
    points, ends = np.concatenate((points, middles)), _pieces(strokes)
    away = conflict_width(now.transform.cell) + 2
    boxes = np.concatenate(
        (
            np.hstack((points - stamp - 1, points + stamp + 1)),
            np.hstack((ends.min(axis=1) - away, ends.max(axis=1) + away)),
            _changed_captions(before, now),
        )
    )
    return Part.around(boxes) if len(boxes) <= MOST else None


def _changed_marks(before: BoardView, now: BoardView) -> list[IntArray]:
    """Return the cells, kind by kind, that are marked in one of two pictures."""
    pairs = [(getattr(before, kind), getattr(now, kind)) for kind in MARKS]
    others = [pair for pair in pairs if pair[0] is not pair[1] and any(map(len, pair))]
    return [np.setxor1d(*pair, assume_unique=True) for pair in others]


def _changed_conflicts(before: Shown, now: Shown) -> tuple[FloatArray, FloatArray]:
    """Return what is drawn of attacking pairs in one of two pictures only, in pixels.

    The middles of rings and crosses, shape (k, 2), and strokes, shape (j, 2, 2).
    """
    changed = set(before.picture.conflicts) ^ set(now.picture.conflicts)
    if not changed:
        return np.zeros((0, 2)), np.zeros((0, 2, 2))
    marks = conflict_marks(now.arrangement, sorted(changed))
    joined = [each.conflicts for each in (before, now) if are_joined(each.conflicts)]
    apart = marks.apart if len(joined) == 2 else np.zeros((0, 2, 2))
    if len(joined) == 1:  # strokes from layer to layer come or go, all of them
        apart = joined[0].apart
    middles = np.concatenate((marks.cells, marks.middles, apart.mean(axis=1)))
    transform = now.transform
    return transform.points(middles), transform.points(np.concatenate((marks.together, apart)))


def _pieces(strokes: FloatArray) -> FloatArray:
    """Cut strokes, shape (k, 2, 2), into pieces of at most `LONGEST`, shape (j, 2, 2)."""
    along = strokes[:, 1] - strokes[:, 0]
    counts = 1 + (np.linalg.norm(along, axis=1) // LONGEST).astype(np.int64)
    which = np.repeat(np.arange(len(strokes)), counts)
    place = np.arange(len(which)) - (np.cumsum(counts) - counts)[which]
    shares = np.stack((place, place + 1), axis=1) / counts[which, None]
    pieces: FloatArray = strokes[which, :1] + shares[:, :, None] * along[which, None]
    return pieces


def _changed_captions(before: Shown, now: Shown) -> FloatArray:
    """Return the boxes of the captions with other numbers, shape (k, 4)."""
    blocks, low, high = caption_boxes(now)
    if not len(blocks):
        return np.zeros((0, 4))
    new, old = now.tally, before.tally
    changed = ((new.queens != old.queens) | (new.free != old.free))[blocks]
    boxes: FloatArray = np.hstack((low, high))[changed]
    return boxes
