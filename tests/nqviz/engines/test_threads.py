"""Work in threads of its own: its result, its errors, and nobody who waits for it."""

import threading
import time

import pytest

from nqviz import Board
from nqviz.engines.threads import run_apart, wait_for_engines
from nqviz.problems.first import first_placement, integer
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from tests.patience import STALL


def test_the_result_or_the_error_of_the_work_comes_back() -> None:
    assert run_apart(lambda _left: 7, lambda: False, "seven") == 7

    def fail(_left: threading.Event) -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run_apart(fail, lambda: False, "fails")


def test_work_that_does_not_look_up_keeps_nobody_waiting() -> None:
    held, began = threading.Event(), time.monotonic()
    assert run_apart(lambda left: held.wait(60), lambda: True, "deaf") is None
    assert time.monotonic() - began < STALL
    held.set()
    assert wait_for_engines(60)


def test_a_program_of_a_row_that_does_not_look_up_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held, stop = threading.Event(), threading.Event()

    def deaf(*_arguments: object, **_options: object) -> None:
        stop.set()
        held.wait(60)
        raise RuntimeError("it was held")

    monkeypatch.setattr(integer, "lines_model", deaf)
    began = time.monotonic()
    outcome = first_placement(Board.cube(20, 2), RunContext(stop=stop), engine="ilp-iter")
    assert time.monotonic() - began < STALL
    assert outcome.status is Status.STOPPED
    held.set()
    assert wait_for_engines(60)
