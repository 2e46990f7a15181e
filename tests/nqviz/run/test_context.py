"""Limits, contexts, outcomes and analyses."""

import threading

import pytest

from nqviz import InputError, Limit, Outcome, Placement, Status
from nqviz.core.board import Board
from nqviz.run.context import RunContext


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"nodes": 0}, {"threads": 0}])
def test_limits_are_positive(wrong):
    with pytest.raises(InputError):
        Limit(**wrong)


def test_a_context_ends_by_its_limit_and_by_a_stop():
    stop = threading.Event()
    assert RunContext(Limit(), stop=stop).ended() is None
    assert RunContext(Limit(seconds=1e-9), stop=stop).ended() is Status.LIMIT
    stop.set()
    both = RunContext(Limit(seconds=1e-9), stop=stop)
    assert both.ended() is Status.STOPPED  # a stop has precedence over a limit


def test_what_is_left_is_a_limit_even_where_no_time_is():
    assert RunContext(Limit(nodes=5, threads=2)).left == Limit(nodes=5, threads=2)
    long = RunContext(Limit(seconds=10_000, nodes=5)).left
    assert (long.nodes, 0 < long.seconds < 10_000) == (5, True)
    over = RunContext(Limit(seconds=1e-9))
    assert over.ended() is Status.LIMIT
    assert 0 < over.left.seconds < 0.1


def test_only_proofs_are_proofs():
    assert {status for status in Status if status.is_proof} == {Status.OPTIMAL, Status.INFEASIBLE}
    assert Outcome(Status.STOPPED).count is None
    assert Outcome(Status.LIMIT, Placement(Board.cube(3, 2), [(0, 0)])).count == 1


def test_a_stop_is_latched_for_the_whole_work():
    whole = RunContext()
    part = whole.part()
    whole.stop.set()
    assert part.ended() is Status.STOPPED
    whole.stop.clear()
    assert (part.ended(), whole.ended()) == (Status.STOPPED, Status.STOPPED)
    assert whole.part().ended() is Status.STOPPED


def test_a_part_takes_no_more_than_is_left():
    whole = RunContext(Limit(seconds=100, nodes=7, threads=2))
    assert whole.part().limit.seconds <= 100
    assert whole.part(Limit(seconds=1000)).limit.seconds <= 100
    short = whole.part(Limit(seconds=1)).limit
    assert (short.seconds, short.nodes, short.threads) == (1, None, 1)
    assert RunContext().part(Limit(nodes=3)).limit == Limit(nodes=3)


def test_a_part_reports_to_the_whole_or_to_a_callback_of_its_own():
    first: list[str] = []
    second: list[str] = []
    whole = RunContext(progress=lambda news: first.append(news.activity))
    whole.part().report("counting")
    whole.part(progress=lambda news: second.append(news.activity)).report("searching")
    assert (first, second) == (["counting"], ["searching"])


def test_a_step_of_work_that_has_to_end_is_refused():
    run = RunContext()
    run.step("reading")
    run.stop.set()
    with pytest.raises(InputError, match="stopped before its end"):
        run.step("reading")
    with pytest.raises(InputError, match="time limit"):
        RunContext(Limit(seconds=1e-9)).step("reading")
