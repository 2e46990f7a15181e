"""The family of subcube cuts, and the search for the best of them (see `cut`).

For fixed N and coefficients the number of remaining queens depends on the shift and the offsets
only through one residue, so all of them are compared by one histogram of a_1 t_1 + ... +
a_(d-1) t_(d-1) - t_d over a cube of side m = N - k (the maximum has the least p for odd d, the
largest p for even d), and coefficients are compared up to symmetry only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice, takewhile

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.run.context import Progress, RunContext

from .cut import SubcubeCut, check_offsets, cut_count, fill_corner_counts
from .family import Construction, built_in
from .improve import WAYS, improve
from .linear import check_coefficients, class_blocks, first_admissible, has_regular

MAX_SEARCHED_DIMENSION = 6
"""The largest dimension in which all coefficients are compared; above, only the powers of two."""

_BLOCK_ADDITIONS = 10**7  # between two checks of the stop flag


def best_cut(
    m: int, d: int, largest: int | None = None, run: RunContext | None = None
) -> SubcubeCut:
    """Return the subcube cut with the most queens on the (m,d)-board.

    Compares all outer sides N up to `largest`, all coefficients up to symmetry (one vector of
    them when d is more than `MAX_SEARCHED_DIMENSION`), all shifts and offsets; `complete` of the
    result is False if it was stopped. If m has regular solutions the cut is one of them, k = 0.

    Parameters
    ----------
    m, d : int
        The board; d is 2 or more.
    largest : int, optional
        The largest outer side N to try. By default the third that has regular solutions, from m
        on. The first was the best in all cases compared: m up to 200 for d = 2, 130 for d = 3
        (N up to 1.6 m), 24 for d = 4, 26 for d = 5.
    run : RunContext, optional
        A stopped search returns the best so far, from one block of coefficients at least.

    Returns
    -------
    SubcubeCut
        With the last k layers of each axis deleted.

    Raises
    ------
    InputError
        If no N from m to `largest` has regular solutions.
    """
    run = run or RunContext()
    Board.cube(m, d)  # raises an error if m or d is invalid
    if d < 2:
        raise InputError(f"subcube cuts need two dimensions or more, not {d}")
    sizes = outer_sizes(m, d)
    if largest is None:
        outers = list(islice(sizes, 3))
    else:
        outers = list(takewhile(lambda outer: outer <= largest, sizes))
    if not outers:
        raise InputError(
            f"no side from {m} to {largest} has regular solutions for d = {d};"
            f" the first that has is {next(outer_sizes(m, d))}"
        )
    return _Search(m, d, (m,) * d, run).run(outers)


def outer_sizes(m: int, d: int) -> Iterator[int]:
    """Yield the sides N from m on whose (N,d)-boards have regular solutions, without end."""
    return (outer for outer in count(m) if has_regular(outer, d))


class _Search:
    """The search for the best cut over outer sides and coefficients."""

    def __init__(self, m: int, d: int, offsets: tuple[int, ...], run: RunContext) -> None:
        self.m, self.d, self.offsets = m, d, offsets
        self.context, self.progress = run, run.progress
        self.best: SubcubeCut | None = None
        self.best_count = -1
        self.complete = True

    def run(self, outers: Sequence[int], coefficients: tuple[int, ...] | None = None) -> SubcubeCut:
        """Try outer sides in turn; with given coefficients, only those."""
        for place, outer in enumerate(outers):
            if self.best is not None and self.context.ended():
                self.complete = False
                break
            if self._most(outer) <= self.best_count:
                continue
            self._report(outer, place / len(outers))
            if coefficients is not None:
                self._try(outer, np.array([coefficients], dtype=np.int64))
            elif self.d > MAX_SEARCHED_DIMENSION:
                self._try(outer, np.array([first_admissible(outer, self.d)], dtype=np.int64))
                self.complete = False
            else:
                self._try_classes(outer)
        assert self.best is not None
        return replace(self.best, complete=self.complete)

    def _most(self, outer: int) -> int:
        """Return the count with the best p that a k^d cube could have."""
        k = outer - self.m
        ideal = 0 if self.d % 2 else k ** (self.d - 1)
        return min(int(self.m ** (self.d - 1)), cut_count(outer, self.d, k, ideal))

    def _try_classes(self, outer: int) -> None:
        cost = 2 * self.d * outer
        step = max(1, _BLOCK_ADDITIONS // cost)
        for rows in class_blocks(outer, self.d):
            for start in range(0, len(rows), step):
                if self.best is not None and self.context.ended():
                    self.complete = False
                    return
                self._try(outer, rows[start : start + step])
                if self.best_count == self._most(outer):
                    return

    def _try(self, outer: int, rows: IntArray) -> None:
        """Compare some coefficients, each with its best residue, with the best cut so far."""
        if not len(rows):
            return
        scratch = np.zeros((2, outer), dtype=np.int64)
        row, residue, queens = _best_corner(scratch, rows, self.m, self._most(outer))
        if queens > self.best_count:
            k = outer - self.m
            unshifted = SubcubeCut(outer, tuple(rows[row].tolist()), 0, k, self.offsets)
            self.best = replace(unshifted, shift=(unshifted.residue - residue) % outer)
            self.best_count = queens
            self._report(outer, None)

    def _report(self, outer: int, fraction: float | None) -> None:
        so_far = f", best {self.best_count}" if self.best else ""
        activity = f"cuts of regular ({outer},{self.d})-solutions{so_far}"
        self.progress(Progress(activity, self.context.seconds, fraction))


@compiled
def _best_corner(scratch: IntArray, rows: IntArray, side: int, most: int) -> tuple[int, int, int]:
    """Return the row of coefficients, the residue and the count with the most queens in a corner.

    Stops early at a count that cannot be exceeded.
    """
    best_row, best_residue, best = -1, 0, -1
    for row in range(len(rows)):
        counts = scratch[fill_corner_counts(scratch, rows[row], side)]
        residue = counts.argmax()
        if counts[residue] > best:
            best_row, best_residue, best = row, residue, counts[residue]
            if best == most:
                break
    return best_row, best_residue, best


# The family --------------------------------------------------------------------------------


def _why_not(board: Board) -> str | None:
    if board.d < 2:
        return "subcube cuts need two dimensions or more"
    if not board.is_cube:
        return f"subcube cuts are for cubes, not for the {board}"
    if board.twist or (board.wraps and not has_regular(board.n, board.d)):
        return "a cut does not wrap around a torus"
    return None


def _build(
    board: Board,
    run: RunContext,
    *,
    outer: int | None,
    coefficients: tuple[int, ...] | None,
    shift: int | None,
    offsets: tuple[int, ...] | None,
    largest: int | None,
    free: str,
) -> Construction:
    m, d = board.n, board.d
    if offsets is not None:
        check_offsets(offsets, d)
    at = offsets or (m,) * d
    if outer is None:
        if coefficients is not None or shift is not None or offsets is not None:
            raise InputError(
                "coefficients, a shift or offsets of a cut need its outer side as well"
            )
        cut = best_cut(m, d, m if board.wraps else largest, run)
    else:
        _check_outer(board, outer)
        if coefficients is not None:
            check_coefficients(outer, d, coefficients)
            coefficients = tuple(a % outer for a in coefficients)
        if shift is None:
            search = _Search(m, d, at, run)
            cut = search.run([outer], coefficients)
        elif coefficients is None:
            raise InputError("the shift of a cut needs its coefficients as well")
        else:
            cut = SubcubeCut(outer, coefficients, shift, outer - m, at)
    placement = Placement(board, cut.placement.cells)
    parameters, note = _parameters(cut), _note(cut)
    if free != "none":
        placement = improve(placement, run, way=free)
        parameters["free"] = free
        note += f" Queens added afterwards: {len(placement) - cut.count:,}."
    return Construction(placement, SUBCUBE.name, parameters, note, cut)


def _check_outer(board: Board, outer: int) -> None:
    m, d = board.n, board.d
    if board.wraps and outer != m:
        raise InputError(f"a cut does not wrap: use the flat ({m},{d})-board")
    if outer < m:
        raise InputError(f"an outer side of {outer} is too small; the board has {m}")
    if not has_regular(outer, d):
        raise InputError(
            f"an outer side of {outer} has no regular solutions for d = {d};"
            f" the next that has is {next(outer_sizes(outer, d))}"
        )


def _parameters(cut: SubcubeCut) -> dict[str, object]:
    return {
        "outer": cut.outer,
        "coefficients": list(cut.coefficients),
        "shift": cut.shift % cut.outer,
        "offsets": [offset % cut.outer for offset in cut.offsets],
    }


def _note(cut: SubcubeCut) -> str:
    values = ", ".join(map(str, cut.coefficients))
    inside = counted(cut.p) if cut.p else "no queen"
    text = (
        f"{counted(cut.count)} left of the regular ({cut.outer},{cut.d})-solution with coefficients"
        f" {values} without {counted(cut.k, 'layer')} in each direction, with {inside} where they"
        " meet"
    )
    return text + ("." if cut.complete else "; not all cuts were compared.")


SUBCUBE = built_in("subcube", _why_not, _build, {"free": WAYS}, searches=True)


def cut_state(built: Construction) -> BoardState:
    """Show a subcube cut on its outer board: its queens stand, those that it lost are dropped.

    Queens added to a cut stand among them. Added queens on two sides of the deleted layers may
    attack each other over these, so the layers of a filled cut are shown deleted at the far end.
    """
    cut = built.cut
    assert cut is not None
    board = cut.outer_board
    if len(built.placement) != cut.count:
        board = Board(board.shape)  # around the torus they may attack each other as well
        last = replace(cut, offsets=(cut.m,) * cut.d)
        cut = replace(last, shift=(last.shift + last.residue - cut.residue) % cut.outer)
    cells = Placement(board, cut.to_outer(built.placement.cells))
    dropped = np.setdiff1d(cut.outer_placement.indices, cells.indices)
    return BoardState(cells, cut=Cut(dropped, cut.deleted, built.note))
