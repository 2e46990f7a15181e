"""Domination: the fewest queens, against brute force and the published numbers."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from itertools import combinations

import numpy as np
import pytest

from nqviz import Board, InputError, Outcome, Placement, Status
from nqviz.bounds.thesis import Cell
from nqviz.counting.tables import printed_table
from nqviz.engines.cp_sat import CpSatEngine
from nqviz.engines.domination.engine import DominationState
from nqviz.engines.domination.exhaustive import EXHAUSTED, FOUND, DominationSplit
from nqviz.problems import dominate
from nqviz.problems.domination import DOMINATION_ENGINES, simple_bound
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known
from tests.nqviz.oracle import attacking_direction
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

WITH_CP_SAT = find_spec("ortools") is not None


def near(board: Board, index: int) -> set[int]:
    """Return a cell and those it attacks, pair by pair."""
    cell, others = board.cell(index), range(board.size)
    return {
        i
        for i in others
        if i == index or attacking_direction(board, cell, board.cell(i)) is not None
    }


def brute_force(board: Board, independent: bool) -> int:
    all_near = [near(board, index) for index in range(board.size)]
    for count in range(1, board.size + 1):
        for chosen in combinations(range(board.size), count):
            if independent and any(b in all_near[a] for a, b in combinations(chosen, 2)):
                continue
            if len(set().union(*(all_near[a] for a in chosen))) == board.size:
                return count
    raise AssertionError


def is_dominating(outcome: Outcome[Placement], independent: bool) -> bool:
    placement = outcome.placement
    assert placement is not None
    covered = set().union(*(near(placement.board, cell) for cell in placement.indices.tolist()))
    return len(covered) == placement.board.size and (placement.is_valid() or not independent)


BOARDS = [
    Board((1,)),
    Board((7,)),
    Board((4, 4)),
    Board((5, 5)),
    Board((3, 6)),
    Board((6, 4)),
    Board((6, 6)),
    Board((4, 5), torus=True),
    Board((5, 5), torus=True),
    Board((2, 3, 4)),
    Board((3, 3, 3)),
    Board((3, 4), piece="rook"),
    Board((2, 2, 3), piece="rook"),
    Board((4, 4), piece="bishop"),
    Board((3, 3, 3), torus=True, piece="bishop"),
    Board((2, 3, 3), piece="1+3"),
    Board((3, 3, 3), piece="2+3"),
    Board((5, 5), torus=True, piece="hyperplane-queen"),
    Board((3, 3, 3), torus=True, piece="hyperplane-queen"),
]


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_fewest_agree_with_brute_force(board: Board, independent: bool) -> None:
    outcome = dominate(board, independent=independent)
    least = brute_force(board, independent)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, least, least)
    assert is_dominating(outcome, independent)


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_exhaustive_search_agrees_with_brute_force(board: Board, independent: bool) -> None:
    least = brute_force(board, independent)
    split, nodes = DominationSplit(board, independent), np.zeros(1, np.int64)
    dominates = split.near[np.argsort(split.order)][:, np.argsort(split.order)]
    for count in range(1, least + 2):
        end, cells = split.search(count, threading.Event(), None, nodes)
        assert end == (EXHAUSTED if count < least else FOUND)
        if cells is not None:
            assert len(cells) <= count
            assert dominates[cells].any(axis=0).all()
            assert not independent or Placement.from_indices(board, cells).is_valid()


def test_exhaustive_search_proves_boards_in_space() -> None:
    outcome = dominate(Board.cube(5, 3), engine="exhaustive")
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 6)
    assert outcome.nodes
    assert outcome.nodes < 2_000


def published() -> list[object]:
    table = printed_table("domination")
    found: dict[str, list[Cell]] = {}
    for (_, column), each in table.cells.items():
        if each.cell.printed is not None:
            found.setdefault(column, []).append(each.cell)
    return [pytest.param(column, cells, id=column) for column, cells in found.items()]


def asked(column: str, cell: Cell) -> Board:
    """Return the board of a field of the table."""
    piece = "rook" if "rooks" in column else "queen"
    return Board.cube(cell.n, cell.d, torus="torus" in column, piece=piece)


@pytest.mark.parametrize(("column", "cells"), published())
def test_published_numbers(column: str, cells: list[Cell]) -> None:
    independent = "independent" in column
    for cell in cells[: 7 if cells[0].d == 2 else 5]:
        outcome = dominate(asked(column, cell), independent=independent)
        assert (outcome.status, outcome.count) == (Status.OPTIMAL, cell.printed), cell


@pytest.mark.parametrize(("column", "cells"), published())
def test_the_simple_bound_is_never_above(column: str, cells: list[Cell]) -> None:
    for cell in cells:
        assert simple_bound(asked(column, cell)) <= (cell.printed or 0)


def test_the_simple_bound_takes_the_cell_that_attacks_most() -> None:
    strip = Board((3, 7), wraps=(1,), twist=True, piece="rook")
    # A rook in the middle row attacks that row alone, one in another row two rows.
    assert simple_bound(strip) == 2
    assert dominate(strip).count == 2


def test_the_simple_bound_of_knights_uses_the_most_that_one_attacks() -> None:
    board = Board((3, 2, 2), piece="knight")  # in the middle a knight attacks nothing
    found = dominate(board)
    assert (found.status, found.count) == (Status.OPTIMAL, 8)


@pytest.mark.parametrize("engine", ["portfolio", "exhaustive", "highs"])
@pytest.mark.parametrize("independent", [False, True])
def test_a_number_is_decided(engine: str, independent: bool) -> None:
    board, least = Board.cube(8, 2), 5
    few = dominate(board, independent=independent, at_most=least - 1, engine=engine)
    assert (few.status, few.value, few.bound) == (Status.INFEASIBLE, None, least)
    assert "4 " in few.message
    assert "cannot dominate" in few.message
    enough = dominate(board, independent=independent, at_most=least + 2, engine=engine)
    assert enough.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert enough.count is not None
    assert enough.count <= least + 2
    assert is_dominating(enough, independent)
    with pytest.raises(InputError, match="0 pieces cannot dominate"):
        dominate(board, at_most=0)


@pytest.mark.parametrize("independent", [False, True])
def test_exhaustive_search_proves_six_cubed(independent: bool) -> None:
    outcome = dominate(Board.cube(6, 3), independent=independent, engine="exhaustive")
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 9 if independent else 8)
    assert outcome.known is Known.EXACT


@pytest.mark.parametrize(("independent", "least"), [(False, 9), (True, 10)])
def test_local_search_comes_near_on_larger_boards(independent: bool, least: int) -> None:
    stop = StopWhen(lambda news: len(news.incumbent or range(256)) <= least + 1)
    outcome = dominate(
        Board((16, 16)),
        independent=independent,
        engine="local-search",
        run=RunContext(progress=stop.watch, stop=stop),
    )
    assert outcome.status is Status.STOPPED
    assert outcome.count is not None
    assert outcome.count <= least + 1
    assert is_dominating(outcome, independent)


@pytest.mark.parametrize(
    ("n", "independent", "least"),
    [(18, False, 9), (21, False, 11), (21, True, 11), (25, False, 13), (25, True, 13)],
)
def test_published_sets_of_larger_squares_are_found(n: int, independent: bool, least: int) -> None:
    found = dominate(
        Board.cube(n, 2), independent=independent, at_most=least, engine="local-search"
    )
    assert found.count == least  # A075458, A299029
    assert is_dominating(found, independent)


@pytest.mark.parametrize(
    ("n", "independent", "least"),
    [(12, True, 7), (14, False, 8), (16, True, 9), (19, False, 10), (23, False, 12)],
)
def test_the_default_engine_proves_published_numbers(n: int, independent: bool, least: int) -> None:
    found = dominate(Board.cube(n, 2), independent=independent)
    assert (found.status, found.count, found.known) == (Status.OPTIMAL, least, Known.EXACT)


@pytest.mark.skipif(not WITH_CP_SAT, reason="the extra cpsat is not installed")
@pytest.mark.parametrize("independent", [False, True])
def test_cp_sat_agrees(independent: bool) -> None:
    outcome = dominate(Board((4, 5)), independent=independent, engine="cp-sat")
    least = brute_force(Board((4, 5)), independent)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, least, least)


ENGINES = [name for name in DOMINATION_ENGINES if name != "cp-sat" or WITH_CP_SAT]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stop_is_heeded_at_once_and_proves_nothing(engine: str) -> None:
    stop = StopWhen(lambda news: news.incumbent is not None)
    outcome = dominate(
        Board.cube(6, 3), engine=engine, run=RunContext(progress=stop.watch, stop=stop)
    )
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert outcome.message.startswith("Stopped: ")
    assert "nothing is proven beyond that" in outcome.message
    assert outcome.placement is not None


def test_a_flawed_cover_is_never_taken() -> None:
    board = Board((4, 4))
    state = DominationState(board, True, 1, RunContext())
    assert not state.submit_incumbent(np.array([0]))  # leaves cells
    assert not state.submit_incumbent(np.array([5, 10, 6, 9]))  # they attack each other
    assert state.best is None
    state.independent = False
    assert state.submit_incumbent(np.array([5, 10, 6, 9]))
    assert state.best == Placement.from_indices(board, [5, 6, 9, 10])


@pytest.mark.parametrize("independent", [False, True])
def test_boards_past_the_matrix_are_dominated_queen_after_queen(independent: bool) -> None:
    board = Board((130, 130), blocked=[(0, 0), (64, 64)])
    outcome = dominate(board, independent=independent)
    assert outcome.status is Status.FEASIBLE
    placement = outcome.placement
    assert placement is not None
    rows, columns = placement.cells.T
    lines = [(x, y, x + y, x - y) for x, y in zip(rows.tolist(), columns.tolist(), strict=True)]
    taken = [set(each) for each in zip(*lines, strict=True)]
    for x in range(130):
        for y in range(130):
            if (x, y) not in ((0, 0), (64, 64)):
                assert x in taken[0] or y in taken[1] or x + y in taken[2] or x - y in taken[3]
    assert not independent or all(len(each) == len(placement) for each in taken)
    assert (outcome.bound or 0) <= len(placement) < 110
    assert dominate(Board((200, 200)), at_most=99).status is Status.INFEASIBLE


@pytest.mark.parametrize(
    ("shape", "options", "words"),
    [
        ((4, 4), {"engine": "abacus"}, "unknown engine 'abacus' for domination"),
        ((60, 60, 60), {"engine": "highs"}, "domination of the .60,3. board makes a program of up"),
        ((200, 200, 200), {}, "domination of the .200,3. board needs the lines of each cell"),
    ],
)
def test_bad_questions_get_one_line(
    shape: tuple[int, ...], options: dict[str, str], words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        dominate(Board(shape), **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_engine_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.engines.cp_sat._version", lambda: None)
    with pytest.raises(InputError, match=r"pip install 'nqviz-explorer\[cpsat\]'"):
        dominate(Board((4, 4)), engine="cp-sat")
    assert CpSatEngine().name == "CP-SAT"
