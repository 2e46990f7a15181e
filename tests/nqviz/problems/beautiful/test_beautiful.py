"""Most beautiful queens against brute force and the published placements."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.problems.beautiful import (
    BEAUTIFUL_ENGINES,
    Deciding,
    beautiful,
    level_search,
    relaxation,
    tree_search,
)
from nqviz.problems.beautiful.integer import ask_highs
from nqviz.problems.beautiful.questions import Question, Unanswered, find_columns
from nqviz.problems.beautiful.relaxation import Solutions, probe, relax
from nqviz.problems.beautiful.tree_search import search_tree
from nqviz.problems.planar import cell_costs, fingerprint
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status
from tests.nqviz.oracle import full_planar_placements

RESOURCES = Path(__file__).parents[4] / "resources"
PUBLISHED = json.loads(
    (RESOURCES / "reference" / "beautiful-queens.json").read_text(encoding="utf-8")
)["permutations"]


@cache
def solutions(n: int) -> list[tuple[int, ...]]:
    """All solutions; columns from 0."""
    return [tuple(rows) for rows in full_planar_placements(n)]


def test_brute_force_solutions_are_solutions() -> None:
    by_definition = [
        p
        for p in permutations(range(6))
        if len({i + c for i, c in enumerate(p)}) == len({i - c for i, c in enumerate(p)}) == 6
    ]
    assert sorted(solutions(6)) == by_definition


def test_fingerprint_of_the_paper() -> None:
    assert min(map(fingerprint, solutions(6))) == (34, 34, 26, 26, 10, 10)


def test_costs_are_squared_distances() -> None:
    for n in (5, 6):
        centre = (n - 1) / 2
        rows, columns = np.indices((n, n))
        expected = 4 * ((rows - centre) ** 2 + (columns - centre) ** 2)
        assert (cell_costs(n) == expected).all()


@pytest.mark.parametrize("n", range(1, 12))
def test_guided_agrees_with_brute_force(n: int) -> None:
    found = beautiful(Board.cube(n, 2))
    least = min(map(fingerprint, solutions(n)), default=None)
    assert found.fingerprint == least
    if least is None:
        assert found.status is Status.INFEASIBLE
        assert found.placement is None
        return
    assert found.status is Status.OPTIMAL
    assert found.permutation in solutions(n)
    assert fingerprint(found.permutation) == least
    assert found.placement is not None
    assert found.placement.is_valid()
    assert found.decided == n


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 8])
def test_published_algorithm_agrees_with_brute_force(n: int) -> None:
    found = beautiful(Board.cube(n, 2), engine="levels")
    assert found.fingerprint == min(map(fingerprint, solutions(n)), default=None)


@pytest.mark.parametrize("n", [16, 32])
def test_published_fingerprints(n: int) -> None:
    found = beautiful(Board.cube(n, 2))
    assert found.status is Status.OPTIMAL
    assert found.fingerprint == fingerprint(np.array(PUBLISHED[str(n)]) - 1)


@pytest.mark.parametrize("n", [7, 8])
def test_questions_agree_with_brute_force(n: int) -> None:
    """Searches and HiGHS answer every question about one level as enumeration does."""
    prints = [fingerprint(p) for p in solutions(n)]
    levels = sorted({cost for costs in prints for cost in costs}, reverse=True)
    best = min(prints)
    weights = np.zeros(2 * n, dtype=np.int64)
    for highest in levels:
        decided = {level: best.count(level) for level in levels if level > highest}
        for most in range(3):
            question = Question(n, highest, decided, (highest, most))
            exists = any(
                costs.count(highest) <= most
                and all(costs.count(level) == count for level, count in decided.items())
                for costs in prints
            )
            for search in (find_columns, search_tree):
                answer = search(question, 100_000, weights, lambda _: False)
                assert (answer is not None) == exists
                assert answer is None or question.holds(answer)
            assert (ask_highs(question, threading.Event()) is not None) == exists


def test_a_stop_is_no_proof() -> None:
    stop = threading.Event()
    stop.set()
    for engine in BEAUTIFUL_ENGINES:
        found = beautiful(Board.cube(20, 2), engine=engine, run=RunContext(stop=stop))
        assert found.status is Status.STOPPED
        assert found.decided < 20


def test_nothing_is_probed_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    probed: list[object] = []

    def stopping(*arguments: object) -> None:
        probed.append(arguments)
        stop.set()

    monkeypatch.setattr(level_search, "probe", stopping)
    found = beautiful(Board.cube(28, 2), run=RunContext(stop=stop))
    assert found.status is Status.STOPPED
    assert len(probed) == 1


def test_a_limit_keeps_the_best() -> None:
    found = beautiful(Board.cube(64, 2), run=RunContext(Limit(seconds=0.2)))
    assert found.status is Status.LIMIT
    if found.permutation is not None:
        assert found.placement is not None
        assert found.placement.is_valid()


def test_a_stop_keeps_what_the_symmetric_search_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = RunContext()
    keep = level_search.LevelSearch.keep

    def stopping(search: level_search.LevelSearch, columns: IntArray) -> None:
        keep(search, columns)
        run.stop.set()

    monkeypatch.setattr(level_search.LevelSearch, "keep", stopping)
    found = beautiful(Board.cube(64, 2), run=run)
    assert found.status is Status.STOPPED
    assert found.placement is not None
    assert found.placement.is_valid()
    assert len(found.placement) == 64


@pytest.mark.parametrize("iterations", [2_000, 1])
@pytest.mark.parametrize("n", [6, 7, 8])
def test_linear_programs_bound_and_bar_as_enumeration_does(
    n: int, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No placement beats the bound, and none on a barred cell has as few queens as asked."""
    monkeypatch.setattr(relaxation, "MOST_ITERATIONS", iterations)
    placements = solutions(n)
    prints = [fingerprint(p) for p in placements]
    best, known = min(prints), Solutions()
    for level in sorted(set(best), reverse=True):
        decided = {cost: best.count(cost) for cost in set(best) if cost > level}
        question = Question(n, level, decided, (level, 0))
        relaxed = relax(question)
        counts = {
            p: costs.count(level)
            for p, costs in zip(placements, prints, strict=True)
            if [c for c in costs if c > level] == [c for c in best if c > level]
        }
        assert relaxed.least <= min(counts.values()) == best.count(level)
        for most in range(n):
            kept = {p for p, count in counts.items() if count <= most}
            left = relaxed.barred(most)
            assert not any(left[i, p[i]] for p in kept for i in range(n))
            narrow = replace(question, asked=(level, most)).without(left)
            probed = probe(narrow, threading.Event(), known)
            assert probed is not None or not kept
            if probed is not None:
                assert all(probed.free()[i, p[i]] for p in kept for i in range(n))


@pytest.mark.parametrize("n", [6, 8, 9])
def test_linear_programs_bound_the_highest_cost(n: int) -> None:
    highest = min(fingerprint(p)[0] for p in solutions(n))
    for level in np.unique(cell_costs(n)).tolist():
        above = min(sum(cost > level for cost in fingerprint(p)) for p in solutions(n))
        relaxed = relax(Question(n, level))
        assert relaxed.least <= above
        assert (above == 0) == (level >= highest)


def test_the_bound_does_not_trust_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any duals give a bound that holds."""
    rng = np.random.default_rng(0)
    least = min(fingerprint(p).count(122) for p in solutions(9))
    monkeypatch.setattr(
        "nqviz.problems.beautiful.relaxation._duals",
        lambda matrix, *_: rng.normal(size=matrix.shape[0]),
    )
    for _ in range(20):
        assert relax(Question(9, 122, {}, (122, 0))).bound <= least


@pytest.mark.parametrize("leaf", [0, 10])
def test_the_tree_branches_where_a_search_is_given_up(
    leaf: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_search, "LEAF_NODES", leaf)
    monkeypatch.setattr(tree_search, "SLICE_NODES", 1)
    weights = np.zeros(18, dtype=np.int64)
    prints = [fingerprint(p) for p in solutions(9)]
    for highest in np.unique(cell_costs(9)).tolist():
        answer = search_tree(Question(9, highest), 10**6, weights, lambda _: False)
        assert (answer is not None) == any(costs[0] <= highest for costs in prints)


@pytest.mark.parametrize("search", [find_columns, search_tree])
def test_search_gives_up_without_nodes(search: Callable[..., object]) -> None:
    with pytest.raises(Unanswered):
        search(Question(20, 1000), 0, np.zeros(40, dtype=np.int64), lambda _: False)


def test_progress_tells_the_level() -> None:
    activities: list[str] = []
    beautiful(
        Board.cube(12, 2),
        run=RunContext(progress=lambda progress: activities.append(progress.activity)),
    )
    assert any(activity.startswith("level 122") for activity in activities)


@pytest.mark.parametrize("engine", BEAUTIFUL_ENGINES)
def test_progress_tells_the_decided_levels(engine: str) -> None:
    moments: list[Deciding] = []
    found = beautiful(Board.cube(8, 2), engine=engine, run=RunContext(progress=moments.append))
    assert any(moment.level is not None for moment in moments)
    for moment in moments:
        levels = [level for level, _ in moment.decided]
        assert levels == sorted(levels, reverse=True)
        assert moment.level is None or all(level > moment.level for level in levels)
        costs = [level for level, count in moment.decided for _ in range(count)]
        assert found.fingerprint[: len(costs)] == tuple(costs)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board.cube(201, 2), "n = 1 to 200"),
        (Board.cube(8, 2, torus=True), "flat squares"),
        (Board.cube(4, 3), "flat squares"),
    ],
)
def test_a_board_that_does_not_suit(board: Board, message: str) -> None:
    with pytest.raises(InputError, match=message):
        beautiful(board)


def test_bad_engine() -> None:
    with pytest.raises(InputError, match="unknown engine 'fast'"):
        beautiful(Board.cube(8, 2), engine="fast")
