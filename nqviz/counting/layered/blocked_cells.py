"""Orbits and parts of the layered placements of boards with blocked cells, listed in blocks.

The sums over pairs of layers know no blocked cells. Here placements are lists of choices: one for
each slot, a layer or, for those that a symmetry keeps, the layers that it permutes.

- Orbits, by the lemma of Cauchy, Frobenius and Burnside, under the symmetries that keep layers and
  blocked cells: a symmetry that does not reverse the layers keeps a placement if it keeps each
  queen; one that does maps the queen of layer i to that of layer n + 1 - i.
- Parts (see `.parts`): spanning placements are looked at one by one; irreducible ones as well,
  where lines pass. Where they stop, a blocked cell may separate two layers, and what is left of a
  placement without a coordinate is on no board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.symmetry import symmetries
from nqviz.counting.count import Count, check_cube, finished, unfinished
from nqviz.counting.planar import count_planar
from nqviz.counting.rotational import open_orbits
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution

from .parts import PARTS
from .search import count_layered_directly

METHOD = "all layered placements in blocks, each looked at"
MOST_CELLS = 2**12
"""The largest board whose attacks are a table."""
MOST_CHOICES = 5 * 10**9
"""The most choices of a cell in each layer, of which a part is counted: minutes."""
BLOCK = 2**19
"""Choices held at once."""

Mask = npt.NDArray[np.bool_]


def count_open_layered(
    board: Board,
    run: RunContext | None = None,
    *,
    split: Execution | None = None,
    part: str | None = None,
) -> Count:
    """Count the layered placements of a board with blocked cells, or a part of them.

    Orbits are counted for all of them, where the attacks of the board are a table.
    `split`: where the tasks of the count run; a part has none.
    `part`: see `count_layered`.
    Raises InputError if the board does not suit or is out of reach, or the part is unknown or not
    defined on it.
    """
    run = run or RunContext()
    if part is None and board.d == 2 and not board.stops:
        return count_planar(board, run, split=split)
    if part is not None:
        if split is not None and split.checkpoint is not None:
            raise InputError("a part on a board with blocked cells is not counted in tasks")
        return list_layered(board, part, run)
    found = count_layered_directly(board, run, split=split)
    if found.count is None or board.size > MOST_CELLS:
        return found
    orbits = layered_orbits(board, found.count, lambda: run.ended() is None)
    return replace(found, orbits=orbits)


def list_layered(board: Board, part: str | None, run: RunContext) -> Count:
    """Count the layered placements of a board by a list of them, which confirms another count.

    `part`: count those of a part only.
    Raises InputError as `count_open_layered`.
    """
    check_cube("layered placements", board)
    if part not in (None, *PARTS):
        raise InputError(f"no part {part!r} of the layered placements; choose {either(PARTS)}")
    if part == "irreducible" and board.stops:
        raise InputError(
            f"irreducible layered placements are not defined on the {board}: its lines stop"
        )
    n, d = board.n, board.d
    if d < 2 or board.size > MOST_CELLS or (board.size // n) ** n > MOST_CHOICES:
        raise InputError(
            f"the layered placements of the {board} are not looked at one by one: in reach are"
            " (n,2) to n = 9, (n,3) to 6, (4,4), (4,5) and (3,d) to d = 7"
        )
    total = 0
    for block in _choices(board, [each[:, None] for each in _layers(board)]):
        run.report("looking at layered placements")
        if run.ended() is not None:
            return unfinished(METHOD, run)
        total += len(block) if part is None else int(_is_in(part, block, n, d).sum())
    return finished(total, METHOD, run)


def _layers(board: Board) -> list[IntArray]:
    """Return the open cells of each layer."""
    cells = np.arange(board.size).reshape(-1, board.n).T
    return [layer[~board.is_blocked[layer]] for layer in cells]


def _is_in(part: str, block: IntArray, n: int, d: int) -> Mask:
    """Return which placements, shape (k, n), cells in the order of layers, belong to a part."""
    sequences = np.stack(np.unravel_index(block, (n,) * d)[:-1])  # (d - 1, k, n)
    if part == "spanning":
        return np.asarray((sequences != sequences[:, :, :1]).any(axis=2).all(axis=0))
    alone = np.zeros(sequences.shape[:2], dtype=np.bool_)
    for i, j in combinations(range(n), 2):
        apart = np.abs(sequences[:, :, i] - sequences[:, :, j])
        separates = (apart != 0) & (apart != j - i)
        alone |= separates & (separates.sum(axis=0) == 1)
    return np.asarray(alone.all(axis=0))


def layered_orbits(board: Board, total: int, look: Callable[[], bool]) -> int | None:
    """Return the number of layered placements up to the symmetries that keep the blocked cells.

    For d = 2, where lines pass, all symmetries of the square keep the property; else those that
    keep the layers.

    `total`: the number of placements.
    `look`: called now and then; False ends the count, whose result is None then.
    """
    if board.d == 2 and not board.stops:
        return open_orbits(board, total, look)
    group = _group(board)
    kept = total  # by the identity
    for image in group:
        if (image == np.arange(board.size)).all():
            continue
        for block in _choices(board, _slots(board, image)):
            if not look():
                return None
            kept += len(block)
    orbits, rest = divmod(kept, len(group))
    if rest:
        raise ArithmeticError(f"{kept} kept placements of the {board} are no multiple of the group")
    return orbits


def _group(board: Board) -> list[IntArray]:
    """Return the symmetries that keep the layers and the blocked cells, as images of cells."""
    last = board.d - 1
    maps = (each for each in symmetries(board) if each.permutation[last] == last)
    return [each.index_permutation for each in maps]


def _slots(board: Board, image: IntArray) -> list[IntArray]:
    """Return the choices of queens for layers that a symmetry permutes, so that it keeps them.

    `image`, shape (size,): the image of each cell. Each slot has shape (choices, its layers).
    """
    slots = []
    for layer, cells in enumerate(_layers(board)):
        there = int(image[layer]) % board.n  # cell `layer` is in this layer
        if there < layer:
            continue
        kept = (
            cells[image[image[cells]] == cells] if there > layer else cells[image[cells] == cells]
        )
        slots.append(np.stack((kept, image[kept]), axis=1) if there > layer else kept[:, None])
    return slots


def _choices(board: Board, slots: Sequence[IntArray]) -> Iterator[IntArray]:
    """Yield all choices of one row of each slot without attacks, in blocks of cells.

    `slots`: arrays of cells, shape (choices, width). Blocks have shape (k, widths).
    """
    attacks: Mask = np.asarray(board.attack_graph.toarray(), dtype=np.bool_)
    slots = [rows[~attacks[rows[:, 0], rows[:, -1]]] for rows in slots]

    def clashes(first: IntArray, second: IntArray) -> Mask:
        return np.asarray(attacks[first[:, None, :, None], second[None, :, None, :]].any((2, 3)))

    clash = {(s, t): clashes(slots[s], slots[t]) for s, t in combinations(range(len(slots)), 2)}

    def extended(chosen: IntArray) -> Iterator[IntArray]:
        place = chosen.shape[1]
        if place == len(slots):
            yield np.concatenate([slots[s][chosen[:, s]] for s in range(place)], axis=1)
            return
        step = max(1, BLOCK // max(1, len(slots[place])))
        for start in range(0, len(chosen), step):
            part = chosen[start : start + step]
            free = np.ones((len(part), len(slots[place])), dtype=np.bool_)
            for s in range(place):
                free &= ~clash[s, place][part[:, s]]
            rows, picks = np.nonzero(free)
            yield from extended(np.column_stack((part[rows], picks)))

    yield from extended(np.zeros((1, 0), dtype=np.int64))
