"""How much more room a board leaves at its sides, so that nothing covers what is written there."""

from __future__ import annotations

import numpy as np

from nqviz.view.arrangement import FloatArray

ROUNDS = 8
"""How often a board is fitted at most until its texts are clear; it becomes smaller in the end."""
APART = 6.0
"""Logical pixels between a text and what lies over the scene, at least."""

NOTHING: FloatArray = np.zeros((0, 4))


def more_room(
    corners: FloatArray | None, covers: FloatArray, size: tuple[int, int], scale: float
) -> FloatArray:
    """Return how many more pixels are to be left free at the left, top, right and bottom.

    A text is moved away from what covers it towards the middle, along the way that is the shorter
    one as a share of the picture. Across that takes twice as much, as the board stands in the
    middle of what is free there. Returns an array of shape (4,).

    `corners`, shape (4 k, 2): the pixels at the corners of texts, counted from the lower left; None
    where these are not known.
    `covers`, shape (m, 4): what lies over the picture: left, top, right and bottom in logical
    pixels, from the upper left.
    `size`: width and height of the picture.
    `scale`: how many pixels a logical one has.
    """
    width, height = size
    texts = NOTHING if corners is None else _boxes(corners, height)
    more: FloatArray = np.zeros(4)
    if not len(texts):
        return more
    beyond = np.column_stack((-texts[:, :2], texts[:, 2:] - (width, height)))
    more = np.maximum(beyond.max(axis=0), 0.0) * (2.0, 1.0, 2.0, 1.0)
    for box in (covers + (-APART, -APART, APART, APART)) * scale:
        met = (texts[:, :2] < box[2:]).all(axis=1) & (texts[:, 2:] > box[:2]).all(axis=1)
        is_left, is_above = box[0] + box[2] < width, box[1] + box[3] < height
        for left, top, right, bottom in texts[met].tolist():
            across = box[2] - left if is_left else right - box[0]
            along = box[3] - top if is_above else bottom - box[1]
            if across * height < along * width:
                side, need = (0 if is_left else 2), 2 * across
            else:
                side, need = (1 if is_above else 3), along
            more[side] = max(more[side], need + 1.0)
    return more


def from_below(boxes: FloatArray, height: int) -> FloatArray:
    """Count boxes of left, top, right and bottom ends from the lower left, shape (m, 4)."""
    left, top, right, bottom = boxes.T
    return np.column_stack((left, height - bottom, right, height - top))


def _boxes(corners: FloatArray, height: int) -> FloatArray:
    """Return left, top, right and bottom of each text from the upper left, shape (k, 4)."""
    of_each = corners.reshape(-1, 4, 2)
    low, high = of_each.min(axis=1), of_each.max(axis=1)
    ends = low[:, 0], height - high[:, 1], high[:, 0], height - low[:, 1]
    return np.column_stack(ends)
