"""Which symmetries map one placement to another, or to itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .group import MAX_ORDER, Symmetry, symmetries, symmetry_count
from .labelled import MAX_PRODUCTS, Labelled
from .translates import board_shifts, first_shift, fits, kept_shifts, mask, moves_between, parts

MAX_TRIED = 2**20
"""The largest product of symmetries and queens on a torus with translations up to which symmetries
are tried one by one."""


@dataclass(frozen=True, eq=False)
class Stabiliser:
    """The symmetries that map a placement to itself."""

    board: Board
    symmetries: tuple[Symmetry, ...]
    """One for each combination of permuted and reversed axes that occurs, the identity first;
    without translations all elements. Only generators, where there are more than `MAX_PRODUCTS`
    on a board with more than `MAX_ORDER` symmetries."""
    shifts: IntArray
    """The translations in the stabiliser, 0 first; the products of `symmetries` and translations
    by `shifts` are the whole stabiliser. Shape (t, d)."""
    with_translations: bool = False
    """Whether translations were considered."""
    combinations: int = 0
    """The number of combinations of permuted and reversed axes, where `symmetries` are generators.
    """

    @classmethod
    def of(cls, placement: Placement, with_translations: bool = False) -> Stabiliser:
        """Return the stabiliser of a placement.

        Parameters
        ----------
        with_translations : bool
            Whether to consider translations, too; only boards that wrap have any.
        """
        board = placement.board
        if is_labelled(placement, with_translations):
            found = Labelled.of(placement, with_translations)
            every = found.elements()
            maps, order = (found.generators, found.order) if every is None else (every, 0)
            return cls(board, maps, found.shifts, with_translations and board.torus, order)
        if not (with_translations and board.shift_axes):
            shifts = np.zeros((1, board.d), dtype=np.int64)
            return cls(board, tuple(maps_between(placement, placement)), shifts)
        kept = kept_shifts(placement)
        every = tuple(maps_between(placement, placement, with_translations=True))
        return cls(board, every, kept, True)

    def listed(self) -> tuple[Symmetry, ...]:
        """Return `symmetries` where these are all of them.

        Raises InputError where they are generators.
        """
        if self.combinations:
            raise InputError(
                f"{self.combinations:,} symmetries keep the placement; at most {MAX_PRODUCTS:,}"
                f" are listed on the {self.board}"
            )
        return self.symmetries

    @property
    def order(self) -> int:
        """The number of symmetries that map the placement to itself."""
        return (self.combinations or len(self.symmetries)) * len(self.shifts)

    @property
    def orbit_size(self) -> int:
        """The number of different images of the placement, itself included."""
        return symmetry_count(self.board, self.with_translations) // self.order

    @property
    def name(self) -> str:
        """The name of the stabiliser: ``none``, ``reversal of axis 1``, ``quarter turn ...``."""
        words = self._axes_name
        if len(self.shifts) > 1:
            words = "" if words == "none" else words + ", with "
            words += f"{len(self.shifts):,} translations"
        return words

    @property
    def _axes_name(self) -> str:
        if not self.combinations:
            return group_name(self.symmetries, self.with_translations)
        if self.combinations == _turns(self.board, self.with_translations):
            return _EVERY
        return _joined(self.symmetries)


def is_labelled(placement: Placement, with_translations: bool = False) -> bool:
    """Return whether the symmetries are too many to be tried one by one.

    Cylinders and Moebius strips have no labelling.
    """
    board = placement.board
    if board.wraps and not board.torus:
        return False
    order = symmetry_count(board.without_blocked())
    moves = with_translations and board.torus
    return order > MAX_ORDER or (moves and order * len(placement) > MAX_TRIED)


def require_alike(first: Placement, second: Placement) -> None:
    """Raise InputError if two placements are on different boards."""
    if first.board != second.board:
        raise InputError(f"the {first.board} and the {second.board} have no symmetry in common")


def maps_between(
    first: Placement, second: Placement, with_translations: bool = False
) -> Iterator[Symmetry]:
    """Yield symmetries that map one placement to another, the identity first if it is among them.

    With translations: one for each combination of permuted and reversed axes.

    Raises InputError if the placements are on different boards.
    """
    require_alike(first, second)
    if len(first) != len(second):
        return
    board, target = first.board, mask(second)
    translated = with_translations and len(board.shift_axes) > 0
    moves = moves_between(first, second) if translated else []
    for symmetry in symmetries(board.without_blocked() if moves else board, translated):
        if moves:
            shift = first_shift(symmetry.cells, moves)
            if shift is not None:
                move = tuple(shift.tolist())
                yield Symmetry(board, symmetry.permutation, symmetry.reversed, move)
            continue
        # Most symmetries fail on the first few queens.
        if all(fits(symmetry.cells(cells), board, target) for cells in parts(first)):
            yield symmetry


# Names of groups of symmetries, by a few generators ----------------------------------------------

_EVERY = "every symmetry of the board"
_Key: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]


def _turns(board: Board, with_translations: bool) -> int:
    """Return the number of combinations of permuted and reversed axes in the group of a board."""
    if with_translations and board.blocked:
        return symmetry_count(board, True) // len(board_shifts(board))
    return symmetry_count(board)


def group_name(group: Sequence[Symmetry], with_translations: bool = False) -> str:
    """Return the name of a group of symmetries; their translations are not named.

    Parameters
    ----------
    group : sequence of Symmetry
        All elements, the identity among them.
    with_translations : bool
        Whether translations count as symmetries of the board.

    Returns
    -------
    str
        ``none`` for the identity alone, ``every symmetry of the board``, or the names of elements
        that generate the group: ``quarter turn from axis 1 to axis 2``.
    """
    if len(group) <= 1:
        return "none"
    if len(group) == _turns(group[0].board, with_translations):
        return _EVERY
    return _joined(generators(group))


def _joined(maps: Sequence[Symmetry]) -> str:
    """Return the names of maps without their translations."""
    return " and ".join(Symmetry(s.board, s.permutation, s.reversed).name for s in maps)


def generators(group: Sequence[Symmetry]) -> list[Symmetry]:
    """Return generators of a group: an element of highest order, then others as needed."""
    linear = [Symmetry(s.board, s.permutation, s.reversed) for s in group]
    ordered = sorted(linear, key=lambda symmetry: (-_order(symmetry), len(symmetry.name)))
    chosen: list[Symmetry] = []
    reached: dict[_Key, Symmetry] = {}
    for symmetry in ordered:
        if len(reached) == len(group):
            break
        if _key(symmetry) not in reached and not symmetry.is_identity:
            chosen.append(symmetry)
            reached = _closure(chosen)
    return chosen


def _key(symmetry: Symmetry) -> _Key:
    return symmetry.permutation, symmetry.reversed


def _order(symmetry: Symmetry) -> int:
    power, order = symmetry, 1
    while not power.is_identity:
        power, order = power * symmetry, order + 1
    return order


def _closure(chosen: Sequence[Symmetry]) -> dict[_Key, Symmetry]:
    """Return the group that some elements generate."""
    reached = {_key(chosen[0]): chosen[0]}
    fresh = list(chosen)
    while fresh:
        element = fresh.pop()
        reached.setdefault(_key(element), element)
        for factor in chosen:
            product = element * factor
            if _key(product) not in reached:
                reached[_key(product)] = product
                fresh.append(product)
    return reached
