"""Counts on boards of side 3 as packings of subcubes, against the general search."""

from itertools import combinations

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, Status
from nqviz.bounds.subcubes import most_subcubes
from nqviz.core.kernel_identity import signature
from nqviz.counting import count_maximum
from nqviz.counting.maximum.count import other_method
from nqviz.counting.subcube_search import DEAD, choose
from nqviz.counting.subcubes import SubcubeTask, cube, subcube_task
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import Execution, TaskState

WAYS = ["subcubes", "other subcubes"]


@pytest.mark.parametrize("d", [2, 3, 4])
def test_queens_attack_each_other_unless_disjoint_subcubes_of_different_kinds(d):
    board, whole = Board.cube(3, d), cube(d)
    bits = 1 << np.arange(d)
    number = {int(axes): kind for kind, axes in enumerate(whole.axes)}
    cells = board.cells(np.arange(board.size))
    kinds = [number[int(bits[cell == 1].sum())] for cell in cells]
    masks = [
        int(whole.cubes[kind, bits[cell == 2].sum()])
        for kind, cell in zip(kinds, cells, strict=True)
    ]
    attacks = board.attack_graph.toarray()
    for a, b in combinations(range(board.size), 2):
        assert bool(attacks[a, b]) == (kinds[a] == kinds[b] or masks[a] & masks[b] != 0)


@pytest.mark.parametrize("method", WAYS)
@pytest.mark.parametrize("d", [3, 4, 5])
def test_packings_are_what_the_search_by_covers_counts(d, method):
    board = Board.cube(3, d)
    found, expected = (count_maximum(board, method=each) for each in (method, "covers"))
    assert (found.status, found.queens) == (Status.OPTIMAL, expected.queens)
    assert (found.count, found.orbits) == (expected.count, expected.orbits)
    np.testing.assert_array_equal(found.cells, expected.cells)
    assert "subcubes" in found.engine
    assert count_maximum(board).engine == count_maximum(board, method="subcubes").engine


def test_the_vertices_bound_how_many_subcubes_there_are():
    assert [most_subcubes(d) for d in range(1, 9)] == [1, 2, 4, 6, 11, 19, 32, 52]
    assert count_maximum(Board.cube(3, 4), k=7).count == 0


def test_where_packings_do_not_serve():
    board = Board.cube(3, 4)
    corner = Placement(board, [(0, 0, 0, 0)])
    assert "subcubes" not in count_maximum(board, k=3).engine
    assert "subcubes" not in count_maximum(board, givens=corner).engine
    assert "subcubes" not in count_maximum(Board.cube(3, 3, piece="rook")).engine
    for wrong in (Board.cube(4, 3), Board.cube(3, 3, torus=True), Board.cube(3, 7)):
        with pytest.raises(InputError):
            count_maximum(wrong, method="subcubes")
    assert other_method(Board.cube(3, 6)) == "other subcubes"
    assert other_method(board) is None


def test_a_part_goes_on_from_where_a_slice_left_it():
    need = TaskState(arrays={"need": np.array(11)})
    root = subcube_task(5, False, (), need, 1.0)
    rows = zip(*(root.arrays[name].tolist() for name in ("sets", "numbers", "placed")), strict=True)
    (blocked, undecided), (spare, weight), placed = max(rows, key=lambda row: row[0][1].bit_count())
    task = SubcubeTask(blocked, undecided, spare, weight, tuple(map(tuple, placed)))
    task = task._replace(placed=tuple(each for each in task.placed if each[0] >= 0))
    whole = subcube_task(5, False, task, need, 60.0)
    part, slices = need, 0
    while not part.done:
        part = subcube_task(5, False, task, part, 0.0)
        slices += 1
    assert part.arrays["found"].tolist() == whole.arrays["found"].tolist()
    assert (part.nodes, slices > 0) == (whole.nodes, True)


def test_a_vertex_without_a_way_is_dead():
    whole = cube(2)
    only = np.uint64(1)  # the kind of single vertices
    assert choose(whole.cubes, np.uint64(0), only, 0, whole.everything, False)[0] != DEAD
    assert choose(whole.cubes, whole.everything, only, 0, whole.everything, False)[0] == DEAD


def test_a_long_count_is_cut_off_and_goes_on_from_its_file(tmp_path):
    board, split, seen = Board.cube(3, 6), Execution("threads:1", tmp_path / "six"), []
    first = count_maximum(board, RunContext(Limit(nodes=1000)), k=19, split=split)
    assert (first.status, first.count) == (Status.LIMIT, None)
    again = count_maximum(
        board, RunContext(Limit(nodes=first.nodes), seen.append), k=19, split=split
    )
    assert again.nodes > first.nodes > 1000
    assert seen[0].nodes == first.nodes  # kept in the file


@pytest.mark.parametrize("d", [2, 3, 5])
def test_the_arrays_of_a_cube_fit_the_compiled_kernels(d):
    board = cube(d)
    arrays = board.cubes, board.turns, board.kind_turns, board.axes
    assert signature(arrays) == "uint64[2], int64[2], int64[2], int64[1]"
