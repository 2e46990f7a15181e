import threading
from itertools import combinations

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import orbit
from nqviz.counting import count_maximum, count_planar, density, planar, shipped_densities
from nqviz.counting.enumerate_full import BY_LIST
from nqviz.counting.kinds import count
from nqviz.counting.maximum.count import MAX_COUNTED_CELLS
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import TaskState
from tests.nqviz.oracle import independent_sets


def brute_force(board, k=None):
    """All valid placements of k queens, by trying every set of cells; of the most without k."""
    sets = list(independent_sets(board.attack_graph.toarray(), range(board.size)))
    k = max(map(len, sets)) if k is None else k
    return k, [chosen for chosen in sets if len(chosen) == k]


SMALL = [
    Board((1,)),
    Board((4,)),
    Board((2, 3)),
    Board((5, 5)),
    Board((4, 6)),
    Board((1, 5, 3)),
    Board((2, 3, 4)),
    Board((2, 2, 2, 2)),
    Board.cube(3, 3),
    Board.cube(3, 3, piece="rook"),
    Board((4, 4), piece="bishop"),
    Board.cube(4, 2, torus=True),
    Board.cube(5, 2, torus=True),
    Board((2, 5), torus=True),
    Board((3, 4), torus=True),
]


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_count_orbits_and_density_agree_with_brute_force(board):
    k, sets = brute_force(board)
    count = count_maximum(board)
    assert count.status is Status.OPTIMAL
    assert (count.queens, count.count) == (k, len(sets))
    uses = np.bincount(np.concatenate(sets), minlength=board.size)
    assert count.cells.tolist() == uses.tolist()
    if not board.torus:
        placements = [Placement.from_indices(board, chosen) for chosen in sets]
        assert count.orbits == len({frozenset(orbit(p)) for p in placements})


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_count_of_fewer_queens_agrees_with_brute_force(k):
    board = Board((3, 5))
    _, sets = brute_force(board, k)
    count = count_maximum(board, k=k)
    assert (count.queens, count.count) == (k, len(sets))


def test_orbits_on_the_torus_include_translations():
    count = count_maximum(Board.cube(5, 2, torus=True))
    assert (count.count, count.orbits) == (10, 1)


def test_brute_force_by_combinations():
    board = Board((3, 3))
    valid = [c for c in combinations(range(9), 2) if Placement.from_indices(board, c).is_valid()]
    assert count_maximum(board).count == len(valid) == 8


# Published: Kunt, thesis, Table 9, with (3,5) corrected by a count without symmetry; OEIS A000170.
@pytest.mark.parametrize(
    ("n", "d", "queens", "total", "orbits"),
    [
        (8, 2, 8, 92, 12),
        (10, 2, 10, 724, 92),
        (3, 3, 4, 16, 1),
        (4, 3, 7, 1344, 30),
        (5, 3, 13, 1056, 22),
        (3, 4, 6, 4992, 14),
        (3, 5, 11, 72192, 22),
    ],
)
def test_published_counts(n, d, queens, total, orbits):
    count = count_maximum(Board.cube(n, d))
    assert (count.queens, count.count, count.orbits) == (queens, total, orbits)
    assert count.cells.sum() == queens * total


@pytest.mark.parametrize(("n", "d", "total"), [(4, 4, 404564), (6, 3, 912)])
def test_published_counts_with_two_threads(n, d, total):
    count = count_maximum(Board.cube(n, d), RunContext(Limit(threads=2)))
    assert count.count == total


def test_a_group_that_is_too_large_gives_no_orbits():
    count = count_maximum(Board.cube(2, 7))
    assert (count.queens, count.count, count.orbits) == (1, 128, None)


def test_limit_and_stop_give_no_count():
    count = count_maximum(Board.cube(9, 3), RunContext(Limit(seconds=0.1)))
    assert (count.status, count.count, count.cells) == (Status.LIMIT, None, None)
    board = Board.cube(7, 3)  # so few queens on it are a count of days
    assert count_maximum(board, RunContext(Limit(nodes=1000)), k=20).status is Status.LIMIT

    stop = threading.Event()

    def stop_when_it_counts(news):
        if news.nodes:
            stop.set()

    count = count_maximum(board, run=RunContext(progress=stop_when_it_counts, stop=stop), k=20)
    assert (count.status, count.queens, count.count) == (Status.STOPPED, 20, None)
    assert count.nodes > 0


def test_progress_rises_to_the_end():
    seen = []
    count_maximum(Board.cube(5, 3), run=RunContext(progress=seen.append), k=13)
    fractions = [progress.fraction for progress in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    words, tasks = seen[-1].activity.split(", ", 1)[0], seen[-1].activity.rpartition(", ")[2]
    assert words.startswith("counting 13 queens on the (5")
    done, _, of = tasks.partition(" of ")
    assert of == f"{done} subproblems"


def test_boards_whose_maximum_is_open_say_so_at_the_limit():
    for n in (12, 14):
        found = count_maximum(Board.cube(n, 3), RunContext(Limit(seconds=1e-9)))
        assert (found.status, found.value) == (Status.LIMIT, None)
        assert f"the maximum of the ({n},3) board is not known" in found.message


def test_too_large_a_board():
    assert 14**3 < 25**3 < MAX_COUNTED_CELLS < 26**3
    with pytest.raises(InputError, match=r"the \(26,3\) board are out of reach: .*; in reach are"):
        count_maximum(Board.cube(26, 3))
    with pytest.raises(InputError, match=r"n = 1 to 62, not 63"):
        count_maximum(Board.cube(63, 2))


def test_a_count_of_years_says_so_at_its_limit():
    found = count_planar(Board.cube(25, 2), RunContext(Limit(seconds=1e-9)))
    assert found.status is Status.LIMIT
    assert "some 25.4 years of one core" in found.message


def test_tasks_of_large_squares_are_made_from_their_beginnings(monkeypatch):
    monkeypatch.setattr(planar, "LISTED_AT_ONCE", 6)
    monkeypatch.setattr(planar, "LISTED_ROWS", 2)
    monkeypatch.setattr(planar, "_rows", lambda n: 4)
    assert count_planar(Board.cube(9, 2)).count == 352
    part = TaskState(nodes=0)
    bundle = planar._tasks(9, listed=6)
    for _ in range(10_000):  # one task at a time
        part = planar._count_tasks(9, True, bundle, part, 1e-9)
        if part.done:
            break
    whole = planar._count_tasks(9, True, bundle, TaskState(), 60.0)
    assert part.done
    assert (part.arrays["cells"] == whole.arrays["cells"]).all()


@pytest.mark.parametrize("torus", [False, True])
def test_full_placements_of_the_plane_are_the_planar_ones(torus):
    board = Board.cube(7, 2, torus=torus)
    assert count(board, "full").count == count(board, "planar").count == (28 if torus else 40)


def test_full_placements_are_counted_by_their_list():
    found = count_maximum(Board.cube(11, 3))
    assert (found.queens, found.count, found.engine) == (121, 264, BY_LIST)
    assert set(found.cells.tolist()) == {24}
    planar = count_maximum(Board.cube(11, 2))
    assert (planar.count, planar.orbits) == (2680, 341)
    assert planar.cells.sum() == 11 * 2680
    assert count_maximum(Board.cube(11, 2), RunContext(Limit(1e-9))).status is Status.LIMIT
    many = count_maximum(Board.cube(15, 2))
    assert (many.queens, many.count, many.cells.sum()) == (15, 2279184, 15 * 2279184)
    with pytest.raises(InputError, match="placements of 0 queens"):
        count_maximum(Board.cube(3, 3), k=0)


def test_shipped_densities_are_there():
    boards = shipped_densities()
    cubes = [(n, 2) for n in range(4, 11)] + [(3, 3), (4, 3), (5, 3), (6, 3)]
    cubes += [(3, 4), (4, 4), (3, 5)]
    assert {(board.n, board.d) for board in boards} >= set(cubes)


@pytest.mark.parametrize("board", shipped_densities(), ids=str)
def test_shipped_densities_add_up_and_fast_ones_are_counted_again(board):
    shipped = density(board).value
    assert shipped.source == "shipped"
    assert shipped.counts.sum() == shipped.total * shipped.queens
    if board.size <= 100 or board in (Board.cube(5, 3), Board.cube(3, 5)):
        fresh = density(board, fresh=True).value
        assert fresh.source == "counted"
        assert (fresh.queens, fresh.total, fresh.orbits) == (
            shipped.queens,
            shipped.total,
            shipped.orbits,
        )
        assert fresh.counts.tolist() == shipped.counts.tolist()


def test_some_cells_of_odd_cubes_are_never_used():
    assert (density(Board.cube(3, 3)).value.counts == 0).any()
    assert (density(Board.cube(5, 3)).value.counts == 0).any()
    assert (density(Board.cube(4, 3)).value.counts > 0).all()


def test_density_of_another_piece_or_the_torus_is_counted():
    assert density(Board.cube(3, 3, piece="rook")).value.counts.tolist() == [4] * 27
    assert density(Board.cube(5, 2, torus=True)).value.source == "counted"


def test_density_that_is_stopped_is_none():
    stop = threading.Event()
    stop.set()
    assert density(Board.cube(10, 3), run=RunContext(stop=stop)).value is None


@pytest.mark.parametrize("n", [28, 62])
def test_planar_counts_of_any_side_that_fits_a_word_begin(n: int) -> None:
    for tally in (False, True):
        found = count_planar(Board.cube(n, 2), RunContext(Limit(seconds=0.5)), tally=tally)
        assert (found.status, found.value) == (Status.LIMIT, None)
        assert found.message.startswith("all of it takes some ")
    with pytest.raises(InputError, match="a row does not fit into a word of 64 bits"):
        count_planar(Board.cube(63, 2))


def test_wide_rows_have_the_same_solutions() -> None:
    n, placed = 61, 46  # the queens (i, 2i) are a solution
    queens = tuple(2 * row % n for row in range(placed))
    rest = [queens]
    for _ in range(n - placed):
        rest = [more for each in rest for more in planar._longer(each, n, None)]
    full = (1 << n) - 1
    found = planar._count_rows(full, *planar._masks(queens))
    cells, open_rows = np.zeros((n, n), np.int64), np.full(n, full)
    tallied = planar._tally_rows(full, placed, *planar._masks(queens), cells, open_rows)
    assert found == tallied == len(rest) == 1
    assert cells.sum() == (n - placed) * len(rest)
