"""Counts in trees that theta bounds prune, against those by clique covers and by brute force."""

import threading
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement, Status
from nqviz.counting import count_maximum
from nqviz.counting.maximum import theta_count
from nqviz.counting.maximum.count import other_method
from nqviz.counting.maximum.theta_count import CountWork, Plan, ThetaCountTask, Totals
from nqviz.counting.maximum.theta_nodes import CountCells, Node
from nqviz.engines.bits import pack
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import Execution, TaskState

BARE = Plan(20.0, many=0, few=0)
"""Theta bounds to the end, without clique covers."""


def same(found, expected):
    assert (found.status, found.queens) == (Status.OPTIMAL, expected.queens)
    assert (found.count, found.orbits) == (expected.count, expected.orbits)
    np.testing.assert_array_equal(found.cells, expected.cells)


@pytest.mark.parametrize("method", ["theta", "other theta"])
@pytest.mark.parametrize(
    ("n", "d", "count"), [(3, 3, 16), (4, 3, 1344), (5, 3, 1056), (3, 4, 4992), (3, 5, 72192)]
)
def test_maximum_placements_are_the_published_ones(n, d, count, method):
    board = Board.cube(n, d)
    found = count_maximum(board, method=method)
    assert found.count == count
    same(found, count_maximum(board, method="covers"))


@settings(max_examples=20, deadline=None)
@given(
    shape=st.sampled_from([(3, 3), (4, 4), (5, 4), (2, 3, 4), (3, 3, 3), (2, 2, 2, 3)]),
    piece=st.sampled_from(["queen", "rook"]),
    k=st.integers(1, 4),
    number=st.integers(0, 10**6),
    depth=st.integers(0, 3),
)
def test_every_tree_counts_what_covers_count(shape, piece, k, number, depth):
    board = Board(shape, piece=piece)
    givens = Placement.from_indices(board, [number % board.size] if number % 2 else [])
    expected = count_maximum(board, k=k, givens=givens, method="covers")
    for plan in (BARE._replace(depth=depth), BARE._replace(depth=depth, last=True, few=9)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Plan, "of", lambda *_, plan=plan: plan)
            same(count_maximum(board, k=k, givens=givens, method="theta"), expected)
    same(count_maximum(board, k=k, givens=givens, method="other covers"), expected)


def test_pruned_trees_leave_nothing_out():
    board = Board.cube(3, 3)
    attacks = board.attack_graph.toarray()
    brute = [c for c in combinations(range(27), 4) if not attacks[np.ix_(c, c)].any()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Plan, "of", lambda *_: BARE)
        found = count_maximum(board, method="theta")
    assert found.count == len(brute)
    np.testing.assert_array_equal(found.cells, np.bincount(np.ravel(brute), minlength=27))


def test_a_stopped_count_goes_on_from_its_file(tmp_path):
    board, split = Board.cube(5, 3), Execution("threads:1", tmp_path / "kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Plan, "of", lambda *_: BARE._replace(depth=1))
        part = count_maximum(board, RunContext(Limit(nodes=12)), k=13, split=split, method="theta")
        assert (part.status, part.count) == (Status.LIMIT, None)
        whole = count_maximum(board, k=13, split=split, method="theta")
    assert (whole.count, whole.orbits) == (1056, 22)
    again = count_maximum(board, k=13, method="theta")
    np.testing.assert_array_equal(whole.cells, again.cells)


def test_the_same_in_processes():
    found = count_maximum(Board.cube(6, 3), k=21, split=Execution("processes:2"), method="theta")
    assert (found.count, found.orbits) == (912, 19)


def test_a_stop_ends_a_count_that_takes_hours():
    stop = threading.Event()

    def stop_when_it_counts(news):
        if news.nodes:
            stop.set()

    board = Board.cube(9, 3)
    found = count_maximum(
        board, k=60, run=RunContext(progress=stop_when_it_counts, stop=stop), method="theta"
    )
    assert (found.status, found.count) == (Status.STOPPED, None)
    assert found.nodes > 0


@pytest.mark.parametrize(("n", "d", "pruned"), [(6, 3, False), (7, 3, True), (3, 6, False)])
def test_bounds_prune_where_cells_are_many(n, d, pruned):
    assert (other_method(Board.cube(n, d)) == "other theta") is pruned
    assert other_method(Board.cube(n, d), 2) is None


def test_methods_that_do_not_suit_are_refused():
    with pytest.raises(InputError, match="theta bounds serve to count on flat boards"):
        count_maximum(Board.cube(4, 3, torus=True), method="theta")
    with pytest.raises(InputError, match="there is no method 'guess' of counting"):
        count_maximum(Board.cube(3, 3), method="guess")


def test_symmetries_that_keep_sets_by_looking_at_all():
    free = CountCells(Placement(Board.cube(3, 3)))
    everything = free.images(free.maps, np.arange(27))
    assert len(np.unique(everything, axis=0)) == 48
    sets = np.array([[0, 13], [0, 26], [3, 4]])
    expected = [
        sum(set(image[chosen]) == set(chosen) for image in everything) for chosen in sets.tolist()
    ]
    assert free.kept_by(sets).tolist() == expected
    orbits = {tuple(sorted(set(column))) for column in everything.T.tolist()}
    assert len(orbits) == free.orbits.max() + 1
    for orbit in orbits:
        assert len(set(free.orbits[list(orbit)].tolist())) == 1


def test_totals_are_exact_in_files():
    free = CountCells(Placement(Board.cube(3, 3)))
    node = Node.of(free, (), (), np.arange(27), {})
    totals = Totals(4)
    totals.enter(free, (node.orbit(0), node.orbit(1)), np.array([[0, 1, 5]]))
    again = Totals(4, totals.texts())
    assert (again.found, again.fixed, again.used) == (totals.found, totals.fixed, totals.used)
    assert sum(again.used) == 3 * again.found


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05])
def test_a_level_of_the_tree_leaves_the_nodes_with_more_queens_to_others(seconds):
    """Also where some of them are begun: no set is lost, and none is counted twice."""
    work = CountWork(Board.cube(3, 3), (), BARE._replace(depth=0))
    waiting = [ThetaCountTask((), (), pack(np.arange(27), 27))]
    totals = Totals(4)
    while waiting:
        task = waiting.pop()
        part = work(task, TaskState(arrays={"need": np.array(4)}), seconds)
        part = part if part.done else theta_count._level(task, part)
        while not part.done:
            part = work(task, part, 0.02)
        totals.add(Totals(4, part.arrays["totals"]))
        children = [child for child, _ in theta_count._children(part)]
        assert all(len(child.queens) > len(task.queens) for child in children)
        waiting += children
    assert totals.found == 16
