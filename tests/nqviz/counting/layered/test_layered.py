"""The second way to count layered placements, and slices that are kept."""

import re
import threading

import pytest

from nqviz import Board, InputError, Status
from nqviz.counting import count_layered, count_layered_directly, second_count
from nqviz.counting.layered import inclusion_exclusion
from nqviz.counting.layered.inclusion_exclusion import _slice_sum, _weight, signed_powers
from nqviz.counting.layered.set_by_set import add_sets, in_line_count, numbers
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import Execution, TaskState


@pytest.mark.parametrize(
    ("n", "d"),
    [
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 4),
        (3, 2),
        (3, 3),
        (3, 5),
        (4, 3),
        (4, 4),
        (5, 3),
        (6, 2),
        (6, 3),
    ],
)
def test_the_search_agrees_with_the_sum(n, d):
    assert count_layered_directly(Board.cube(n, d)).count == count_layered(Board.cube(n, d)).count


@pytest.mark.parametrize("n", range(1, 7))
def test_other_slices_make_the_same_sum(n):
    assert (
        signed_powers(Board.cube(n, 2), other=True).value.powers
        == signed_powers(Board.cube(n, 2)).value.powers
    )


def test_a_stop_ends_a_sum_that_is_known_already():
    stop = threading.Event()
    assert count_layered(Board.cube(5, 3), run=RunContext(stop=stop)).count == 981016
    stop.set()
    assert count_layered(Board.cube(5, 3), run=RunContext(stop=stop)).status is Status.STOPPED


def test_other_slices_confirm_where_the_search_does_not_reach():
    found = second_count(Board.cube(6, 6), what="layered")
    assert found.count == count_layered(Board.cube(6, 6)).count
    assert "other slices" in found.engine


def test_slices_of_nine_layers_add_up_to_a_known_part():
    c, factors = _slice_sum(9, 0)
    assert c.max() == 9**9
    assert factors.sum() == 0  # as many sets of inner pairs are even as odd
    assert sum(_weight(9, chosen) for chosen in range(1 << 15)) == 1 << 15


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("inner", [2, 3, 4])
def test_two_to_four_outer_layers_make_the_same_sum(other, inner, monkeypatch):
    whole = signed_powers(Board.cube(6, 2)).value.powers
    monkeypatch.setattr(inclusion_exclusion, "INNER_LAYERS", inner)
    assert signed_powers(Board.cube(6, 2), other=other).value.powers == whole


def test_slices_of_ten_layers_add_up_to_a_known_part():
    c, factors = _slice_sum(10, 0)
    assert c.max() == 10**10  # more than 32 bits hold
    assert factors.sum() == 0


def test_eleven_layers_run_and_say_how_long_they_take():
    found = count_layered(Board.cube(11, 3), RunContext(Limit(seconds=0.2)))
    assert (found.status, found.value) == (Status.LIMIT, None)
    assert found.seconds < 10.0
    assert found.message == "all of it takes some 15.8 years of one core"


def test_turning_the_layers_around_changes_no_slice_of_nine():
    pairs = [(0, j) for j in range(1, 9)] + [(i, 8) for i in range(1, 8)]
    pairs.sort()
    for picked in ([(0, 2), (0, 5)], [(0, 1), (3, 8), (0, 8)]):
        turned = [(8 - j, 8 - i) for i, j in picked]
        sums = [
            dict(zip(*(part.tolist() for part in _slice_sum(9, mask)), strict=True))
            for mask in (
                sum(1 << pairs.index(pair) for pair in chosen) for chosen in (picked, turned)
            )
        ]
        assert sums[0] == sums[1]


def test_a_stopped_sum_goes_on_from_its_checkpoint(tmp_path):
    file = tmp_path / "layers"
    stop = threading.Event()
    seen = []

    def progress(news):
        seen.append(news.fraction)
        if news.fraction:
            stop.set()

    part = signed_powers(
        Board.cube(8, 2),
        run=RunContext(progress=progress, stop=stop),
        split=Execution("threads:1", file),
    )
    assert part.status is Status.STOPPED
    assert part.value is None
    assert 0 < seen[-1] < 1
    later = []
    again = threading.Event()

    def look(news):
        later.append(news.fraction)
        again.set()

    signed_powers(
        Board.cube(8, 2),
        run=RunContext(progress=look, stop=again),
        split=Execution("threads:1", file),
    )
    assert later[0] >= seen[-1]


def test_out_of_reach_is_told_with_what_is_in_reach():
    with pytest.raises(InputError, match="64,000 cells on as many in 40 layers, which no memory"):
        count_layered_directly(Board.cube(40, 4))
    with pytest.raises(InputError, match=r"a sum of 2\^500,500 terms, and .* more than 10\^290"):
        count_layered(Board.cube(1001, 1), d=3)
    for wrong in (Board.cube(3, 3, torus=True), Board.cube(3, 1)):
        with pytest.raises(InputError):
            count_layered_directly(wrong)
    stop = threading.Event()
    stop.set()
    assert (
        count_layered_directly(Board.cube(7, 3), run=RunContext(stop=stop)).status is Status.STOPPED
    )


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("n", range(1, 6))
def test_one_set_after_another_makes_the_same_sum(n, backwards):
    sets = 1 << n * (n - 1) // 2
    part = TaskState(False)
    while not part.done:  # in slices, as tasks are
        part = add_sets(n, backwards, (0, sets), part, 0.01)
    summed = {c: factor for c, factor in numbers(part).items() if factor}
    assert summed == signed_powers(Board.cube(n, 1)).value.powers


def test_numbers_of_sequences_beyond_a_word():
    part = add_sets(20, False, (0, 1), TaskState(False), 1.0)
    assert numbers(part) == {20**20: 1}
    assert in_line_count(20, [(0, 19)]) == 20**18 * (20 + 2)


@pytest.mark.parametrize(("n", "years"), [(12, "some [0-9,]+ years"), (60, r"more than 10\^290")])
def test_sums_that_do_not_end_begin_and_say_how_long_they_take(n, years):
    found = count_layered(Board.cube(n, 1), RunContext(Limit(seconds=0.5)), d=3)
    assert (found.status, found.value) == (Status.LIMIT, None)
    assert found.seconds < 5.0
    assert re.fullmatch(f"all of it takes {years}.* of one core", found.message)


def test_searches_that_do_not_end_begin_and_say_how_long_they_take():
    found = count_layered_directly(Board.cube(12, 3), RunContext(Limit(seconds=0.5)))
    assert (found.status, found.value) == (Status.LIMIT, None)
    assert re.fullmatch("all of it takes some [0-9,]+ years of one core", found.message)


def test_layers_of_a_line_and_of_the_plane_need_no_sum():
    assert [count_layered(Board.cube(n, 1)).value for n in (1, 2, 12)] == [1, 0, 0]
    for part in (None, "spanning", "irreducible"):
        assert count_layered(Board.cube(12, 2), part=part).value == 14200
    assert count_layered(Board.cube(12, 2)).orbits == 1787
