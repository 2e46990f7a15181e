import threading

import pytest

from nqviz.constructions.extension import even_pattern
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.problems.rings import search_patterns
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status


@pytest.mark.parametrize("n", [4, 6])
def test_small_solutions_go_on(n):
    start, _ = even_pattern(n)
    search = search_patterns(start, period=6, most=2)
    assert search.status is Status.OPTIMAL
    assert len(search.value) == 2
    for pattern in search.value:
        assert pattern.build(n) == start
        for larger in (n + 6, n + 60, n + 180):
            assert pattern.build(larger).is_valid()


def test_a_lone_queen_has_no_pattern_of_period_1():
    search = search_patterns(Placement(Board.cube(1, 2), [[0, 0]]), period=1)
    assert search.status is Status.INFEASIBLE
    assert search.value == ()


def test_a_stop_is_no_proof():
    stop = threading.Event()
    stop.set()
    assert (
        search_patterns(even_pattern(4)[0], RunContext(stop=stop), period=6).status
        is Status.STOPPED
    )


def test_what_cannot_begin_a_pattern():
    with pytest.raises(InputError, match="full placement"):
        search_patterns(Placement(Board.cube(4, 2), [[0, 0]]))
    with pytest.raises(InputError, match="period"):
        search_patterns(even_pattern(4)[0], period=0)
