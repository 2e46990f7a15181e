"""Groups of symmetries in words, by few elements that generate them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .group import Symmetry, symmetry_count

_Key: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]


def group_name(group: Sequence[Symmetry]) -> str:
    """Name a group of symmetries; translations are left out of account.

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
    """Choose elements that generate a group: one of highest order, then others as needed."""
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
    """Return how often a symmetry must act until nothing has moved."""
    power, order = symmetry, 1
    while not power.is_identity:
        power, order = power * symmetry, order + 1
    return order


def _closure(chosen: Sequence[Symmetry]) -> dict[_Key, Symmetry]:
    """List the group that some elements generate."""
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
