"""The resumable search for packings of subcubes; see `subcubes`.

All undecided kinds of subcubes must be placed, and at most `spare` vertices can stay uncovered.
The decision with the fewest options is next: the place of a kind, or the subcube on a vertex.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words, trailing_zeros
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, PAUSED

UNKNOWN, DEAD, KIND, VERTEX = -2, -1, 0, 1
"""The decision of a node: impossible, the place of a kind, or the subcube on a vertex."""
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@compiled
def choose(
    cubes: Words,
    blocked: np.uint64,
    undecided: np.uint64,
    spare: int,
    everything: np.uint64,
    last: bool,
) -> tuple[int, int]:
    """Return the decision with the fewest options.

    `cubes`, shape (kinds, vertices): for each kind of subcube, and each vertex, the vertices of the
    one through it.
    `blocked`, `undecided`, `everything`: the vertices that are covered or left uncovered, the
    remaining kinds, all vertices.
    `spare`: the number of further vertices that can be left uncovered.
    `last`: whether to choose the last of kinds with equally many options, not the first.
    Returns `what`, `which`: DEAD if some decision has no option.
    """
    ways = np.zeros(64, dtype=np.int64)
    what, which, fewest = DEAD, -1, len(ways) + 1
    kinds = undecided
    while kinds != _NONE:
        kind = trailing_zeros(kinds)
        kinds &= kinds - _ONE
        count, seen = 0, blocked
        while seen != everything:
            cube = cubes[kind, trailing_zeros(~seen)]
            seen |= cube
            if cube & blocked == _NONE:
                count += 1
                while cube != _NONE:
                    ways[trailing_zeros(cube)] += 1
                    cube &= cube - _ONE
        if count == 0:
            return DEAD, kind
        if count < fewest or (last and count == fewest):
            what, which, fewest = KIND, kind, count
    vertices = everything & ~blocked
    while vertices != _NONE:
        vertex = trailing_zeros(vertices)
        vertices &= vertices - _ONE
        count = ways[vertex] + (1 if spare > 0 else 0)
        if count == 0:
            return DEAD, vertex
        if count < fewest:
            what, which, fewest = VERTEX, vertex, count
    return what, which


@compiled
def walk(
    cubes: Words,
    turns: IntArray,
    kind_turns: IntArray,
    free_axes: IntArray,
    before: IntArray,
    sets: Words,
    steps: IntArray,
    sums: IntArray,
    level: int,
    everything: np.uint64,
    last: bool,
    nodes: IntArray,
    budget: int,
) -> int:
    """Go on with meeting the packings of a node.

    `cubes`, `everything`, `last`: see `choose`.
    `turns`, shape (orders, vertices): the image of each vertex for each order of the axes.
    `kind_turns`, shape (orders, kinds): the image of each kind.
    `free_axes`, shape (kinds,): the axes along which a kind of subcube lies, as bits.
    `before`, shape (m, 2): the kind and the lowest vertex of the subcubes that stand already.
    `sets`, shape (levels, 3): on each level what is blocked, the kinds undecided, and what of its
    choice is untried.
    `steps`, shape (levels, 6): the spare vertices, what and which is decided (UNKNOWN at first),
    the kind and the lowest vertex of the subcube that leads there (-1 where a vertex was given up),
    and whether the vertex that is decided is still to be given up.
    `sums`, shape (3,): packings found, the symmetries that keep each of them, added up, and the
    level.
    `nodes`, shape (1,): counts the nodes.
    `budget`: how many may be visited before it pauses.
    Returns PAUSED or EXHAUSTED.
    """
    end = nodes[0] + budget
    while level >= 0:
        if steps[level, 1] == UNKNOWN:
            if nodes[0] >= end:
                sums[2] = level
                return PAUSED
            nodes[0] += 1
            if sets[level, 1] == _NONE:
                sums[0] += 1
                sums[1] += _kept(turns, kind_turns, free_axes, before, steps, level)
                level -= 1
                continue
            what, which = choose(
                cubes, sets[level, 0], sets[level, 1], steps[level, 0], everything, last
            )
            steps[level, 1], steps[level, 2] = what, which
            # Untried are vertices for a kind, and kinds for a vertex.
            sets[level, 2] = everything & ~sets[level, 0] if what == KIND else sets[level, 1]
            steps[level, 5] = what == VERTEX and steps[level, 0] > 0
        what, which = steps[level, 1], steps[level, 2]
        if what == DEAD:
            level -= 1
            continue
        blocked, undecided, spare = sets[level, 0], sets[level, 1], steps[level, 0]
        if sets[level, 2] == _NONE:
            if not steps[level, 5]:
                level -= 1
                continue
            steps[level, 5] = 0
            _enter(sets, steps, level + 1, blocked | _ONE << np.uint64(which), undecided)
            steps[level + 1, 0], steps[level + 1, 3] = spare - 1, -1
            level += 1
            continue
        one = trailing_zeros(sets[level, 2])
        kind, vertex = (which, one) if what == KIND else (one, which)
        cube = cubes[kind, vertex]
        sets[level, 2] &= ~cube if what == KIND else ~(_ONE << np.uint64(kind))
        if cube & blocked == _NONE:
            _enter(sets, steps, level + 1, blocked | cube, undecided & ~(_ONE << np.uint64(kind)))
            steps[level + 1, 0] = spare
            steps[level + 1, 3], steps[level + 1, 4] = kind, trailing_zeros(cube)
            level += 1
    sums[2] = -1
    return EXHAUSTED


@compiled
def _enter(
    sets: Words, steps: IntArray, level: int, blocked: np.uint64, undecided: np.uint64
) -> None:
    sets[level, 0], sets[level, 1] = blocked, undecided
    steps[level, 1] = UNKNOWN


@compiled
def _kept(
    turns: IntArray,
    kind_turns: IntArray,
    free_axes: IntArray,
    before: IntArray,
    steps: IntArray,
    level: int,
) -> int:
    """Count the symmetries that keep a packing: orders of the axes, and reflections after them.

    The first subcube goes to that of its image's kind, which leaves few reflections.
    """
    queens = np.empty((len(before) + level, 2), dtype=np.int64)
    queens[: len(before)] = before
    count = len(before)
    for step in range(1, level + 1):
        if steps[step, 3] >= 0:
            queens[count] = steps[step, 3:5]
            count += 1
    where = np.full(64, -1, dtype=np.int64)
    for queen in range(count):
        where[queens[queen, 0]] = queens[queen, 1]
    kept = 0
    for turn in range(len(turns)):
        kind = kind_turns[turn, queens[0, 0]]
        if where[kind] < 0:
            continue
        fixed = (turns[turn, queens[0, 1]] ^ where[kind]) & ~free_axes[kind]
        free = free_axes[kind]
        part = free
        while True:  # all sets of the axes along which it lies
            inside = True
            for queen in range(count):
                image = kind_turns[turn, queens[queen, 0]]
                moved = (turns[turn, queens[queen, 1]] ^ (fixed | part)) & ~free_axes[image]
                if where[image] != moved:
                    inside = False
                    break
            kept += inside
            if part == 0:
                break
            part = (part - 1) & free
    return kept
