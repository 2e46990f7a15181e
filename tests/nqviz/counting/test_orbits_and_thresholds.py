"""Planar orbits against published data, thresholds against brute force, second methods, tables."""

import time
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, Status, complete
from nqviz.catalogue.counts import recorded_count, recorded_counts
from nqviz.constructions.stacking import planar_solutions
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.symmetry import CLASSES, placement_classes
from nqviz.counting import (
    completion_threshold,
    count_layered,
    count_maximum,
    count_planar,
    count_table,
    rotational,
    second_count,
    table_rules,
    tables,
)
from nqviz.counting.densities.exact import shipped_density
from nqviz.counting.kinds import count
from nqviz.counting.rotational import HALF, QUARTER, TURNS, count_kept
from nqviz.counting.tables import SHIPPED, TABLES, printed_table
from nqviz.counting.threshold_bounds import threshold_bounds
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import TaskState
from tests.nqviz.oracle import independent_sets
from tests.patience import STALL


def printed(name, column):
    """Return the printed values of a column by n."""
    cells = printed_table(name).cells.items()
    return {row: each.cell.printed for (row, title), each in cells if title == column}


@pytest.mark.parametrize("n", range(1, 14))
def test_planar_solutions_and_their_orbits_are_the_published_ones(n):
    found = count_planar(Board.cube(n, 2))
    assert found.count == printed("1", "placements")[n]
    assert found.orbits == printed("symmetric", "up to symmetry")[n]


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9, 11, 12])
def test_planar_thresholds_are_the_listed_ones(n):
    found = completion_threshold(Board.cube(n, 2))
    assert found.value == printed("10", "d = 2")[n]
    assert len(found.witness) == found.value + 1
    assert found.witness.is_valid()
    assert not (count_maximum(Board.cube(n, 2), k=n, givens=found.witness).count)


def test_the_listed_orbits_follow_from_the_listed_symmetric_solutions():
    total, orbits = printed("1", "placements"), printed("symmetric", "up to symmetry")
    half, quarter = (printed("symmetric", turn) for turn in ("half-turn", "quarter-turn"))
    for n in range(2, 27):
        assert 8 * orbits[n] == total[n] + half[n] + 2 * quarter[n]


@pytest.mark.parametrize("n", [1, 4, 5, 8, 9, 12, 13, 16])
def test_solutions_that_rotations_keep_are_the_listed_ones(n):
    found = {turn: count(Board.cube(n, 2), "planar", symmetric=turn) for turn in TURNS}
    for turn, each in found.items():
        if turn in TURNS:
            assert each.value == printed("symmetric", turn)[n]
    half, quarter = found["half-turn"], found["quarter-turn"]
    assert quarter.orbits == (quarter.value + 1) // 2
    assert half.orbits == quarter.orbits + (half.value - quarter.value) // 4


def test_symmetric_solutions_that_are_not_counted():
    for turn in ("half-turn", "quarter-turn"):
        with pytest.raises(InputError, match=f"{turn} symmetry are counted for n = 1 to 200, not"):
            count(Board.cube(201, 2), "planar", symmetric=turn)
        begun = RunContext(Limit(seconds=0.3))
        found = count(Board.cube(60, 2), "planar", begun, symmetric=turn)
        assert found.status is Status.LIMIT
        assert "years of one core" in found.message
        assert begun.seconds < 0.3 + STALL
    with pytest.raises(InputError, match="no symmetry 'mirror'"):
        count(Board.cube(4, 2), "planar", symmetric="mirror")
    with pytest.raises(InputError, match="planar placements only"):
        count(Board.cube(4, 3), symmetric="half-turn")


@pytest.mark.parametrize(("turn", "n"), [("half-turn", 13), ("quarter-turn", 17)])
def test_symmetric_solutions_in_parts(monkeypatch, turn, n):
    monkeypatch.setattr(rotational, "MOST_LEFT", {HALF: 3, QUARTER: 2})
    closed, turns = np.zeros((n, n), dtype=np.bool_), TURNS[turn]
    total = slices = 0
    for first in range(n):
        part = TaskState()
        while not part.done:  # one beginning at a time
            part = rotational._count_task(closed, (turns, first), part, 1e-9)
            slices += 1
        total += int(part.arrays["kept"])
    assert slices > 2 * n
    monkeypatch.undo()
    assert total == count_kept(closed, turns, lambda: True) > 0


@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 8, 9, 11])
def test_classes_of_solutions_by_looking_at_all(n):
    board = Board.cube(n, 2)
    classes = Counter(
        name
        for rows in planar_solutions(n).astype(int)
        for name in placement_classes(Placement(board, list(enumerate(rows.tolist()))))
    )
    for name in CLASSES:
        assert count(board, "planar", symmetric=name).value == classes[name]


@pytest.mark.parametrize("n", [4, 5, 8, 9, 10, 12])
def test_solutions_that_rotations_keep_by_looking_at_all(n):
    rows = planar_solutions(n).astype(int)
    half = (n - 1 - rows[:, ::-1] == rows).all(axis=1)
    quarter = (np.argsort(n - 1 - rows, axis=1) == rows).all(axis=1)
    closed = np.zeros((n, n), dtype=np.bool_)
    assert count_kept(closed, HALF, lambda: True) == half.sum()
    assert count_kept(closed, QUARTER, lambda: True) == quarter.sum()
    assert count_kept(closed, HALF, lambda: False) is None


def brute_threshold(board):
    """The threshold by all sets of cells and all maximum placements of a tiny board."""
    open_cells = np.flatnonzero(~board.is_blocked).tolist()
    sets = list(map(set, independent_sets(board.attack_graph.toarray(), open_cells)))
    queens = max(map(len, sets))
    whole = [each for each in sets if len(each) == queens]
    q = 0
    while q < queens and all(
        any(part <= each for each in whole) for part in sets if len(part) == q + 1
    ):
        q += 1
    return q


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize(
    ("shape", "blocked"), [((4, 4), [(1, 1)]), ((4, 4), [(0, 0), (1, 2)]), ((3, 3, 3), [(1, 1, 1)])]
)
def test_thresholds_with_blocked_cells_by_brute_force(shape, blocked, stops):
    board = Board(shape, blocked=blocked, stops=stops)
    found = completion_threshold(board)
    assert found.value == brute_threshold(board)
    assert found.witness is None or found.witness.is_valid()


@pytest.mark.parametrize(("n", "d"), [(4, 2), (5, 2), (6, 2), (8, 2), (12, 2), (5, 3), (11, 3)])
def test_bounds_of_thresholds_hold(n, d):
    board = Board.cube(n, d)
    bounds, exact = threshold_bounds(board), completion_threshold(board).value
    assert bounds.at_least <= exact <= bounds.at_most
    witness = bounds.witness
    assert len(witness) == bounds.at_most + 1
    assert witness.is_valid()
    if d == 2:
        assert complete(witness).status is Status.INFEASIBLE


@pytest.mark.parametrize(("n", "queens"), [(8, 48), (9, 67)])
def test_a_cell_without_density_is_a_threshold_of_0(n, queens):
    board = Board.cube(n, 3)
    found = completion_threshold(board)
    assert (found.status, found.value, found.queens) == (Status.OPTIMAL, 0, queens)
    assert len(found.witness) == 1
    assert shipped_density(board).counts[found.witness.indices[0]] == 0
    assert found.message == ""


@pytest.mark.parametrize("n", [30, 57, 100])
def test_a_third_of_the_queens_attack_a_whole_line(n):
    found = completion_threshold(Board.cube(n, 2))
    assert (found.status, found.value, found.queens) == (Status.LIMIT, None, n)
    cells = found.witness.cells
    assert found.witness.is_valid()
    assert len(cells) == found.at_most + 1 <= 0.37 * n
    free = AttackCounts.of(found.witness).free_cells()
    rows = found.witness.board.cells(free)[:, 0]
    assert set(range(n)) - set(rows.tolist()) - set(cells[:, 0].tolist()) == {n // 2}
    assert "n/60 <= qc(n,2) <= n/4" in found.message


def test_the_theorem_holds_for_the_listed_planar_thresholds():
    listed = {
        row: each.cell.printed
        for (row, column), each in printed_table("10").cells.items()
        if column == "d = 2" and each.cell.printed is not None
    }
    assert {n for n, q in listed.items() if n / 60 <= q <= n / 4} == {5, *range(7, 21)}
    assert "n = 5 and n = 7 to 20" in printed_table("10").printed.notes[0]


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (2, 3), (3, 3)])
def test_thresholds_by_brute_force(n, d):
    board = Board.cube(n, d)
    assert completion_threshold(board).value == brute_threshold(board)


@pytest.mark.parametrize(
    ("n", "d", "value"),
    [(4, 3, 2), (5, 3, 0), (6, 3, 0), (7, 3, 0), (11, 3, 1), (3, 4, 0), (4, 4, 0), (3, 5, 0)],
)
def test_thresholds_and_their_witnesses(n, d, value):
    board = Board.cube(n, d)
    found = completion_threshold(board)
    assert (found.status, found.value, found.at_least) == (Status.OPTIMAL, value, value)
    assert found.witness.is_valid()
    assert len(found.witness) == value + 1
    if (n, d) == (4, 3):
        assert count_maximum(board, k=found.queens, givens=found.witness).count == 0


def test_thresholds_out_of_reach_and_at_a_limit():
    with pytest.raises(
        InputError, match=r"\(26,3\) board .* is out of reach: .*; in reach are, with"
    ):
        completion_threshold(Board((26, 26, 26), blocked=[0]))
    with pytest.raises(InputError, match="queens on flat cubes"):
        completion_threshold(Board.cube(3, 3, torus=True))
    found = completion_threshold(Board.cube(11, 3), RunContext(Limit(seconds=1e-9)))
    assert (found.status, found.value) == (Status.LIMIT, None)


def test_searches_for_thresholds_that_end_late_begin_with_a_limit():
    seen = []
    for board in (Board.cube(16, 2), Board((9, 9, 9), blocked=[0])):
        run = RunContext(Limit(seconds=0.5), progress=lambda news: seen.append(news.activity))
        found = completion_threshold(board, run)
        assert (found.status, found.value) == (Status.LIMIT, None)
        assert 0.4 < found.seconds < 10.0
        assert str(board) in seen[-1]
    bounded = completion_threshold(Board.cube(16, 2))
    assert (bounded.status, bounded.at_least, bounded.at_most) == (Status.LIMIT, 0, 5)
    assert (
        "its first step, the density of full placements, takes some 8.5 s of one core"
        in bounded.message
    )
    message = completion_threshold(Board.cube(12, 3)).message
    assert "the maximum is not known, 133 to" in message
    assert "the density of placements of 133 queens, takes some 10^" in message
    assert message.endswith(" random descents")


@pytest.mark.parametrize(
    ("what", "board", "queens", "count"),
    [
        ("planar", Board.cube(7, 2), None, 40),
        ("layered", Board.cube(4, 3), None, 7196),
        ("regular", Board.cube(11, 3), None, 264),
        ("regular", Board.cube(6, 3), None, 0),
        ("maximum", Board.cube(8, 2), 8, 92),
        ("maximum", Board.cube(4, 3), 7, 1344),
        ("maximum", Board.cube(5, 2, torus=True), 5, 10),
        ("maximum", Board((3, 4)), 3, count_maximum(Board((3, 4))).count),
    ],
)
def test_second_methods(what, board, queens, count):
    found = second_count(board, what=what, queens=queens)
    assert found.count == count
    assert found.engine


def test_there_is_no_second_method_for_stacking():
    with pytest.raises(InputError, match="no second method"):
        second_count(Board.cube(11, 3), what="full")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("1", {}),
        ("6", {}),
        ("7", {(29, 3): 15312}),
        ("9", {(3, 5): 72192}),
        ("10", {(4, 3): 2, (11, 3): 1}),
        ("symmetric", {}),
        ("maximal", {}),
        ("cubes", {}),
        ("side-3", {}),
        ("tori", {}),
        ("barr-rao-1", {(4, 4): 5313608, (5, 3): 981016, (3, 6): 7104240}),
    ],
)
def test_tables_are_recounted_and_their_misprints_found(name, wrong):
    table = count_table(name).value
    assert {(cell.n, cell.d): cell.computed for cell in table.differences} == wrong
    counted = [each for each in table.cells.values() if each.cell.computed is not None]
    assert len(counted) >= 5
    for each in counted:
        assert each.cell.agrees is not False, each
        assert each.method
    assert name in TABLES


def test_an_unknown_table_and_one_that_is_ended():
    with pytest.raises(InputError, match="no table '2' of counts; choose 1, 6"):
        count_table("2")
    table = count_table("9", run=RunContext(Limit(seconds=1e-6)))
    assert table.status is Status.LIMIT
    held_up = count_table("9", run=RunContext(Limit(seconds=0.05), lambda _news: time.sleep(0.1)))
    assert held_up.status is Status.LIMIT
    known = [each for each in table.value.cells.values() if each.cell.computed is not None]
    assert {each.method for each in known if each.recorded is None} == {SHIPPED}


def test_the_witness_of_eleven_is_in_no_regular_solution():
    from nqviz.counting.enumerate_full import all_full, containing
    from nqviz.run.context import RunContext

    members, orbits = all_full(Board.cube(11, 3), RunContext().part(progress=lambda _news: None))
    assert len(members) == 264
    assert orbits >= 1
    witness = completion_threshold(Board.cube(11, 3)).witness
    assert not containing(members, witness.indices).any()
    assert all(Placement.from_indices(Board.cube(11, 3), row).is_valid() for row in members[::50])


def test_blanks_are_filled_with_what_was_counted_before():
    cells = count_table("9").value.cells
    for n, total in ((8, 24), (9, 72)):
        each = cells[n, "d = 3"]
        assert (each.cell.printed, each.cell.computed) == (None, total)
        assert each.second is each.is_confirmed is None
        assert f"nqviz count maximum --n {n} --d 3 took " in each.method
    assert cells[6, "d = 3"].method == SHIPPED
    assert count_table("10").value.cells[13, "d = 3"].cell.computed == 1


def test_recorded_counts_are_those_of_the_densities_that_ship():
    for each in recorded_counts():
        assert all(run.command.startswith(f"nqviz count {each.what}") for run in each.runs)
        assert all(f"--n {each.n} --d {each.d}" in run.command for run in each.runs)
        assert all(run.seconds > 0 for run in each.runs)
        assert each.checked in each.words()
        shipped = shipped_density(Board.cube(each.n, each.d)) if each.what == "maximum" else None
        if shipped is not None:
            found = (shipped.total, shipped.orbits, shipped.queens)
            assert found == (each.count, each.orbits, each.queens)


def test_recorded_layered_counts_are_the_sum_and_what_chance_lets_expect():
    for d in (3, 4, 5, 6):
        assert recorded_count("layered", 8, d).count == count_layered(Board.cube(8, d)).count
    assert recorded_count("layered", 9, 2).count == count_planar(Board.cube(9, 2)).count
    random = np.random.default_rng(1)
    for d in (3, 4, 5):
        rows = random.integers(0, 9, (d - 1, 9, 100_000), dtype=np.int8)
        valid = np.ones(rows.shape[2], dtype=np.bool_)
        for i, j in combinations(range(9), 2):
            apart = np.abs(rows[:, i] - rows[:, j])
            valid &= ~((apart == 0) | (apart == j - i)).all(axis=0)
        share = recorded_count("layered", 9, d).count / 9 ** (9 * (d - 1))
        assert share == pytest.approx(valid.mean(), abs=0.01)


def test_a_second_method_confirms_fields(monkeypatch):
    monkeypatch.setattr(tables, "SECOND_SECONDS", 600.0)
    monkeypatch.setitem(table_rules._LARGEST, "maximum-count", {3: (4, 8)})
    table = count_table("6", confirm=True).value
    found = {cell.cell.n: cell.is_confirmed for cell in table.cells.values()}
    assert [found[n] for n in (2, 3, 4)] == [True] * 3
    assert found[11] is None
    assert found[13] is None


def test_a_second_method_that_takes_too_long_confirms_nothing(monkeypatch):
    monkeypatch.setattr(tables, "SECOND_SECONDS", 1e-9)
    table = count_table("7", confirm=True)
    assert table.status is Status.OPTIMAL
    assert {cell.is_confirmed for cell in table.value.cells.values()} == {None}
