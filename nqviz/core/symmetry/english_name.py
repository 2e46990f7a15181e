"""The English name of a symmetry; `names` has it in the language of texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..sides import axis_names


def english_name(
    permutation: tuple[int, ...], is_reversed: Sequence[bool], shift: Sequence[int]
) -> str:
    """Return the name of a symmetry, axes counted from 1: ``swap of axes 1 and 2``.

    `permutation`, `is_reversed`, `shift`: see `Symmetry`.
    """
    cycles = list(_cycles(permutation))
    flips = [cycle[0] for cycle in cycles if len(cycle) == 1 and is_reversed[cycle[0]]]
    words = [_cycle_name(cycle, is_reversed) for cycle in cycles if len(cycle) > 1]
    if flips:
        words.append(f"{'half turn in' if len(flips) == 2 else 'reversal of'} {axis_names(flips)}")
    if any(shift):
        words.append(f"translation by ({', '.join(map(str, shift))})")
    return ", ".join(words) or "identity"


def _cycles(permutation: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield the cycles of axes, each in the order in which cells move: from, to, ..."""
    seen: set[int] = set()
    for first in range(len(permutation)):
        cycle = []
        axis = first
        while axis not in seen:
            seen.add(axis)
            cycle.append(axis)
            axis = permutation.index(axis)
        if cycle:
            yield cycle


def _cycle_name(cycle: list[int], is_reversed: Sequence[bool]) -> str:
    flips = [axis for axis in cycle if is_reversed[axis]]
    if len(cycle) > 2:
        text = "cycle of axes " + " to ".join(str(axis + 1) for axis in (*cycle, cycle[0]))
        return text + (f" with reversal of {axis_names(sorted(flips))}" if flips else "")
    if len(flips) == 1:
        # The positive half of one axis goes to the positive half of the axis kept.
        [start] = flips
        end = cycle[1 - cycle.index(start)]
        return f"quarter turn from axis {start + 1} to axis {end + 1}"
    return f"swap of {axis_names(cycle)}" + (" with both reversed" if flips else "")
