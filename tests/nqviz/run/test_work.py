"""Limits, the stopwatch and statuses."""

import threading

import pytest

from nqviz import InputError, Limit, Outcome, Placement, Status
from nqviz.core.board import Board
from nqviz.run.work import Stopwatch


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"nodes": 0}, {"threads": 0}])
def test_limits_are_positive(wrong):
    with pytest.raises(InputError):
        Limit(**wrong)


def test_the_stopwatch_says_when_to_end():
    stop = threading.Event()
    assert Stopwatch(Limit(), stop).ended() is None
    assert Stopwatch(Limit(seconds=1e-9), stop).ended() is Status.LIMIT
    stop.set()
    assert Stopwatch(Limit(seconds=1e-9), stop).ended() is Status.STOPPED  # the user goes first


def test_what_is_left_is_a_limit_even_where_no_time_is():
    assert Stopwatch(Limit(nodes=5, threads=2)).left == Limit(nodes=5, threads=2)
    long = Stopwatch(Limit(seconds=10_000, nodes=5)).left
    assert (long.nodes, 0 < long.seconds < 10_000) == (5, True)
    over = Stopwatch(Limit(seconds=1e-9))
    assert over.ended() is Status.LIMIT
    assert 0 < over.left.seconds < 0.1


def test_only_proofs_are_proofs():
    assert {status for status in Status if status.is_proof} == {Status.OPTIMAL, Status.INFEASIBLE}
    assert Outcome(Status.STOPPED).count is None
    assert Outcome(Status.LIMIT, Placement(Board.cube(3, 2), [(0, 0)])).count == 1
