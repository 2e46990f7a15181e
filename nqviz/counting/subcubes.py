"""Count the placements of boards of side 3 as packings of subcubes.

On a board of side 3 write each coordinate as -1, 0 or 1. A queen is then a subcube of the cube with
the vertices -1, 1 in each coordinate: it lies along the axes whose coordinate is 0, its kind. Two
queens do not attack each other exactly when some coordinate is -1 for one and 1 for the other, so
that their subcubes are disjoint, and their kinds differ: with other differences than 0 and 2 or
0 and 1 a difference of 2 comes with one of 1. So k queens are k disjoint subcubes of different
kinds. The k smallest kinds have at most 2^d vertices together, which bounds k from above, and
where it is close to that hardly any vertex may stay uncovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from nqviz.bounds.subcubes import most_subcubes
from nqviz.core.board import Board, IntArray
from nqviz.engines.bits import Words
from nqviz.engines.exhaustive.clique_cover import PAUSED
from nqviz.engines.exhaustive.tasks import paced
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Growth, Recheck, TaskRunner, TaskState

from .count import Found, whole
from .subcube_search import DEAD, KIND, UNKNOWN, choose, walk

METHOD = "packings of subcubes, up to symmetry"
OTHER_METHOD = f"{METHOD}, decided in another order"

MOST_AXES = 6
"""The vertices of a larger cube do not fit into a word."""
SPARE = 3
"""So many vertices may stay uncovered; with more there are too many ways to begin."""
DEPTH = 5
"""So many subcubes are placed up to symmetry, before the rest is a task."""


class SubcubeTask(NamedTuple):
    """A part of the search."""

    blocked: int
    undecided: int
    """`blocked` and `undecided`: the vertices that are covered or given up and the kinds left,
    as bits."""
    spare: int
    """How many more vertices may be given up."""
    weight: int
    """For how many such parts it stands."""
    placed: tuple[tuple[int, int], ...]
    """The kind and the lowest vertex of the subcubes that stand."""


class Cube:
    """The subcubes of the cube with d axes, and its symmetries.

    `axes`, shape (kinds,): along which axes each kind lies, as bits; small kinds first.
    `sizes`: shape (kinds,).
    `cubes`, shape (kinds, vertices): the subcube of each kind through each vertex, as the bit set
    of its vertices.
    `turns`, `kind_turns`, shape (orders, vertices) and (orders, kinds): the images under each order
    of the axes.
    `orders`, `reflections`, shape (symmetries,): each symmetry: an order of the axes, then the axes
    that are reflected, as bits.
    """

    def __init__(self, d: int) -> None:
        self.d = d
        count = 2**d
        vertices = np.arange(count)
        self.axes: IntArray = np.array(sorted(range(count), key=lambda z: (z.bit_count(), z)))
        self.sizes: IntArray = np.array([2 ** int(z).bit_count() for z in self.axes])
        self.everything = np.uint64((1 << count) - 1)
        same = (vertices[None, :, None] ^ vertices) & ~self.axes[:, None, None] == 0
        bits = np.uint64(1) << vertices.astype(np.uint64)
        self.cubes: Words = np.where(same, bits, np.uint64(0)).sum(axis=2, dtype=np.uint64)
        bit = vertices[:, None] >> np.arange(d) & 1
        orders = np.array(list(permutations(range(d))))
        self.turns: IntArray = (bit[None] << orders[:, None, :]).sum(axis=2)
        number = np.empty(count, dtype=np.int64)
        number[self.axes] = vertices
        self.kind_turns: IntArray = np.ascontiguousarray(number[self.turns[:, self.axes]])
        self.orders = np.repeat(np.arange(len(orders)), count)
        self.reflections = np.tile(vertices, len(orders))

    def least(self, queens: int) -> int:
        """Return how many vertices so many subcubes cover at least."""
        return int(self.sizes[:queens].sum())


@lru_cache(maxsize=2)
def cube(d: int) -> Cube:
    """Prepare a cube, once in each process."""
    return Cube(d)


# Beginnings up to symmetry -------------------------------------------------------------------


def _beginnings(cube: Cube, queens: int, last: bool) -> Iterator[SubcubeTask]:
    """Place the first subcubes up to symmetry, once for each class of choices of kinds."""
    for kinds, weight, spare in _classes(cube, queens):
        undecided = sum(1 << kind for kind in kinds)
        images = np.bitwise_or.reduce(1 << cube.kind_turns[:, kinds].astype(np.uint64), axis=1)
        keeps = np.flatnonzero((images == np.uint64(undecided))[cube.orders])
        yield from _place(cube, SubcubeTask(0, undecided, spare, weight, ()), keeps, last)


def _classes(cube: Cube, queens: int) -> Iterator[tuple[list[int], int, int]]:
    """Yield choices of kinds up to symmetry, how many each stands for, and what it leaves over."""
    count = len(cube.axes)

    def choices(kind: int, need: int, room: int) -> Iterator[list[int]]:
        if need == 0:
            yield []
        elif kind + 1 >= need and cube.least(need) <= room:
            yield from choices(kind - 1, need, room)
            for others in choices(kind - 1, need - 1, room - int(cube.sizes[kind])):
                yield [*others, kind]

    for kinds in choices(count - 1, queens, count):
        images = np.sort(cube.kind_turns[:, kinds], axis=1)
        differs = images != kinds
        first = np.argmax(differs, axis=1)
        rows = np.arange(len(images))
        if (images[rows, first] >= np.array(kinds)[first]).all():
            keeps = int((~differs.any(axis=1)).sum())
            yield kinds, len(images) // keeps, count - int(cube.sizes[kinds].sum())


def _place(cube: Cube, task: SubcubeTask, keeps: IntArray, last: bool) -> Iterator[SubcubeTask]:
    """Decide what has the fewest ways, up to the symmetries that keep the task."""
    if len(keeps) == 1 or len(task.placed) == DEPTH or not task.undecided:
        yield task
        return
    blocked, undecided = np.uint64(task.blocked), np.uint64(task.undecided)
    what, which = choose(cube.cubes, blocked, undecided, task.spare, cube.everything, last)
    if what == DEAD:
        return
    orders, reflections = cube.orders[keeps], cube.reflections[keeps]
    if what == KIND:
        fixes = cube.kind_turns[orders, which] == which
        ways = [(which, vertex) for vertex in range(2**cube.d)]
    else:
        fixes = cube.turns[orders, which] ^ reflections == which
        ways = [(kind, which) for kind in range(len(cube.axes)) if task.undecided >> kind & 1]
    fixing, orders, reflections = keeps[fixes], orders[fixes], reflections[fixes]
    tried = set()
    for kind, vertex in ways:
        lowest = vertex & ~int(cube.axes[kind])
        covered = int(cube.cubes[kind, vertex])
        if covered & task.blocked or (kind, lowest) in tried:
            continue
        kinds = cube.kind_turns[orders, kind]
        images = (cube.turns[orders, lowest] ^ reflections) & ~cube.axes[kinds]
        tried |= set(zip(kinds.tolist(), images.tolist(), strict=True))
        keep = (kinds == kind) & (images == lowest)
        below = SubcubeTask(
            task.blocked | covered,
            task.undecided & ~(1 << kind),
            task.spare,
            task.weight * (len(fixing) // int(keep.sum())),
            (*task.placed, (kind, lowest)),
        )
        yield from _place(cube, below, fixing[keep], last)
    if what != KIND and task.spare:
        below = task._replace(blocked=task.blocked | 1 << which, spare=task.spare - 1)
        yield from _place(cube, below, fixing, last)


# Tasks ----------------------------------------------------------------------------------------


def _arrays(tasks: Sequence[SubcubeTask]) -> dict[str, IntArray | Words]:
    placed = np.full((len(tasks), DEPTH, 2), -1, dtype=np.int64)
    for row, task in enumerate(tasks):
        placed[row, : len(task.placed)] = np.array(task.placed).reshape(-1, 2)
    sets = [(task.blocked, task.undecided) for task in tasks]
    numbers = [(task.spare, task.weight) for task in tasks]
    return {
        "sets": np.array(sets, dtype=np.uint64).reshape(-1, 2),
        "numbers": np.array(numbers, dtype=np.int64).reshape(-1, 2),
        "placed": placed,
    }


def _children(part: TaskState) -> list[tuple[SubcubeTask, float]]:
    """Return the tasks that the first one has left to others, and about how long each takes."""
    if "placed" not in part.arrays:
        return []
    arrays = (part.arrays[name].tolist() for name in ("sets", "numbers", "placed"))
    tasks = []
    for (blocked, undecided), (spare, weight), placed in zip(*arrays, strict=True):
        subcubes = tuple((kind, lowest) for kind, lowest in placed if kind >= 0)
        tasks.append((SubcubeTask(blocked, undecided, spare, weight, subcubes), 1.0))
    return tasks


def subcube_task(
    d: int, last: bool, task: SubcubeTask | tuple[()], part: TaskState, seconds: float
) -> TaskState:
    """Go on for some seconds with a part of the search, or find the parts for the first task.

    Returns of a part that is done "found": how many packings, and how many symmetries keep each of
    them, added up.
    """
    board = cube(d)
    if not isinstance(task, SubcubeTask):
        tasks = list(_beginnings(board, int(part.arrays["need"]), last))
        return TaskState(True, 1, _arrays(tasks))
    before = np.array(task.placed, dtype=np.int64).reshape(-1, 2)
    if "steps" in part.arrays:
        sets, steps, sums = (part.arrays[name].copy() for name in ("levels", "steps", "sums"))
    else:
        levels = task.undecided.bit_count() + task.spare + 1
        sets, steps = np.zeros((levels, 3), dtype=np.uint64), np.zeros((levels, 6), dtype=np.int64)
        sets[0, :2] = task.blocked, task.undecided
        steps[0] = task.spare, UNKNOWN, 0, -1, 0, 0
        sums = np.zeros(3, dtype=np.int64)
    nodes = np.array([part.nodes], dtype=np.int64)
    end = paced(
        lambda budget: walk(
            board.cubes, board.turns, board.kind_turns, board.axes, before, sets, steps, sums,
            int(sums[2]), board.everything, last, nodes, budget,
        ),
        nodes,
        seconds,
    )  # fmt: skip
    if end == PAUSED:
        return TaskState(False, int(nodes[0]), {"levels": sets, "steps": steps, "sums": sums})
    return TaskState(True, int(nodes[0]), {"found": sums[:2]})


class Subcubes:
    """A count of the placements of a board of side 3 as packings of subcubes.

    `givens`: none: the symmetries are those of the empty board.
    """

    words = METHOD
    complete = True
    last = False

    def __init__(self, board: Board, givens: tuple[int, ...]) -> None:
        self.board = board
        self.free: IntArray = np.arange(board.size)
        self.orbits: IntArray = (board.cells(self.free) == 1).sum(axis=1)

    def runner(
        self, split: Execution | None, identity: dict[str, object], run: RunContext
    ) -> TaskRunner | None:
        """Make the task that the others grow from; None when it does not go on."""
        if run.ended() is not None:
            return None
        work = partial(subcube_task, self.board.d, self.last)
        other = partial(subcube_task, self.board.d, not self.last)
        self._runner = TaskRunner(
            work,
            [()],
            split,
            run.limit.threads,
            identity,
            grow=Growth(_children, lambda task: not isinstance(task, SubcubeTask)),
            recheck=Recheck(other, ("found",)),
        )
        return self._runner

    def found(self, slices: Sequence[TaskState]) -> Found:
        """Add up what all tasks have found."""
        d, all_found, all_fixed = self.board.d, 0, 0
        uses = [0] * (d + 1)
        whole_cube = cube(d)
        for task, part in zip(self._runner.tasks, slices, strict=True):
            if not isinstance(task, SubcubeTask):
                continue
            found, fixed = (task.weight * value for value in part.arrays["found"].tolist())
            all_found, all_fixed = all_found + found, all_fixed + fixed
            left = (kind for kind in range(len(whole_cube.axes)) if task.undecided >> kind & 1)
            for kind in (*left, *(kind for kind, _ in task.placed)):
                uses[int(whole_cube.axes[kind]).bit_count()] += found
        orbits = whole(Fraction(all_fixed, len(whole_cube.orders)))
        return Found(all_found, orbits, [Fraction(use) for use in uses])


class OtherSubcubes(Subcubes):
    """The same in another order: it confirms what the first has found."""

    words = OTHER_METHOD
    last = True


def are_subcubes(board: Board, queens: int | None, givens: int = 0) -> bool:
    """Return whether the placements of a board are packings of subcubes that are soon counted."""
    d = board.d
    is_plain = board.is_flat and board.piece == "queen" and not board.blocked
    if not is_plain or board.shape != (3,) * d or givens:
        return False
    if not 2 < d <= MOST_AXES:
        return False
    most = most_subcubes(d)
    return queens is None or (queens >= most and 2**d - cube(d).least(most) <= SPARE)
