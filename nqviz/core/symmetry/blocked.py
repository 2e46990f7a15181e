"""The blocked cells of a board, labelled: what keeps them, where the group is too large to list."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from nqviz.core.board import Board, IntArray

from .labelling import Labelling, labelling, root_hash


@lru_cache(maxsize=16)
def blocked_labelling(board: Board) -> Labelling:
    """Return the canonical labelling of the blocked cells of a board."""
    cells = board.cells(np.array(board.blocked, dtype=np.int64))
    return labelling(*labelled_rows(board.without_blocked(), cells))


def labelled_rows(board: Board, cells: IntArray) -> tuple[IntArray, tuple[int, ...], IntArray]:
    """Return what `labelling` takes: cells, shape (k, d), and blocked ones of another kind."""
    blocked = board.cells(np.array(board.blocked, dtype=np.int64))
    kinds = np.repeat([0, 1], [len(cells), len(blocked)])
    return np.concatenate((cells, blocked)), board.shape, kinds


def torus_count(board: Board) -> int:
    """Return the number of symmetries of a torus, with translations, that keep its blocked cells.

    They map the first of them to one that looks alike when it is moved to the origin.
    """
    cells = board.cells(np.array(board.blocked, dtype=np.int64))
    kinds = np.zeros(len(cells), dtype=np.int64)
    around = [(cells - origin) % board.shape for origin in cells]
    hashes = [root_hash(rows, board.shape, kinds, is_centred=True) for rows in around]
    alike = [rows for rows, own in zip(around, hashes, strict=True) if own == hashes[0]]
    labels = [labelling(rows, board.shape, kinds, is_centred=True) for rows in alike]
    return labels[0].order * sum(label.image == labels[0].image for label in labels)
