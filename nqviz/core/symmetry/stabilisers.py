"""Which symmetries map one placement to another, or to itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .group import Symmetry, symmetries, symmetry_count

_SAMPLE = 32  # queens that are tested first: few symmetries pass by chance
_BLOCK = 2**15  # translations that are tested together


@dataclass(frozen=True, eq=False)
class Stabiliser:
    """The symmetries that map a placement to itself."""

    board: Board
    symmetries: tuple[Symmetry, ...]
    """One for each combination of permuted and reversed axes that occurs; without translations
    all elements."""
    shifts: IntArray
    """The translations in the stabiliser, 0 first; the products of `symmetries` and translations
    by `shifts` are the whole stabiliser. Shape (t, d)."""
    with_translations: bool = False
    """Whether translations of the torus were considered."""

    @classmethod
    def of(cls, placement: Placement, with_translations: bool = False) -> Stabiliser:
        """Return the stabiliser of a placement.

        Parameters
        ----------
        with_translations : bool
            Whether to consider translations of a torus, too; a flat board has none.

        Raises
        ------
        InputError
            If the group has more than `MAX_ORDER` elements besides translations.
        """
        board = placement.board
        if not (with_translations and board.torus):
            shifts = np.zeros((1, board.d), dtype=np.int64)
            return cls(board, tuple(maps_between(placement, placement)), shifts)
        kept = kept_shifts(placement)
        found = tuple(maps_between(placement, placement, with_translations=True))
        return cls(board, found, kept, True)

    @property
    def order(self) -> int:
        """The number of symmetries that map the placement to itself."""
        return len(self.symmetries) * len(self.shifts)

    @property
    def orbit_size(self) -> int:
        """The number of different images of the placement, itself included."""
        return symmetry_count(self.board, self.with_translations) // self.order

    @property
    def name(self) -> str:
        """The name of the stabiliser: ``none``, ``reversal of axis 1``, ``quarter turn ...``."""
        words = group_name(self.symmetries)
        if len(self.shifts) > 1:
            words = "" if len(self.symmetries) == 1 else words + ", with "
            words += f"{len(self.shifts):,} translations"
        return words


def maps_between(
    first: Placement, second: Placement, with_translations: bool = False
) -> Iterator[Symmetry]:
    """Yield symmetries that map one placement to another, the identity first if it is among them.

    With translations of the torus: one for each combination of permuted and reversed axes.

    Raises
    ------
    InputError
        If the placements are on different boards.
    """
    if first.board != second.board:
        raise InputError(f"the {first.board} and the {second.board} have no symmetry in common")
    if len(first) != len(second):
        return
    board, target = first.board, _mask(second)
    moves = with_translations and board.torus and len(first) > 0
    for symmetry in symmetries(board, with_translations and board.torus):
        if moves:
            found = _first_move(symmetry, first, second, target)
            if found is not None:
                yield found
            continue
        # Most symmetries fail on the first few queens.
        if all(_fits(symmetry.cells(cells), board, target) for cells in _parts(first)):
            yield symmetry


def _parts(placement: Placement) -> tuple[IntArray, IntArray]:
    return placement.cells[:_SAMPLE], placement.cells[_SAMPLE:]


def _first_move(
    symmetry: Symmetry, first: Placement, second: Placement, target: npt.NDArray[np.bool_]
) -> Symmetry | None:
    """Return a symmetry followed by a translation of the torus that maps `first` to `second`."""
    board = second.board
    few, others = (symmetry.cells(cells) for cells in _parts(first))
    for shift in _promising_shifts(few, second, target):
        if _fits((others + shift) % board.shape, board, target):
            moved = tuple(shift.tolist())
            return Symmetry(board, symmetry.permutation, symmetry.reversed, moved)
    return None


def _mask(placement: Placement) -> npt.NDArray[np.bool_]:
    mask = np.zeros(placement.board.size, dtype=np.bool_)
    mask[placement.indices] = True
    return mask


def _fits(cells: IntArray, board: Board, target: npt.NDArray[np.bool_]) -> bool:
    return bool(target[board.indices(cells)].all())


def _promising_shifts(
    few: IntArray, second: Placement, target: npt.NDArray[np.bool_]
) -> Iterator[IntArray]:
    """Yield the translations of a torus that map a few cells into a placement, 0 first."""
    board = second.board
    shifts = (second.cells - few[0]) % board.shape
    shifts = shifts[np.lexsort(shifts.T[::-1])]
    for start in range(0, len(shifts), _BLOCK):
        block = shifts[start : start + _BLOCK]
        yield from block[target[board.indices((block[:, None] + few) % board.shape)].all(axis=1)]


def kept_shifts(placement: Placement) -> IntArray:
    """Return the translations that map a placement to itself, shape (t, d), int64.

    They form a group, so the sums of a new one with those found before belong to it, too.
    """
    board = placement.board
    board.require_open("translations of placements")
    if not len(placement):
        return board.cells(np.arange(board.size))
    target = _mask(placement)
    few, others = _parts(placement)
    group = np.zeros((1, board.d), dtype=np.int64)
    known = np.zeros(board.size, dtype=np.bool_)
    known[0] = True
    for shift in _promising_shifts(few, placement, target):
        if known[board.indices(shift)] or not _fits((others + shift) % board.shape, board, target):
            continue
        cosets, multiple = [group], shift
        while not known[board.indices(multiple)]:
            cosets.append((group + multiple) % board.shape)
            multiple = (multiple + shift) % board.shape
        group = np.concatenate(cosets)
        known[board.indices(group)] = True
    return group


# Names of groups of symmetries, by a few generators ----------------------------------------------

_Key: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]


def group_name(group: Sequence[Symmetry]) -> str:
    """Return the name of a group of symmetries; translations are ignored.

    Parameters
    ----------
    group : sequence of Symmetry
        All elements, the identity among them.

    Returns
    -------
    str
        ``none`` for the identity alone, ``every symmetry of the board``, or the names of elements
        that generate the group: ``quarter turn from axis 1 to axis 2``.
    """
    if len(group) <= 1:
        return "none"
    if len(group) == symmetry_count(group[0].board):
        return "every symmetry of the board"
    return " and ".join(symmetry.name for symmetry in generators(group))


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
    """Return the order of a symmetry."""
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
