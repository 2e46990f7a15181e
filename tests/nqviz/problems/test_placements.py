"""Maximum and completion: the engine that is chosen, and what the answer says that it proves."""

from __future__ import annotations

import random
import threading

import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.constructions.witnesses import constructed
from nqviz.engines import certificate
from nqviz.problems import automatic, complete, maximum
from nqviz.proofs import check
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known
from tests.nqviz.oracle import largest_placement, some_givens


def random_placement(board: Board, count: int, seed: int) -> Placement:
    rng = random.Random(seed)
    return Placement.from_indices(board, some_givens(board, count, rng))


def test_maximum_is_proven_by_a_portfolio_that_says_who_proved() -> None:
    outcome = maximum(Board.cube(4, 3))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 7, 7)
    assert outcome.engine.startswith("portfolio: bound by ")


@pytest.mark.parametrize(("n", "d", "most"), [(23, 3, 529), (17, 4, 4913), (4, 8, 256), (8, 2, 8)])
def test_a_construction_that_meets_the_bound_is_the_answer(n: int, d: int, most: int) -> None:
    board = Board.cube(n, d)
    outcome = maximum(board)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)
    assert outcome.engine == "construction"
    assert outcome.placement.is_valid()
    proof = certificate(outcome, Placement(board))
    assert proof is not None
    assert check(proof).valid


def test_a_construction_gives_as_many_as_are_asked_for() -> None:
    outcome = maximum(Board.cube(5, 5), prove=90)
    assert (outcome.status, outcome.count, outcome.engine) == (
        Status.FEASIBLE, 90, "construction",
    )  # fmt: skip
    assert outcome.placement.is_valid()
    torus = maximum(Board.cube(11, 3, torus=True))
    assert (torus.status, torus.count, torus.engine) == (Status.OPTIMAL, 121, "construction")


def test_in_many_dimensions_the_search_starts_from_a_construction() -> None:
    board = Board((3, 4, 4, 4, 3))
    start = constructed(board, 1)
    assert start is not None
    outcome = maximum(board, run=RunContext(Limit(seconds=1e-3)))
    assert outcome.count >= len(start) > 8
    assert outcome.placement.is_valid()


def test_maximum_by_the_integer_program() -> None:
    outcome = maximum(Board.cube(3, 3), engine="highs")
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 4)
    assert outcome.engine.startswith("HiGHS")


def test_proving_asks_for_a_number() -> None:
    board = Board.cube(4, 3)
    assert maximum(board, prove=6).status is Status.FEASIBLE
    refuted = maximum(board, prove=8)
    assert refuted.status is Status.INFEASIBLE
    assert refuted.bound == 7
    assert refuted.message == "No placement of the (4,3) board has more than 7 queens."


def test_a_number_above_an_argument_needs_no_engine() -> None:
    outcome = maximum(Board.cube(6, 3), prove=28)
    assert (outcome.status, outcome.bound, outcome.engine) == (
        Status.INFEASIBLE, 27, "known bounds",
    )  # fmt: skip
    start = "No placement of the (6,3) board has more than 27 queens: 27"
    assert outcome.message.startswith(start)
    assert "boxes" in outcome.message


def test_a_published_maximum_is_quoted_for_completions_and_never_for_proofs() -> None:
    board = Board.cube(6, 3)
    quoted = complete(Placement(board), 22)
    assert (quoted.status, quoted.bound, quoted.engine) == (Status.INFEASIBLE, 21, "known bounds")
    assert "Kunt" in quoted.message
    stop = threading.Event()
    stop.set()
    searched = maximum(board, prove=22, run=RunContext(stop=stop))
    assert searched.status is Status.STOPPED
    assert searched.bound is not None
    assert searched.bound > 21


def test_a_placement_that_reaches_a_published_bound_is_an_answer() -> None:
    board = Board.cube(3, 7, torus=True)
    outcome = maximum(board, RunContext(Limit(seconds=0.2)))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 1, 1)
    assert outcome.known is Known.PUBLISHED
    assert not outcome.is_certain
    assert "3x3x3x3x3x3x3-torus-1" in outcome.message
    assert outcome.evidence.startswith("published: ")


@pytest.mark.parametrize("n", range(4, 11))
def test_full_completions_of_nothing_are_full_placements(n: int) -> None:
    outcome = complete(Placement(Board.cube(n, 2)))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, n)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()


@pytest.mark.parametrize("engine", ["exact-cover", "highs"])
@pytest.mark.parametrize("seed", range(6))
def test_engines_agree_on_full_completions(engine: str, seed: int) -> None:
    givens = random_placement(Board.cube(8, 2), 3, seed)
    expected = complete(givens).status
    assert complete(givens, engine=engine).status is expected
    assert expected.is_proof


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("shape", "count"), [((8, 8), 3), ((5, 5, 5), 6), ((3, 4, 5), 2)])
def test_largest_completions_agree_with_brute_force(
    shape: tuple[int, ...], count: int, seed: int
) -> None:
    givens = random_placement(Board(shape), count, seed)
    most = largest_placement(givens.board, tuple(givens.indices.tolist()))
    outcome = complete(givens, "max")
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, most)
    assert complete(givens, most).status in (Status.FEASIBLE, Status.OPTIMAL)
    if most < givens.board.full_count:
        assert complete(givens, most + 1).status is Status.INFEASIBLE


def test_a_torus_completes_on_the_torus() -> None:
    givens = Placement(Board.cube(7, 2, torus=True), [(0, 0)])
    outcome = complete(givens)
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 7)
    assert outcome.placement is not None
    assert outcome.placement.board.torus
    assert outcome.placement.is_valid()


def test_rooks_complete_to_latin_squares() -> None:
    board = Board.cube(5, 3, piece="rook")
    outcome = complete(Placement(board, [(0, 0, 0), (1, 1, 3)]))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 25)
    assert outcome.message == (
        "25 rooks found, and no placement of the (5,3) board of rooks that keeps the 2 rooks"
        " has more."
    )


def test_a_stopped_completion_proves_nothing() -> None:
    stop = threading.Event()
    stop.set()
    outcome = complete(Placement(Board.cube(12, 3), [(0, 0, 0)]), "max", run=RunContext(stop=stop))
    assert outcome.status is Status.STOPPED
    assert outcome.message.endswith("nothing is proven beyond that.")


@pytest.mark.parametrize(
    ("cells", "options", "words"),
    [
        ([(0, 0), (1, 1)], {}, "attack each other"),
        ([(0, 0), (0, 0)], {}, "both on"),
        ([(0, 9)], {}, "off the"),
        ([(0, 0)], {"target": 6}, r"holds 5 queens at most \(one queen on each line"),
        ([(0, 0), (1, 2)], {"target": 1}, "below the 2 queens to keep"),
        ([], {"target": "all"}, "target 'all' is not possible"),
        ([], {"engine": "abacus"}, "unknown engine 'abacus'"),
        ([], {"target": "max", "cuts": ("hexagon",)}, "unknown cut 'hexagon'"),
        (
            [],
            {"target": "max", "cuts": ("cube",), "engine": "theta"},
            "theta solves no integer program",
        ),
        (
            [],
            {"target": "max", "cuts": ("odd-cycle",), "engine": "cp-sat"},
            "'odd-cycle' is added while the program is solved, which cp-sat cannot",
        ),
        ([], {"target": "max", "engine": "exact-cover"}, "exact cover engine finds full"),
    ],
)
def test_bad_questions_get_one_clear_line(
    cells: list[tuple[int, int]], options: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        complete(Placement(Board.cube(5, 2), cells), **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_automatic_tells_what_it_picks() -> None:
    board = Board.cube(11, 3)
    one = Placement(board, [(0, 0, 0)])
    assert automatic(one, "full") == automatic(one, 121) == "exact-cover"
    assert automatic(one, "max") == automatic(Placement(board), "full") == "portfolio"
    assert complete(one, "full").engine == "exact cover"


@pytest.mark.parametrize(
    ("n", "d", "torus", "least", "most"), [(100, 3, False, 9901, 10_000), (8, 6, True, 1, 32_768)]
)
def test_a_board_that_no_engine_takes_has_an_answer(
    n: int, d: int, torus: bool, least: int, most: int
) -> None:
    outcome = maximum(Board.cube(n, d, torus=torus), RunContext(Limit(seconds=5)))
    assert outcome.status in (Status.LIMIT, Status.FAILED)  # all have ended, or the time has
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert least <= len(outcome.placement) <= (outcome.bound or 0) <= most
    assert "Left out: " in outcome.message
    assert "theta search (" in outcome.message or "theta search and" in outcome.message


def test_a_published_bound_answers_for_auto_at_a_limit_only() -> None:
    board = Board.cube(9, 3)
    stop = threading.Event()
    stop.set()
    at_limit, chosen, stopped = (
        maximum(board, RunContext(Limit(seconds=0.05))),
        maximum(board, RunContext(Limit(nodes=1)), engine="theta"),
        maximum(board, RunContext(stop=stop)),
    )
    assert (at_limit.status, at_limit.known) == (Status.OPTIMAL, Known.PUBLISHED)
    assert chosen.status is Status.LIMIT
    assert stopped.status is Status.STOPPED
