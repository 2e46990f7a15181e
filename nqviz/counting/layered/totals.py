"""The number of layered placements, of all or of a part of them, and of their orbits."""

from __future__ import annotations

from dataclasses import replace

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.counting.count import Count, finished, unfinished
from nqviz.counting.planar import count_planar
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome
from nqviz.run.tasks import Execution
from nqviz.run.tasks.estimate import whole_time

from . import orbits as symmetry
from .inclusion_exclusion import METHOD, OTHER_METHOD, LayeredSum, checked_side, signed_powers
from .parts import PARTS, check_irreducible, count_irreducible, count_spanning, irreducible_seconds

ON_A_LINE = "all queens on a line attack each other"
MAX_DIMENSION = 10_000
"""The largest d: the number has up to 120,000 digits then."""
TABLE_PLANE = 7
"""The largest n at d = 2 by the sum; for larger n the full placements of the square are counted."""


def count_layered(
    board: Board,
    run: RunContext | None = None,
    *,
    split: Execution | None = None,
    other: bool = False,
    d: int | None = None,
    part: str | None = None,
) -> Count:
    """Count the placements of n queens on the (n,d)-board with one in each layer.

    The cells of the board are not listed: it may have more of them than `Board` accepts.

    Parameters
    ----------
    board : Board
        A flat cube for queens, of side 1 to `MAX_LAYERS`.
    run : RunContext, optional
        The limit, the progress callback and the stop flag.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.
    other : bool
        Slice the sum by the pairs of other layers, which confirms it and takes longer; orbits are
        not counted then.
    d : int, optional
        The dimension, 1 to `MAX_DIMENSION`, in place of that of the board.
    part : str, optional
        Count only those that are ``spanning``, in no layer of another direction, or
        ``irreducible``, without a coordinate that can be left out; orbits are not counted then.

    Raises
    ------
    InputError
        If the board does not suit, its side or dimension is out of reach, or the part is unknown.
    """
    run = run or RunContext()
    d = board.d if d is None else d
    if not 1 <= d <= MAX_DIMENSION:
        raise InputError(f"layered placements are counted for d = 1 to {MAX_DIMENSION}, not {d}")
    if part not in (None, *PARTS):
        raise InputError(f"no part {part!r} of the layered placements; choose {either(PARTS)}")
    n = checked_side(board)
    if part == "irreducible":
        check_irreducible(n, d)
    if d == 1:
        return finished(int(n == 1 and part != "irreducible"), ON_A_LINE, run)
    if d == 2 and n > TABLE_PLANE and not other:  # one queen in each row; in both parts
        return count_planar(Board.cube(n, 2), run, split=split)
    key = n, other
    found = _whole_sums.get(key)
    if found is None or run.ended() or (split and split.checkpoint):
        found = signed_powers(board, run, split=split, other=other)
    method = OTHER_METHOD if other else METHOD
    if found.value is None:
        return replace(unfinished(method, run), status=found.status, message=found.message)
    if not found.premises:
        _whole_sums[key] = found
    return _counted(found.value, board.n, d, part, method, found.premises, run)


def _counted(
    powers: LayeredSum,
    n: int,
    d: int,
    part: str | None,
    method: str,
    premises: tuple[str, ...],
    run: RunContext,
) -> Count:
    def look() -> bool:
        run.report("counting" if part else "counting up to symmetry")
        return run.ended() is None

    orbits = None
    if part == "spanning":
        total: int | None = count_spanning(n, d, powers)
    elif part == "irreducible":
        total = count_irreducible(n, d, powers, look)
    else:
        total = powers.total(d)
        reaches = d == 2 or (n <= symmetry.MAX_LAYERS and 3 <= d <= symmetry.MAX_DIMENSION)
        if method == METHOD and reaches:
            orbits = symmetry.layered_orbits(n, d, powers, look)
    if total is None:
        time_of_all = whole_time(irreducible_seconds(n, d)) if part == "irreducible" else ""
        return replace(unfinished(method, run), message=time_of_all)
    return finished(total, method, run, orbits=orbits, premises=premises)


_whole_sums: dict[tuple[int, bool], Outcome[LayeredSum]] = {}
"""The sums of this process, by n and other: each is good for every d."""
