"""Portfolios: incumbents pass on, the best bound counts, stops show at once."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from nqviz import Board, InputError, Limit, Placement, Progress, Status
from nqviz.engines import ENGINES, PortfolioEngine, Problem
from nqviz.engines.portfolio import Prover
from nqviz.engines.search_state import SearchState
from nqviz.engines.threads import wait_for_engines
from nqviz.run.context import RunContext
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

ENGINE = ENGINES["portfolio"]


def take_all(_problem: Problem) -> None:
    return


@pytest.mark.parametrize(
    ("shape", "count"), [((1,), 1), ((2, 2, 2), 1), ((3, 3, 3), 4), ((4, 4, 4), 7), ((8, 8), 8)]
)
def test_small_maxima_are_proven(shape: tuple[int, ...], count: int) -> None:
    outcome = ENGINE.solve(Problem(Placement(Board(shape))))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, count)


def test_incumbents_pass_from_local_search_to_the_prover() -> None:
    seen: list[int] = []

    def look(state: SearchState) -> str | None:
        while not state.cancelled.is_set() and len(state.best) < 21:
            time.sleep(0.01)
        seen.append(len(state.best))
        state.tighten_bound(21)
        return None

    engine = PortfolioEngine("pair", [Prover("onlooker", take_all, look)])
    outcome = engine.solve(Problem(Placement(Board.cube(6, 3))))
    assert seen == [21]
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 21)
    assert outcome.engine == "pair: placement by local search, bound by onlooker"


def test_provers_take_turns_until_one_answers() -> None:
    turns: list[str] = []

    def prover(name: str, bound: int) -> Prover:
        def work(state: SearchState) -> str | None:
            turns.append(name)
            state.tighten_bound(bound)
            return f"{name} gave up"

        return Prover(name, take_all, work)

    engine = PortfolioEngine("three", [prover("a", 25), prover("b", 21), prover("c", 20)])
    outcome = engine.solve(Problem(Placement(Board.cube(6, 3)), 22))
    assert turns == ["a", "b"]
    assert outcome.status is Status.INFEASIBLE


def test_when_all_provers_give_up_the_last_reason_is_told() -> None:
    prover = Prover("quitter", take_all, lambda state: "no idea")
    outcome = PortfolioEngine("one", [prover]).solve(Problem(Placement(Board.cube(6, 3)), 22))
    assert outcome.status is Status.FAILED
    assert "no idea" in outcome.message


@pytest.mark.parametrize("limit", [Limit(), Limit(seconds=STALL)])
def test_a_prover_that_raises_is_a_failure(limit: Limit) -> None:
    def broken(state: SearchState) -> str | None:
        raise RuntimeError("out of order")

    engine = PortfolioEngine("one", [Prover("broken", take_all, broken)])
    outcome = engine.solve(Problem(Placement(Board.cube(6, 3)), 22), RunContext(limit))
    assert outcome.status is Status.FAILED
    assert "out of order" in outcome.message


def in_the_program_or_later(news: Progress) -> bool:
    """Wait for the linear program; a machine that stands still may see only what follows it."""
    return news.activity == "linear program" or bool(news.nodes)


@pytest.mark.parametrize(
    "ready",
    [lambda news: True, in_the_program_or_later, lambda news: news.nodes],
    ids=["at once", "in the linear program", "in theta search"],
)
def test_a_stop_is_heeded_at_once(ready: Callable[[Progress], bool]) -> None:
    stop = StopWhen(ready)
    problem = Problem(Placement(Board.cube(9, 3)))
    outcome = ENGINE.solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert not outcome.status.is_proof
    assert wait_for_engines(STALL)


def test_a_stop_keeps_the_best_and_the_best_bound() -> None:
    stop = StopWhen(lambda news: len(news.incumbent or ()) == 48 and (news.bound or 99) <= 58)
    problem = Problem(Placement(Board.cube(8, 3)))
    outcome = ENGINE.solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert (outcome.status, outcome.count) == (Status.STOPPED, 48)
    bounds = [news.bound for news in stop.seen] + [outcome.bound]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] <= 58


def test_a_node_limit_ends_local_search_too() -> None:
    def spend(state: SearchState) -> str | None:
        state.nodes = state.context.limit.nodes
        return None

    engine = PortfolioEngine("one", [Prover("spender", take_all, spend)])
    outcome = engine.solve(Problem(Placement(Board.cube(5, 3)), 14), RunContext(Limit(nodes=9)))
    assert (outcome.status, outcome.nodes) == (Status.LIMIT, 9)
    assert not outcome.is_exhausted


def test_a_board_too_large_for_everyone_has_its_bound_and_names_who_was_left_out() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(101, 3))))
    assert (outcome.status, outcome.bound) == (Status.LIMIT, 101**2)
    assert outcome.is_exhausted
    assert "Left out: linear program and HiGHS" in outcome.message
    with pytest.raises(InputError, match="at most"):
        ENGINES["lp"].solve(Problem(Placement(Board.cube(101, 3))))


def test_branch_and_cut_follows_a_linear_program_on_several_threads() -> None:
    # The linear program runs on one thread, which HiGHS once held against the run after it.
    problem = Problem(Placement(Board((3, 3), True, "hyperplane-queen")))
    for threads in (2, 1, 2):
        outcome = ENGINE.solve(problem, RunContext(Limit(threads=threads)))
        assert (outcome.status, outcome.count) == (Status.OPTIMAL, 1)
