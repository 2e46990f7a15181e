"""Classes of placements by what keeps them: symmetric, doubly symmetric, doubly periodic.

The names are those of the planar solutions (J. Bell and B. Stevens, *A survey of known results and
research areas for n-queens*, 2009; doubly periodic ones already by G. Polya, 1918).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nqviz.core.board import Board
from nqviz.core.placement import Placement

from .group import Symmetry
from .stabilisers import Stabiliser

CLASSES = {
    "symmetric": "reversing all axes keeps it: on the square a half turn",
    "doubly-symmetric": "a symmetry keeps it that, done twice, reverses all axes: a quarter turn",
    "doubly-periodic": "it has no attack on the torus either",
}
"""The classes with their meanings."""


def placement_classes(
    placement: Placement, kept: Iterable[Symmetry] | None = None
) -> tuple[str, ...]:
    """Return the classes that a placement belongs to, in the order of `CLASSES`.

    `kept`: see `is_of_class`.
    """
    return tuple(name for name in CLASSES if is_of_class(placement, name, kept))


def is_of_class(placement: Placement, name: str, kept: Iterable[Symmetry] | None = None) -> bool:
    """Return whether a placement belongs to a class.

    A placement is doubly symmetric in an even number of dimensions only. Where more symmetries keep
    it than are listed (`Stabiliser.listed`), this is not looked for.

    `name`: a key of `CLASSES`.
    `kept`: the symmetries of the flat board that keep the placement; they are found without it.
    """
    if name == "doubly-periodic":
        return _is_periodic(placement)
    if not _is_central(placement):
        return False
    return name == "symmetric" or _is_doubly_symmetric(placement, kept)


def _is_doubly_symmetric(placement: Placement, kept: Iterable[Symmetry] | None) -> bool:
    """Return whether a placement that is symmetric is doubly symmetric."""
    board = placement.board
    if board.d % 2:
        return False
    if kept is None:
        stabiliser = Stabiliser.of(placement)
        kept = () if stabiliser.combinations else stabiliser.symmetries
    return board.size == 1 or any(map(_is_root, kept))


def _is_central(placement: Placement) -> bool:
    board = placement.board
    turned = board.indices(np.array(board.shape) - 1 - placement.cells)
    blocked = board.is_blocked
    return bool(
        (np.sort(turned) == np.sort(placement.indices)).all() and (blocked == blocked[::-1]).all()
    )


def _is_root(symmetry: Symmetry) -> bool:
    """Return whether a symmetry, done twice, reverses all axes and permutes none."""
    order, turned = symmetry.permutation, symmetry.reversed
    return all(
        order[order[axis]] == axis and turned[axis] != turned[order[axis]]
        for axis in range(len(order))
    )


def _is_periodic(placement: Placement) -> bool:
    board = placement.board
    torus = Board(board.shape, True, board.piece, board.blocked, board.stops)
    return Placement(torus, placement.cells).is_valid()
