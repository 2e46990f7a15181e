"""Names of groups of symmetries, by a few generators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .group import Symmetry, symmetry_count

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
