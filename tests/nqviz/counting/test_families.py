"""Counts of layered, planar and regular placements: brute force and the published tables."""

import threading
from itertools import product

import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.counting import count_full, count_layered, count_planar, count_regular
from nqviz.counting.layered.inclusion_exclusion import signed_powers
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known

# Barr & Rao, Table 1, with the corrections of its misprints at (4,4), (5,3) and (3,6).
LAYERED = {
    3: (0, 72, 4632, 198096, 7104240),
    4: (2, 7196, 5313608, 2268218096, 761182656032),
    5: (10, 981016, 11353276978, 60444827643376, 239696159967684250),
    6: (4, 205444488, 42610656257824, 3365521390282490208),
    7: (40, 60754055080, 257242373608849024, 352545561058727818999312),
}
PLANAR = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712)  # OEIS A000170 from n = 1


@pytest.mark.parametrize(("n", "row"), list(LAYERED.items()))
def test_layered_placements_of_the_paper(n, row):
    assert tuple(count_layered(Board.cube(n, d)).count for d in range(2, 2 + len(row))) == row


def test_three_layers_are_a_sum_of_six_powers():
    found = signed_powers(Board.cube(3, 2)).value
    assert found.powers == {
        27: 1,
        21: -2,
        17: 1,
        15: -1,
        11: 2,
        9: -1,
    }


@pytest.mark.parametrize(("n", "d"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4)])
def test_layered_placements_one_by_one(n, d):
    board = Board.cube(n, d)
    layer = list(product(range(n), repeat=d - 1))

    def grow(cells):
        if len(cells) == n:
            return 1
        grown = ([*cells, (*cell, len(cells))] for cell in layer)
        return sum(grow(more) for more in grown if Placement(board, more).is_valid())

    assert count_layered(Board.cube(n, d)).count == grow([])


@pytest.mark.parametrize(("n", "count"), list(enumerate(PLANAR, start=1)))
def test_planar_solutions(n, count):
    assert count_planar(Board.cube(n, 2)).count == count


def test_longer_tasks_are_cut_up():
    assert count_planar(Board.cube(17, 2), RunContext(Limit(seconds=0.2))).status is Status.LIMIT


@pytest.mark.parametrize(
    ("n", "count"), [(11, 264), (13, 624), (17, 2040), (19, 3192), (23, 6624), (29, 15312)]
)
def test_regular_solutions_of_the_thesis(n, count):
    assert count_regular(Board.cube(n, 3)).count == count  # Table 7, its misprint at 29 corrected


def test_the_sum_serves_dimensions_beyond_all_boards():
    total = signed_powers(Board.cube(3, 5)).value.total(40)
    assert total == 27**39 - 2 * 21**39 + 17**39 - 15**39 + 2 * 11**39 - 9**39


def test_counts_are_exact_and_stopped_ones_are_not():
    assert count_full(Board.cube(5, 3)).known is Known.EXACT
    ended = count_planar(Board.cube(17, 2), RunContext(Limit(seconds=1e-9)))
    assert (ended.known, ended.value) == (None, None)


def test_bad_input_and_stops():
    for wrong in (
        lambda: count_layered(Board.cube(1_001, 2)),
        lambda: count_layered(Board.cube(3, 3, torus=True)),
        lambda: count_planar(Board.cube(4, 3)),
        lambda: count_full(Board.cube(5, 2)),
        lambda: count_regular(Board((4, 5))),
    ):
        with pytest.raises(InputError):
            wrong()
    stop = threading.Event()
    stop.set()
    assert count_planar(Board.cube(14, 2), run=RunContext(stop=stop)).status is Status.STOPPED
    assert count_layered(Board.cube(6, 3), run=RunContext(stop=stop)).count is None
