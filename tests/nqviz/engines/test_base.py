"""The machinery of engines: whatever an engine does, the caller gets an honest outcome in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Outcome, Placement, Progress, Status
from nqviz.core.interruption import check_interruption
from nqviz.engines import ENGINES, Problem
from nqviz.engines.base import REPORT_SECONDS, Engine, Work, run_beside
from nqviz.engines.search_state import SearchState
from nqviz.engines.threads import wait_for_engines
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction, Known
from tests.nqviz.stopping import StopWhen, has_found
from tests.patience import STALL

BOARD = Board.cube(5, 2)
SOLUTION = [0, 7, 14, 16, 23]  # columns 1, 3, 5, 2, 4
MOST = Problem(Placement(BOARD))


def run(work, problem: Problem = MOST, **options) -> Outcome[Placement]:
    return run_beside("test", work, problem, RunContext(**options))


class Deaf:
    """An engine that finds something, then looks at nothing until it is woken."""

    def __init__(self) -> None:
        self.wake = threading.Event()

    def __call__(self, state: SearchState) -> None:
        state.submit_incumbent(np.array(SOLUTION[:3]))
        self.wake.wait()
        state.submit_incumbent(np.array(SOLUTION))
        state.tighten_bound(3)

    @property
    def is_asleep(self) -> bool:
        """Whether it still waits to be woken, so that nobody can have waited for its end."""
        return not self.wake.is_set() and not wait_for_engines(0)


@pytest.fixture
def deaf() -> Iterator[Deaf]:
    engine = Deaf()
    yield engine
    engine.wake.set()


def test_a_stop_shows_at_once_even_when_the_engine_is_deaf(deaf: Deaf) -> None:
    stop = StopWhen(has_found(3))
    outcome = run(deaf, progress=stop.watch, stop=stop)
    assert deaf.is_asleep
    assert outcome.status is Status.STOPPED
    assert (outcome.count, outcome.bound) == (3, 5)
    assert outcome.message == (
        "Stopped: 3 queens found, at most 5 possible; nothing is proven beyond that."
    )
    deaf.wake.set()  # what it finds now is dropped
    assert wait_for_engines(STALL)
    assert outcome.count == 3


def test_a_time_limit_ends_the_wait(deaf: Deaf) -> None:
    start = Placement.from_indices(BOARD, SOLUTION[:3])
    outcome = run(deaf, Problem(Placement(BOARD), start=start), limit=Limit(seconds=0.1))
    assert deaf.is_asleep
    assert outcome.status is Status.LIMIT
    assert outcome.seconds >= 0.1
    assert outcome.message.startswith("The limit was reached: 3 queens found")


def test_an_engine_that_raises_has_failed() -> None:
    def broken(state: SearchState) -> None:
        state.submit_incumbent(np.array(SOLUTION[:2]))
        raise RuntimeError("no more memory")

    outcome = run(broken)
    assert outcome.status is Status.FAILED
    assert outcome.count == 2
    assert "RuntimeError: no more memory" in outcome.message


def test_bad_input_found_by_an_engine_is_bad_input() -> None:
    def refusing(state: SearchState) -> None:
        raise InputError("too large")

    with pytest.raises(InputError, match="too large"):
        run(refusing)


def test_an_engine_that_ends_without_an_answer_has_failed_and_says_why() -> None:
    assert "ended without an answer: Unknown" in run(lambda state: "Unknown").message
    assert run(lambda state: None).status is Status.FAILED


def test_a_flawed_placement_is_never_taken() -> None:
    taken: list[bool] = []

    def wrong(state: SearchState) -> None:
        taken.append(state.submit_incumbent(np.array([0, 1])))  # they attack
        taken.append(state.submit_incumbent(np.array([7, 7])))  # twice the same
        taken.append(state.submit_incumbent(np.array([7, 14])))  # without the given queen

    outcome = run(wrong, Problem(Placement.from_indices(BOARD, [0])))
    assert taken == [False, False, False]
    assert outcome.count == 1


@pytest.mark.parametrize(
    ("target", "found", "bound", "status"),
    [
        ("max", 5, 5, Status.OPTIMAL),
        ("max", 4, 4, Status.OPTIMAL),
        ("max", 4, 5, Status.FAILED),
        (3, 4, 5, Status.FEASIBLE),
        (3, 3, 3, Status.OPTIMAL),
        (5, 4, 4, Status.INFEASIBLE),
        ("full", 4, 4, Status.INFEASIBLE),
        ("full", 5, 5, Status.OPTIMAL),
        (4, 2, 4, Status.FAILED),
    ],
)
def test_the_status_says_what_the_state_proves(
    target: int | str, found: int, bound: int, status: Status
) -> None:
    def work(state: SearchState) -> None:
        state.submit_incumbent(np.array(SOLUTION[:found]))
        state.tighten_bound(bound)

    givens = Placement.from_indices(BOARD, SOLUTION[:1])  # nothing is known of what they allow
    outcome = run(work, Problem(givens, target))
    assert outcome.status is status
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    if isinstance(target, int) and status is not Status.INFEASIBLE:
        assert outcome.count == min(found, target)  # as many as were asked for, no more


@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_bound_below_what_is_known_is_refused(checkpoint: bool) -> None:
    def forged(state: SearchState) -> None:
        state.premises += ["3 tasks of the checkpoint x"] if checkpoint else []
        state.tighten_bound(47, Known.CERTIFIED)

    words = "at most 47 by test, 48 known" + (".*given 3 tasks of the checkpoint x" * checkpoint)
    with pytest.raises(Contradiction, match=words):
        run(forged, Problem(Placement(Board.cube(8, 3)), 49))


def test_a_bound_below_the_incumbent_is_refused_though_the_engine_goes_on() -> None:
    wake = threading.Event()

    def wrong(state: SearchState) -> None:
        state.submit_incumbent(np.array(SOLUTION[:4]))
        with suppress(Contradiction):
            state.tighten_bound(3)
        wake.wait()

    try:
        with pytest.raises(Contradiction, match="at most 3 by test, 4 found"):
            run(wrong, Problem(Placement.from_indices(BOARD, SOLUTION[:1])))
    finally:
        wake.set()


def test_a_placement_above_a_proven_bound_is_refused() -> None:
    def wrong(state: SearchState) -> None:
        state.tighten_bound(3)
        state.submit_incumbent(np.array(SOLUTION[:4]))

    with pytest.raises(Contradiction, match="4 found, at most 3 by test"):
        run(wrong, Problem(Placement.from_indices(BOARD, SOLUTION[:1])))


@pytest.mark.parametrize(
    ("known", "premises", "certain", "words"),
    [
        (Known.EXACT, [], True, "proven"),
        (Known.CERTIFIED, [], True, "proven"),
        (Known.FLOATING_POINT, [], False, "by test, within its tolerance"),
        (Known.EXACT, ["1 task of the checkpoint x"], False, "proven, given 1 task of the"),
    ],
)
def test_an_outcome_says_how_it_is_known(
    known: Known, premises: list[str], certain: bool, words: str
) -> None:
    def work(state: SearchState) -> None:
        state.submit_incumbent(np.array(SOLUTION[:4]))
        state.premises += premises
        state.tighten_bound(4, known)

    outcome = run(work, Problem(Placement.from_indices(BOARD, SOLUTION[:1])))
    assert (outcome.status, outcome.known) == (Status.OPTIMAL, known)
    assert outcome.is_certain is certain
    assert outcome.evidence.startswith(words)
    assert (words == "proven") == (outcome.evidence not in outcome.message)
    assert outcome.checked().evidence == "proven"
    assert outcome.checked().message.endswith("has more.")


def test_a_target_found_ends_the_run_though_the_engine_goes_on(deaf: Deaf) -> None:
    outcome = run(deaf, Problem(Placement(BOARD), 3))
    assert deaf.is_asleep
    assert outcome.status is Status.FEASIBLE


def test_progress_comes_in_the_callers_thread_and_not_too_often() -> None:
    seen: list[Progress] = []
    threads: set[threading.Thread] = set()
    enough = threading.Event()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        threads.add(threading.current_thread())
        if len(seen) == 6:
            enough.set()

    def busy(state: SearchState) -> None:
        state.nodes = 0
        while not enough.wait(0.001):  # there is always something new to tell
            state.nodes += 1

    run(busy, progress=watch)
    assert threads == {threading.current_thread()}
    times = [p.seconds for p in seen]
    assert all(b >= a + min(a, REPORT_SECONDS) for a, b in pairwise(times))
    assert [p.nodes or 0 for p in seen] == sorted(p.nodes or 0 for p in seen)


def test_an_error_of_the_progress_callback_reaches_the_caller_and_ends_the_engine() -> None:
    def work(state: SearchState) -> None:
        state.cancelled.wait()

    def broken(progress: Progress) -> None:
        raise KeyError("view")

    with pytest.raises(KeyError, match="view"):
        run(work, progress=broken)
    assert wait_for_engines(STALL)


def test_a_start_that_meets_the_bound_needs_no_engine() -> None:
    def unneeded(state: SearchState) -> None:
        raise AssertionError

    start = Placement.from_indices(BOARD, SOLUTION)
    outcome = run(unneeded, Problem(Placement(BOARD), start=start))
    assert outcome.status is Status.OPTIMAL
    assert outcome.placement == start


@pytest.mark.parametrize(
    ("givens", "target", "words"),
    [
        ([0, 6], "max", r"\(1, 1\) and \(2, 2\) attack each other along a diagonal"),
        ([0, 0], "max", r"both on \(1, 1\)"),
        ([0, 7], 1, "target 1 is below the 2 queens to keep"),
        ([], 0, "target 0 is not possible"),
        ([], "most", "target 'most' is not possible"),
        ([], True, "target True is not possible"),
        ([], 2.5, "target 2.5 is not possible"),
    ],
)
def test_impossible_questions_are_refused_in_one_line(
    givens: list[int], target: object, words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        Problem(Placement.from_indices(BOARD, givens), target)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_start_has_to_suit_the_question() -> None:
    givens = Placement.from_indices(BOARD, [0])
    with pytest.raises(InputError, match="the start lacks some of the queens to keep"):
        Problem(givens, start=Placement.from_indices(BOARD, [7]))
    with pytest.raises(InputError, match="the start cannot stand"):
        Problem(givens, start=Placement.from_indices(BOARD, [0, 1]))
    with pytest.raises(InputError, match=r"the start is on the \(4,2\) board"):
        Problem(givens, start=Placement(Board.cube(4, 2)))


def test_a_full_placement_of_bishops_is_not_defined() -> None:
    with pytest.raises(InputError, match="not defined for bishops"):
        Problem(Placement(Board.cube(4, 2, piece="bishop")), "full")


def test_an_analysis_is_iterated_stopped_and_asked_for_its_outcome() -> None:
    problem = Problem(Placement(Board.cube(9, 3)))
    with ENGINES["highs"].analysis(problem) as analysis:
        for progress in analysis:
            if progress.incumbent is not None and len(progress.incumbent) > 30:
                analysis.stop()
    outcome = analysis.result()
    assert outcome.status is Status.STOPPED
    assert outcome.count is not None
    assert outcome.count > 30
    assert wait_for_engines(STALL)


def test_an_analysis_ends_by_its_limit_and_by_its_answer() -> None:
    with ENGINES["highs"].analysis(MOST, Limit(seconds=60)) as analysis:
        reports = list(analysis)
        outcome = analysis.result()
    assert reports
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 5)


class Preparing(Engine):
    """An engine that prepares its work as long as nobody interrupts it."""

    name = "preparing"

    def prepare(self, problem: Problem) -> tuple[Work, dict[str, object]]:
        while True:
            check_interruption()
            time.sleep(0.001)


@pytest.mark.parametrize("is_limited", [False, True])
def test_a_stop_or_a_limit_ends_the_preparation(is_limited: bool) -> None:
    """Such as the attacks of given queens on a large board."""
    stop = threading.Event()
    if not is_limited:
        stop.set()
    limit = Limit(seconds=0.05 if is_limited else None)
    outcome = Preparing().solve(MOST, RunContext(limit, stop=stop))
    assert outcome.status is (Status.LIMIT if is_limited else Status.STOPPED)
    assert outcome.seconds < STALL
    assert wait_for_engines(STALL)
