"""Plain tables of whole numbers, read a thousand lines at a time.

Nearly all large files hold nothing but rows of equally many numbers. Their characters are looked
at as one array; whatever else a text holds is left to the readers that go line by line, which
also say what is wrong with it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.run.budgets import TEXT_NUMBERS, keep
from nqviz.run.context import RunContext

_BLOCK = 2**21
_LONGEST = 18
"""The digits of a number that certainly fits in 64 bits."""

_Flags = npt.NDArray[np.bool_]


def plain_rows(text: bytes, run: RunContext) -> tuple[IntArray, IntArray] | None:
    """Read rows of numbers that are parted by one blank or comma each.

    `text`: lines that end in a line feed; empty ones are passed over.
    Returns `lines`, shape (k,): in which line (from 0) each row stands; `rows`, shape (k, d);
    `None`: if the text is anything else, or there is no row.
    """
    lines: list[IntArray] = []
    rows: list[IntArray] = []
    start = above = count = 0
    while start < len(text):
        run.step("reading numbers", start / len(text))
        stop = text.find(b"\n", start + _BLOCK) + 1 or len(text)
        block = _block(np.frombuffer(text, np.uint8, stop - start, start))
        if block is None or (rows and len(block[1]) and block[1].shape[1] != rows[0].shape[1]):
            return None
        if len(block[1]):
            lines.append(block[0] + above)
            rows.append(block[1])
            count += block[1].size
            keep(count, TEXT_NUMBERS, "numbers")
        above += text.count(b"\n", start, stop)
        start = stop
    return (np.concatenate(lines), np.concatenate(rows)) if rows else None


def _block(text: npt.NDArray[np.uint8]) -> tuple[IntArray, IntArray] | None:
    digit = text - ord("0") < 10  # what is below wraps around
    newline = text == ord("\n")
    before, after = np.zeros_like(digit), np.zeros_like(digit)
    before[1:], after[:-1] = digit[:-1], digit[1:]
    between = before & after & ((text == ord(" ")) | (text == ord(",")))
    if not (digit | newline | between).all():
        return None
    starts, ends = np.flatnonzero(digit & ~before), np.flatnonzero(digit & ~after) + 1
    counts = np.bincount(np.cumsum(newline)[starts] if len(starts) else starts)
    lines = np.flatnonzero(counts)
    if not len(lines):
        return lines, np.zeros((0, 0), dtype=np.int64)
    d = int(counts[lines[0]])
    if (counts[lines] != d).any() or (ends - starts).max() > _LONGEST:
        return None
    return lines, _values(text, starts, ends).reshape(-1, d)


def _values(text: npt.NDArray[np.uint8], starts: IntArray, ends: IntArray) -> IntArray:
    lengths = ends - starts
    values: IntArray = np.zeros(len(starts), dtype=np.int64)
    for place in range(int(lengths.max())):
        there = np.flatnonzero(lengths > place)
        digits = text[ends[there] - 1 - place] - ord("0")
        values[there] += digits.astype(np.int64) * 10**place
    return values
