"""Long work through a handle: iterated, stopped, failed, left early."""

import threading
from collections.abc import Callable

import pytest

from nqviz import Board, InputError, Limit, Placement, Status, analysis
from nqviz.counting.planar import count_planar
from nqviz.engines import ENGINES, Problem
from nqviz.engines.threads import wait_for_engines
from nqviz.problems import dominate
from nqviz.problems.beautiful import beautiful
from nqviz.problems.colouring import colour
from nqviz.problems.first import first_placement
from nqviz.run.outcome import Outcome

from ...patience import STALL

LONG: dict[str, tuple[Callable[..., Outcome[object]], tuple[object, ...], dict[str, object]]] = {
    "dominate": (dominate, (Board.cube(16, 2),), {"engine": "local-search"}),
    "first": (first_placement, (Board.cube(30, 2),), {"engine": "cp"}),
    "beautiful": (beautiful, (Board.cube(60, 2),), {}),
    "colour": (colour, (Board.cube(22, 2),), {"colours": 22}),
    "count": (count_planar, (Board.cube(19, 2),), {}),
    "engine": (ENGINES["local-search"].solve, (Problem(Placement(Board.cube(9, 3))),), {}),
}


def names() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("name", LONG)
def test_long_work_is_iterated_and_stopped(name: str) -> None:
    work, question, settings = LONG[name]
    with analysis(work, *question, limit=Limit(seconds=STALL), **settings) as handle:
        for _ in handle:
            handle.stop()
        outcome = handle.result()
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(STALL)


@pytest.mark.parametrize("name", LONG)
def test_leaving_early_ends_the_work(name: str) -> None:
    work, question, settings = LONG[name]
    with analysis(work, *question, **settings) as handle:
        next(iter(handle))
    assert not handle.is_running
    assert wait_for_engines(STALL)
    assert "analysis" not in names()


def test_the_result_is_that_of_the_function() -> None:
    with analysis(dominate, Board.cube(5, 2), independent=True) as handle:
        assert handle.result().count == dominate(Board.cube(5, 2), independent=True).count == 3


def test_what_the_work_raises_is_raised_by_the_result() -> None:
    with (
        analysis(colour, Board.cube(4, 2), colours=0) as handle,
        pytest.raises(InputError, match="0 colours are not possible"),
    ):
        handle.result()
    with pytest.raises(LookupError), analysis(colour, Board.cube(22, 2)) as handle:
        raise LookupError
    assert not handle.is_running
