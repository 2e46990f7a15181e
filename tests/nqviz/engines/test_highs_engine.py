"""HiGHS: known maxima proven, completions against brute force, stops and limits heeded."""

from __future__ import annotations

import random
import sys
import threading

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Progress, Status
from nqviz.engines import HighsEngine, Problem, program_engine
from nqviz.engines import highs_engine as module
from nqviz.engines.problem import Target
from nqviz.engines.search_state import SearchState
from nqviz.engines.threads import wait_for_engines
from nqviz.ilp import Program
from nqviz.ilp.highs import Floats
from nqviz.run.context import RunContext
from tests.nqviz.oracle import largest_placement, some_givens
from tests.nqviz.stopping import StopWhen, has_found
from tests.patience import STALL
from tests.process import run_process

ENGINE = HighsEngine()


@pytest.mark.parametrize(
    ("n", "d", "count"),
    [(1, 3, 1), (2, 3, 1), (3, 3, 4), (4, 3, 7), (3, 2, 2)],
)
def test_maxima_are_proven(n: int, d: int, count: int) -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(n, d))))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, count, count)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    noun = "queen" if count == 1 else "queens"
    how = "" if outcome.is_certain else f" ({outcome.evidence})"
    assert outcome.message == (
        f"{count} {noun} found, and no placement of the ({n},{d}) board has more{how}."
    )
    if (n, d) == (4, 3):
        assert outcome.evidence == f"by {ENGINE.name}, within its tolerance"


def test_lines_alone_take_branching_and_cubes_are_the_default() -> None:
    problem = Problem(Placement(Board.cube(4, 3)), cuts=())
    outcome = ENGINE.solve(problem)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 7, 7)
    assert outcome.nodes is not None
    assert outcome.nodes > 1
    assert outcome.engine.startswith("HiGHS ")
    assert outcome.settings["cuts"] == []
    default = ENGINE.solve(Problem(Placement(Board.cube(3, 3))))
    assert default.settings["cuts"] == ["cube"]


def test_one_queen_more_than_the_maximum_is_refuted() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(3, 4)), 7))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.bound == 6
    assert outcome.message == "No placement of the (3,4) board has more than 6 queens."


@pytest.mark.parametrize("cuts", [(), ("cube", "star")])
@pytest.mark.parametrize(
    ("board", "count"),
    [
        (Board((3, 4, 4)), 6),
        (Board((3, 3, 6)), 8),
        (Board.cube(5, 2, torus=True), 5),
        (Board.cube(6, 2, torus=True), 4),
    ],
    ids=str,
)
def test_boxes_and_tori_with_any_cuts(board: Board, count: int, cuts: tuple[str, ...]) -> None:
    outcome = ENGINE.solve(Problem(Placement(board), cuts=cuts))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, count)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()


def test_other_pieces_have_their_own_maxima() -> None:
    rooks = ENGINE.solve(Problem(Placement(Board((2, 3, 3), piece="rook"))))
    assert (rooks.status, rooks.count) == (Status.OPTIMAL, 6)
    bishops = ENGINE.solve(Problem(Placement(Board.cube(4, 2, piece="bishop"))))
    assert (bishops.status, bishops.count) == (Status.OPTIMAL, 6)  # 2n - 2


@pytest.mark.parametrize("shape", [(8, 8), (5, 5, 5)])
@pytest.mark.parametrize("seed", range(6))
def test_largest_completions_agree_with_brute_force(shape: tuple[int, ...], seed: int) -> None:
    board = Board(shape)
    rng = random.Random(seed)
    givens = some_givens(board, rng.randint(4, 7), rng)
    most = largest_placement(board, givens)
    placement = Placement.from_indices(board, givens)
    outcome = ENGINE.solve(Problem(placement))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert set(givens) <= set(outcome.placement.indices.tolist())
    more = ENGINE.solve(Problem(placement, most + 1))
    assert more.status is Status.INFEASIBLE
    assert more.bound == most  # refuting K proves K - 1


@pytest.mark.parametrize("cell", range(0, 36, 7))
def test_full_completions_of_side_6_are_rare(cell: int) -> None:
    # The four solutions leave the corners and the long diagonals empty.
    board = Board.cube(6, 2)
    outcome = ENGINE.solve(Problem(Placement.from_indices(board, [cell]), "full"))
    assert outcome.status is Status.INFEASIBLE
    assert ENGINE.solve(Problem(Placement(board), "full")).status is Status.OPTIMAL


def test_exactly_as_many_queens_as_asked_for() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(5, 3), [(0, 0, 0)]), 9))
    assert (outcome.status, outcome.count) == (Status.FEASIBLE, 9)
    assert "nothing is proven beyond that" in outcome.message


def test_a_board_that_the_givens_fill_needs_no_solver() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(3, 3), [(1, 1, 1)])))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 1)
    refuted = ENGINE.solve(Problem(Placement(Board.cube(3, 3), [(1, 1, 1)]), 2))
    assert (refuted.status, refuted.bound) == (Status.INFEASIBLE, 1)


def test_a_start_is_kept_when_nothing_better_is_found() -> None:
    board = Board.cube(4, 3)
    start = ENGINE.solve(Problem(Placement(board))).placement
    again = ENGINE.solve(Problem(Placement(board), start=start))
    assert (again.status, again.count) == (Status.OPTIMAL, 7)
    assert again.placement == start


def test_a_stop_shows_at_once_and_keeps_the_incumbent() -> None:
    stop = StopWhen(has_found(31))
    problem = Problem(Placement(Board.cube(9, 3)))
    outcome = ENGINE.solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert not outcome.status.is_proof
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert outcome.count is not None
    assert outcome.count > 30
    assert outcome.bound is not None
    assert outcome.bound >= 67
    assert wait_for_engines(STALL)


def test_another_number_of_threads_breaks_no_run() -> None:
    # HiGHS keeps its workers to a thread of this process.
    for threads in (1, 2, 1):
        stop = StopWhen(lambda news: news.activity == "branch and cut")
        problem = Problem(Placement(Board.cube(7, 3)))
        outcome = ENGINE.solve(problem, RunContext(Limit(threads=threads), stop.watch, stop))
        assert outcome.status is Status.STOPPED
        assert outcome.count
    quick = ENGINE.solve(Problem(Placement(Board.cube(3, 3))), RunContext(Limit(threads=2)))
    assert quick.status is Status.OPTIMAL


def test_a_time_limit_proves_nothing() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(9, 3))), RunContext(Limit(seconds=0.2)))
    assert outcome.status is Status.LIMIT
    assert outcome.seconds >= 0.2
    assert wait_for_engines(STALL)


def test_a_node_limit_proves_nothing() -> None:
    problem = Problem(Placement(Board.cube(4, 3)), 8, cuts=())
    outcome = ENGINE.solve(problem, RunContext(Limit(nodes=1)))
    assert outcome.status is Status.LIMIT
    assert outcome.message.startswith("The limit was reached")


def test_two_runs_at_once_do_not_disturb_each_other() -> None:
    outcomes: dict[int, object] = {}

    def solve(threads: int) -> None:
        outcome = ENGINE.solve(
            Problem(Placement(Board.cube(4, 3))), RunContext(Limit(threads=threads))
        )
        outcomes[threads] = (outcome.status, outcome.count)

    workers = [threading.Thread(target=solve, args=(threads,)) for threads in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert outcomes == {1: (Status.OPTIMAL, 7), 2: (Status.OPTIMAL, 7)}


def test_a_cut_that_does_not_hold_is_refused() -> None:
    with pytest.raises(InputError, match="does not apply to the"):
        ENGINE.solve(Problem(Placement(Board.cube(4, 3, piece="rook")), cuts=("cube",)))


def test_a_solution_of_highs_that_is_no_placement_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    submit = module.BranchAndCut._submit

    def attackers(run: module.BranchAndCut, values: Floats) -> None:
        submit(run, np.ones_like(values))

    monkeypatch.setattr(module.BranchAndCut, "_submit", attackers)
    monkeypatch.setattr(program_engine, "_fill", lambda state, program: None)
    outcome = ENGINE.solve(Problem(Placement(Board.cube(4, 3))))
    assert outcome.status is Status.FAILED
    assert "a solution of HiGHS is no placement" in outcome.message


def test_an_error_in_a_callback_does_not_cross_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(run: module.BranchAndCut, _bound: float, _nodes: int) -> None:
        raise RuntimeError("bad news")

    monkeypatch.setattr(module.BranchAndCut, "_on_bound", broken)
    outcome = ENGINE.solve(Problem(Placement(Board.cube(5, 3))))
    assert outcome.status is Status.FAILED
    assert "RuntimeError: bad news" in outcome.message


def test_a_program_ends_cleanly_while_an_engine_still_runs() -> None:
    script = (
        "from nqviz import Board, Limit, Placement, RunContext;"
        "from nqviz.engines import HighsEngine, Problem;"
        "problem = Problem(Placement(Board.cube(9, 3)));"
        "outcome = HighsEngine().solve(problem, RunContext(Limit(seconds=0.5)));"
        "print(outcome.status.value)"
    )
    done = run_process([sys.executable, "-c", script], timeout=100)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "limit", "")


def test_the_first_placement_is_maximal() -> None:
    stop = threading.Event()
    problem = Problem(Placement(Board.cube(7, 3), [(0, 0, 0)]))

    def note(progress: Progress) -> None:
        if progress.incumbent is not None and len(progress.incumbent) > 1:
            stop.set()

    outcome = ENGINE.solve(problem, RunContext(progress=note, stop=stop))
    assert outcome.placement is not None
    cells = outcome.placement.indices
    assert (problem.board.attack_graph[cells].toarray().any(axis=0).sum() + len(cells)) == 343


@pytest.mark.parametrize(
    "cuts",
    [
        ("odd-cycle",),
        ("cube", "face", "star", "cross", "subsolution", "box", "odd-cycle"),
        ("lmr",),
    ],
    ids="+".join,
)
def test_every_program_gives_the_same_maximum(cuts: tuple[str, ...]) -> None:
    problem = Problem(Placement(Board.cube(4, 3)), cuts=cuts)
    outcome = HighsEngine(seed=3).solve(problem)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 7, 7)
    assert outcome.settings["seed"] == 3
    assert ("published maxima of smaller boards" in outcome.message) == ("box" in cuts)


def test_planar_cliques_and_odd_cycles_come_at_the_root() -> None:
    problem = Problem(Placement(Board.cube(8, 2)), cuts=("planar", "odd-cycle"))
    assert HighsEngine().solve(problem).count == 8


def test_a_given_start_is_taken() -> None:
    board = Board.cube(5, 2)
    start = Placement(board, [(i, (2 * i) % 5) for i in range(5)])
    outcome = HighsEngine().solve(Problem(Placement(board), start=start))
    assert outcome.status is Status.OPTIMAL
    assert outcome.placement == start


def test_without_a_bound_a_target_is_answered_and_a_maximum_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board.cube(6, 2)
    six = Placement.from_coordinates(board, [[1, 2], [2, 4], [3, 6], [4, 1], [5, 3], [6, 5]])

    def find(state: SearchState, program: Program, seed: int = 0) -> str | None:
        state.submit_incumbent(six.indices)
        return None

    monkeypatch.setattr(module, "branch_and_cut", find)
    asked: tuple[tuple[Target, Status], ...] = (
        ("full", Status.FEASIBLE),
        (6, Status.FEASIBLE),
        ("max", Status.FAILED),
    )
    for target, status in asked:
        outcome = ENGINE.solve(Problem(Placement(board), target, (), takes_bounds=False))
        assert (outcome.status, outcome.count, outcome.bound) == (status, 6, 36)
        assert outcome.known is None
