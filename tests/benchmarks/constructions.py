"""Constructions: built and verified, the best cuts, planar sizes, canonical forms, bounds, stacks.

Times are of the processor, so that other applications on the machine do not count.
"""

import time
from collections.abc import Callable
from functools import partial

from nqviz.bounds import bounds_table
from nqviz.constructions import Construction, best_cut, classical, construct, regular
from nqviz.constructions.stacking import full_stack
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical
from nqviz.counting import count_full

from .report import show


def timed(work: Callable[[], object]) -> tuple[object, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def built(n: int, d: int) -> list[tuple[str, ...]]:
    placement, building = timed(lambda: regular(Board.cube(n, d)))
    assert isinstance(placement, Placement)
    valid, verifying = timed(placement.is_valid)
    assert valid
    assert len(placement) == n ** (d - 1)
    return [(f"regular ({n},{d})", f"{building:.3f} s", f"{verifying:.3f} s verified")]


def cuts(low: int, high: int, d: int) -> list[tuple[str, ...]]:
    found, taken = timed(lambda: [best_cut(m, d) for m in range(low, high + 1)])
    assert isinstance(found, list)
    assert all(cut.placement.is_valid() for cut in found)
    return [(f"best cuts d = {d}, m = {low} .. {high}", f"{taken:.2f} s", "all valid")]


def _full_count(n: int) -> int | None:
    return count_full(Board.cube(n, 3)).count


def main() -> None:
    # Kernels are compiled before the clock starts.
    regular(Board.cube(5, 2)).is_valid()
    best_cut(4, 3)
    full_stack(4)
    rows = [*built(101, 3), *built(19, 4), *built(37, 5)]
    _, taken = timed(lambda: [classical(n).is_valid() or 1 / 0 for n in range(4, 61)])
    rows.append(("planar n = 4 .. 60", f"{taken:.3f} s", "built and verified"))
    rows += cuts(4, 60, 3) + cuts(10, 24, 4)
    placement = regular(Board.cube(11, 3))
    _, taken = timed(lambda: canonical(placement))
    rows.append(("canonical form (11,3)", f"{1000 * taken:.1f} ms", ""))
    torus = Placement(Board.cube(11, 3, torus=True), placement.cells)
    _, taken = timed(lambda: canonical(torus, with_translations=True))
    rows.append(("canonical form (11,3) torus", f"{1000 * taken:.1f} ms", "with translations"))
    _, taken = timed(lambda: bounds_table(40, 8))
    rows.append(("bounds of all boards up to (40,8)", f"{taken:.2f} s", ""))
    for n, count in ((11, 264), (12, 0), (13, 624)):
        found, taken = timed(partial(_full_count, n))
        assert found == count
        rows.append((f"full placements ({n},3)", f"{taken:.2f} s", f"{count}"))
    for family, n, d in (("stacked", 14, 3), ("colouring", 12, 2), ("random", 14, 3)):
        built_one, taken = timed(partial(construct, Board.cube(n, d), family))
        assert isinstance(built_one, Construction)
        result = built_one.placement
        assert result.is_valid()
        rows.append((f"{family} ({n},{d})", f"{taken:.2f} s", f"{len(result)} pieces"))
    show("constructions", ("what", "time", ""), rows)
