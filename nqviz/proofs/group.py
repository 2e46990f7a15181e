"""The checker's own list of symmetries of a board, as permutations of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.formats.entries import typed
from nqviz.run.budgets import SYMMETRY_ENTRIES

from .proof import Flawed

Table = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Symmetries:
    """The group of the board that a tree uses at its root."""

    permute: bool = True
    """Whether axes of equal length are permuted."""
    reverse: tuple[int, ...] = ()
    """The axes, from 0, that are reversed."""
    translate: bool = False
    """Whether the board is translated along the axes that wrap."""

    def settings(self) -> dict[str, object]:
        """Return the entries of a file."""
        return {
            "permute_axes": self.permute,
            "reversed_axes": [axis + 1 for axis in self.reverse],
            "translate": self.translate,
        }

    @classmethod
    def read(cls, settings: Mapping[str, Any], board: Board) -> Symmetries:
        """Read the entries of a file; raise Flawed if they are invalid."""
        axes = typed(settings, "reversed_axes", list)
        if not all(type(axis) is int for axis in axes):
            raise Flawed("a reversed axis is not an integer")
        reverse = tuple(axis - 1 for axis in axes)
        if not set(reverse) <= set(range(board.d)):
            raise Flawed("a reversed axis is not an axis of the board")
        permute, translate = (typed(settings, name, bool) for name in ("permute_axes", "translate"))
        return cls(permute, reverse, translate)

    def table(self, board: Board) -> Table:
        """Return the group as `signed_permutations` does; raise Flawed if it is none."""
        long = {axis for axis, side in enumerate(board.shape) if side > 1}
        if self.permute and long.intersection(self.reverse) not in (set(), long):
            raise Flawed("permuted axes must be all reversed or none")  # else it is not a group
        return signed_permutations(board, self.permute, self.reverse, self.translate)


def signed_permutations(
    board: Board, permute: bool, reverse: Iterable[int], translate: bool
) -> Table:
    """Return a group of symmetries: each maps displacements that attack to ones that attack.

    Permuting axes of equal length that wrap alike and reversing axes permutes the vectors of
    {-1, 0, 1}^d, up to sign, within their classes; translations along axes that wrap change no
    displacement. A Moebius strip is reversed only: that keeps the strip that is laid out.

    `permute`: whether axes of equal length, above 1, that wrap alike are permuted.
    `reverse`: the axes that are reversed; all or none of those that are permuted.
    `translate`: whether the board is translated along the axes that wrap.
    Returns an array of shape (order, size): the image of each index; without those that map a
    blocked cell to an open one.
    Raises InputError if the group is too large.
    """
    axes = range(board.d)
    orders = _axis_orders(board) if permute else [tuple(axes)]
    turned = sorted(set(reverse))
    flips = list(chain.from_iterable(combinations(turned, k) for k in range(len(turned) + 1)))
    turning = board.wraps if translate and not board.twist else ()
    moves = [side if axis in turning else 1 for axis, side in enumerate(board.shape)]
    if len(orders) * len(flips) * prod(moves) * board.size > SYMMETRY_ENTRIES:
        raise InputError(f"the symmetries of the {board} are too many to check a proof with them")
    far = np.array(board.shape) - 1
    cells = board.cells(np.arange(board.size))
    rows = []
    for order in orders:
        moved = cells[:, order]
        for flip in flips:
            image = moved.copy()
            image[:, flip] = far[list(flip)] - image[:, flip]
            rows += [board.indices((image + move) % board.shape) for move in np.ndindex(*moves)]
    table = np.array(rows, dtype=np.int32)
    return table[board.is_blocked[table[:, board.blocked]].all(axis=1)] if board.blocked else table


def _axis_orders(board: Board) -> list[tuple[int, ...]]:
    """Return the permutations of axes of equal length that wrap alike; sides of 1 are fixed."""
    shape = board.shape
    kinds = [(side, axis in board.wraps) for axis, side in enumerate(shape)]
    long = [axis for axis, side in enumerate(shape) if side > 1]
    if len(long) > 8:
        raise InputError(f"the orders of {len(long)} axes are too many to check a proof with them")
    orders = []
    for images in permutations(long):
        if all(kinds[a] == kinds[b] for a, b in zip(long, images, strict=True)):
            order = list(range(len(shape)))
            for axis, image in zip(long, images, strict=True):
                order[axis] = image
            orders.append(tuple(order))
    return orders
