"""The frames of animated steps: listed in the file, or made by a generator of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap

import numpy as np
import numpy.typing as npt

from nqviz.constructions import regular
from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.pieces import LEAP
from nqviz.core.placement import Placement

from .certificates import certificate
from .model import BoardState, Generated, WrittenFrame
from .still import Still, cut_of, cut_placement, indices, marked, still

MAX_FRAMES = 5000
_NO_CELLS = np.zeros(0, dtype=np.int64)

BLOCK = tr_later("Block {number} of {last}: {queens}.")
CUT = tr_later("k = {k}: {count} queens are left for side {m}; {p} stood where all cuts meet.")
LAYER = tr_later("x{axis} = {value}: {queens}, {total} in all.")
MOST_SPLIT = 64
"""Cells of the largest board on which a search is split by its first queen."""
_CLASSES = (
    tr_later("Axes: one coordinate changes"),
    tr_later("Diagonals: two change in step"),
    tr_later("Space diagonals: three change in step"),
)


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame of an animation with its caption."""

    picture: Still
    say: str = ""


def frames_of(frames: Generated | Sequence[WrittenFrame], state: BoardState) -> tuple[Frame, ...]:
    """Return the frames of a step, without the first still image of the step.

    Raises InputError if the generator does not apply to the state, or a frame does not fit the
    board.
    """
    if not isinstance(frames, Generated):
        return tuple(_written(frames, still(state)))
    return tuple(GENERATORS[frames.generator](frames, state))


def _written(frames: Sequence[WrittenFrame], first: Still) -> Iterator[Frame]:
    board, now = first.board, first
    for number, frame in enumerate(frames, start=1):
        try:
            queens = set(now.placement.indices.tolist())
            if frame.queens is not None:
                queens = set(indices(board, frame.queens).tolist())
            queens -= set(indices(board, frame.remove).tolist())
            queens |= set(indices(board, frame.place).tolist())
            light = now.highlight if frame.highlight is None else marked(board, frame.highlight)
            cursor = None if frame.cursor is None else int(indices(board, [frame.cursor])[0])
        except InputError as error:
            raise InputError(f"frame {number}: {error}") from None
        now = _changed(now, queens, light, cursor)
        yield Frame(now, frame.say or "")


def _changed(
    now: Still, queens: set[int] | IntArray, light: IntArray, cursor: int | None = None
) -> Still:
    cells = np.array(sorted(queens), dtype=np.int64)
    givens = now.givens[np.isin(now.givens, cells)]
    placement = Placement.from_indices(now.board, cells)
    return replace(now, placement=placement, givens=givens, highlight=light, cursor=cursor)


# Generators -----------------------------------------------------------------------------------


def backtracking(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the search for the first full placement of a flat board, column by column.

    The columns are x1 = 1, 2, ..., and the lowest cell is tried first; the last placement is the
    lexicographically first. Each frame marks the cell whose queen was placed or removed.
    """
    start = still(state)
    n = start.board.n
    if start.board.d != 2 or not start.board.is_cube or start.board.wraps or n > 12:
        raise InputError("backtracking is shown on flat square boards of side 12 or less")
    rows: list[int] = []
    row = 0
    while len(rows) < n:
        column = len(rows)
        while row < n and any(
            row in (other, other + column - x, other - column + x) for x, other in enumerate(rows)
        ):
            row += 1
        if row < n:
            rows.append(row)
            place = {"column": column + 1, "cell": coordinate_text((column, row))}
            light = np.array([column * n + row])
            words = tr("Column {column}: {cell} is free. Place a queen and go on.", **place)
            row = 0
        elif rows:
            row = rows.pop()
            place = {"column": column + 1, "cell": coordinate_text((column - 1, row))}
            light = np.array([(column - 1) * n + row])
            words = tr("Column {column} has no free cell left: take {cell} back.", **place)
            row += 1
        else:
            light = _NO_CELLS
            words = tr("Every way was tried: there is no full placement.")
        cells = np.array([x * n + y for x, y in enumerate(rows)], dtype=np.int64)
        yield Frame(_changed(start, cells, light), words)
        if not rows and row >= n:
            return


def first_queens(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the search for one queen in each layer, split by the first queen.

    The searches share nothing, so that they could run at once: one for each cell of the layer
    x1 = 1 (J. Barr and S. Rao, section 7). Each frame marks the first queen, shows the first
    placement of its search, and says how many it finds.
    """
    start = still(state)
    board = start.board
    is_plain = board.is_cube and board.d > 1 and board.is_flat and not board.has_hyperplanes
    if not is_plain or board.size > MOST_SPLIT:
        raise InputError(
            f"the split by the first queen is shown on flat cubes of at most {MOST_SPLIT} cells"
        )
    graph, layer = board.attack_graph.toarray(), board.size // board.n
    free = np.flatnonzero(~board.is_blocked)
    total, firsts = 0, free[free < layer].tolist()
    for first in firsts:
        count, found = _layered(graph, free, layer, first)
        total += count
        words = tr(
            "First queen on {cell}: {found} with one queen in each layer, {total} in all.",
            cell=coordinate_text(board.cell(first)),
            found=counted_tr(count, "placement"),
            total=f"{total:,}",
        )
        yield Frame(_changed(start, np.array(found or [first]), np.array([first])), words)
    words = tr(
        "The searches share nothing, so they could run at once; together they find {found}.",
        found=counted_tr(total, "placement"),
    )
    yield Frame(_changed(start, start.placement.indices, _NO_CELLS), words)


def _layered(
    attacks: npt.NDArray[np.bool_], free: IntArray, layer: int, first: int
) -> tuple[int, list[int]]:
    """Return the number of placements, a queen in each layer, with a first queen, and one of them.

    `attacks`, shape (size, size). `free`, shape (k,): the cells that are not blocked. `layer`: the
    number of cells of a layer.
    """
    size = len(attacks)
    near = [sum(1 << int(other) for other in np.flatnonzero(row)) for row in attacks]
    open_cells = sum(1 << cell for cell in free.tolist())
    found: list[int] = []

    def go_on(queens: list[int], left: int) -> int:
        start = len(queens) * layer
        if start == size:
            found.extend(() if found else queens)
            return 1
        total, here = 0, left >> start & (1 << layer) - 1
        while here:
            cell = start + (here & -here).bit_length() - 1
            here &= here - 1
            total += go_on([*queens, cell], left & ~near[cell])
        return total

    return go_on([first], open_cells & ~near[first]), found


def blocks(how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the cubes of one side into which the board is partitioned, the first axis slowest."""
    start = still(state)
    board, m = start.board, how.side
    if any(side % m for side in board.shape):
        raise InputError(f"the {board} cannot be partitioned into blocks of side {m}")
    cells = board.cells(np.arange(board.size)) // m
    parts = Board([side // m for side in board.shape])
    _check_number(parts.size)
    of = parts.indices(cells)
    occupied = np.isin(np.arange(board.size), start.placement.indices)
    for block in range(parts.size):
        light = np.flatnonzero(of == block)
        inside = counted_tr(int(occupied[light].sum()), board.piece)
        words = tr(BLOCK, number=block + 1, last=parts.size, queens=inside)
        yield Frame(_changed(start, start.placement.indices, light), words)


def classes(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the cells that the cell of the cursor attacks, class of direction by class."""
    start = still(state)
    if start.cursor is None:
        raise InputError("classes of direction need a cursor in the state")
    board = start.board
    lines = board.lines_through(start.cursor)
    for r in np.unique(board.direction_classes).tolist():
        light = np.zeros(board.size, dtype=np.bool_)
        for number in np.flatnonzero(board.direction_classes == r):
            light[lines[number]] = True
        light[start.cursor] = False
        cells = np.flatnonzero(light)
        words = f"{_class_words(r)}. {counted_tr(len(cells), 'cell')}."
        yield Frame(_changed(start, start.placement.indices, cells, start.cursor), words)


def cut(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield cuts with 0, 1, 2, ... deleted layers along every axis, up to that of the state."""
    if state.cut is None:
        raise InputError("the generator cut needs a cut in the state")
    start = still(state)
    for k in range(state.cut.deleted + 1):
        made = cut_of(state.cut, k)
        picture = replace(start, placement=cut_placement(made), cut=made)
        yield Frame(picture, tr(CUT, k=k, count=made.count, m=made.m, p=made.p))


def layers(how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the queens of the state layer by layer along an axis."""
    start = still(state)
    board, axis = start.board, how.axis - 1
    if axis >= board.d:
        raise InputError(f"the {board} has no axis {how.axis}")
    _check_number(board.shape[axis])
    queens = start.placement.indices
    values = board.cells(queens)[:, axis]
    for value in range(board.shape[axis]):
        here = queens[values == value]
        standing = queens[values <= value]
        inside, total = counted_tr(len(here), board.piece), len(standing)
        words = tr(LAYER, axis=how.axis, value=value + 1, queens=inside, total=total)
        yield Frame(_changed(start, standing, here), words)


def rings(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the square rings of a flat board, from the centre outwards (Luque)."""
    start = still(state)
    board = start.board
    if board.d != 2 or not board.is_cube:
        raise InputError("rings are shown on square boards")
    cells = board.cells(np.arange(board.size))
    to_edge = np.minimum(cells, board.n - 1 - cells).min(axis=1)
    queens = start.placement.indices
    for depth in range((board.n - 1) // 2, -1, -1):
        light = np.flatnonzero(to_edge == depth)
        inside = counted_tr(int(np.isin(queens, light).sum()), board.piece)
        words = tr("A ring of {cells} cells: {queens}.", cells=len(light), queens=inside)
        yield Frame(_changed(start, queens, light), words)


def shift_classes(_how: Generated, state: BoardState) -> Iterator[Frame]:
    """Yield the shift classes of the regular solution of the state, which is that with c = 0."""
    if state.regular is None:
        raise InputError("shift classes need a regular solution in the state")
    start = still(state)
    n = start.board.n
    for step in range(n):
        shift = (state.regular.shift + step) % n
        made = regular(start.board, state.regular.coefficients, shift)
        words = tr(
            "Shift c = {shift}: class {number} of {last}.", shift=step, number=step + 1, last=n
        )
        yield Frame(_changed(start, made.indices, _NO_CELLS), words)


GENERATORS: dict[str, Callable[[Generated, BoardState], Iterator[Frame]]] = {
    "backtracking": backtracking,
    "blocks": blocks,
    "certificate": lambda how, state: starmap(Frame, certificate(how, state)),
    "classes": classes,
    "cut": cut,
    "first queens": first_queens,
    "layers": layers,
    "rings": rings,
    "shift classes": shift_classes,
}


def _check_number(frames: int) -> None:
    if frames > MAX_FRAMES:
        raise InputError(f"that makes {frames:,} frames; a step has at most {MAX_FRAMES:,}")


def _class_words(order: int) -> str:
    """Return how many coordinates change along the directions of a class."""
    if order == LEAP:
        return tr("Leaps")
    if order <= len(_CLASSES):
        return tr(_CLASSES[order - 1])
    return tr("Lines along which {number} coordinates change", number=order)
