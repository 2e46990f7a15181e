import json
import threading
from functools import cache
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.notation import parse_squares, squares_text
from nqviz.core.placement import Placement
from nqviz.core.rings import capacities, corner_cells, ring_names, ring_sizes, ring_vector
from nqviz.problems.rings import Kind, completions, distribution, explain, explanation_text
from nqviz.problems.rings.cases import sub_cases
from nqviz.rendering.figures.rings_files import explanation_page
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status
from tests.nqviz.oracle import full_planar_placements

PUBLISHED = json.loads(
    resources.files("nqviz_resources.reference").joinpath("rings.json").read_text("utf-8")
)


@cache
def solutions(n):
    return [list(enumerate(files)) for files in full_planar_placements(n)]


def placement(n, cells=()):
    return Placement(Board.cube(n, 2), cells)


def on(n, names):
    board = Board.cube(n, 2)
    return Placement.from_indices(board, parse_squares(names, board))


def found_sets(search):
    return sorted(tuple(sorted(each)) for each in search.value.solutions)


# Rings -------------------------------------------------------------------------------------------


def test_sizes_and_names():
    assert ring_sizes(8) == (4, 12, 20, 28)
    assert ring_sizes(9) == (1, 8, 16, 24, 32)
    assert ring_names(3) == ("S1", "S8")
    assert all(sum(ring_sizes(n)) == n * n for n in range(1, 30))


@pytest.mark.parametrize("n", range(1, 11))
def test_every_solution_keeps_the_capacities_and_the_rules_of_corners(n):
    listed = {sub.rings for sub in sub_cases(placement(n))}
    for cells in solutions(n):
        vector = ring_vector(placement(n, cells))
        assert all(low <= k <= high for k, (low, high) in zip(vector, capacities(n), strict=True))
        assert vector in listed
        queens = {x * n + y for x, y in cells}
        corners = [len(queens & set(corner_cells(n, ring))) for ring in range(len(vector))]
        assert all(count <= 1 for count in corners)
        assert sum(corners) <= 2
        if n >= 4:
            assert (vector[-1], corners[-1]) in ((3, 1), (4, 0))


def test_solutions_of_8_by_ring_vector():
    published = PUBLISHED["solutions"]["vectors"]
    found = distribution(Board.cube(8, 2))
    assert found.value.counts == {tuple(each["rings"]): each["solutions"] for each in published}
    assert found.status is Status.OPTIMAL


@pytest.mark.parametrize("n", range(1, 11))
def test_distributions_against_brute_force(n):
    expected = {}
    for cells in solutions(n):
        vector = ring_vector(placement(n, cells))
        expected[vector] = expected.get(vector, 0) + 1
    assert distribution(Board.cube(n, 2)).value.counts == expected


def test_a_stopped_distribution_is_no_proof():
    stop = threading.Event()
    stop.set()
    assert distribution(Board.cube(12, 2), run=RunContext(stop=stop)).status is Status.STOPPED


# Cases -------------------------------------------------------------------------------------------


def test_cases_as_in_the_tables_of_the_paper():
    for n, cases in ((8, 4), (10, 4), (9, 7), (11, 7)):
        listed = sub_cases(placement(n))
        assert max(each.case for each in listed) == cases
    inner = {sub.case: (*sub.rings[:2], sub.rings[-1]) for sub in sub_cases(placement(9))}
    assert inner == {
        1: (1, 0, 4),
        2: (0, 2, 4),
        3: (0, 1, 4),
        4: (0, 0, 4),
        5: (0, 2, 3),
        6: (0, 1, 3),
        7: (0, 0, 3),
    }


def test_attacking_givens_have_no_cases():
    with pytest.raises(InputError, match="cannot be completed"):
        sub_cases(on(8, "a1,b2"))
    with pytest.raises(InputError, match="flat squares"):
        sub_cases(Placement(Board((4, 5))))


# Completion --------------------------------------------------------------------------------------


def test_the_completion_of_the_paper():
    published = PUBLISHED["completion"]
    search = explain(on(8, ",".join(published["givens"])))
    told = [
        {"name": sub.name, "rings": list(sub.rings), "solutions": count}
        for sub, count in zip(search.value.cases, search.value.counts, strict=True)
    ]
    assert told == published["sub_cases"]
    board = Board.cube(8, 2)
    names = sorted(squares_text(board, each.indices.tolist()) for each in search.value.solutions)
    assert names == sorted(", ".join(each) for each in published["solutions"])
    root = search.value.explanation
    first = root.children[0].children[0]
    alternatives = [squares_text(board, each.placed) for each in first.children]
    assert sorted(alternatives) == sorted(
        ", ".join(each) for each in published["first_alternatives"]
    )
    assert root.solutions == 2
    assert [case.solutions for case in root.children] == [2, 0]


@settings(max_examples=40, deadline=None)
@given(data=st.data(), n=st.integers(4, 10))
def test_completions_against_brute_force(data, n):
    least = max(0, n - 7)  # enough givens for a quick search
    count = data.draw(st.integers(least, n))
    if data.draw(st.booleans()):
        cells = data.draw(st.sampled_from(solutions(n)))
        givens = data.draw(st.permutations(cells))[:count]
    else:
        files = data.draw(st.permutations(range(n)))
        givens = []
        for x, y in enumerate(files):
            if len(givens) < count and all(abs(x - a) != abs(y - b) for a, b in givens):
                givens.append((x, y))
    search = completions(placement(n, givens))
    expected = [tuple(cells) for cells in solutions(n) if set(givens) <= set(cells)]
    assert found_sets(search) == sorted(expected)
    assert search.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
    assert sum(search.value.counts) == len(expected)


@pytest.mark.parametrize("n", range(1, 8))
def test_all_solutions_of_small_boards(n):
    search = completions(placement(n))
    assert found_sets(search) == sorted(map(tuple, solutions(n)))


def test_the_tree_is_consistent():
    search = explain(on(7, "b2"))
    ends = 0
    for node in search.value.explanation.walk():
        for child in node.children:
            assert set(child.queens) == set(node.queens) | set(child.placed)
            assert not set(child.excluded) & set(child.allowed)
        if node.kind is Kind.SOLUTION:
            ends += 1
            assert len(node.queens) == 7
        if node.kind is Kind.CONTRADICTION:
            assert not node.children
            assert node.reasons[-1].startswith("No solution: ")
        assert node.title
    assert ends == search.value.explanation.solutions == len(search.value.solutions)
    assert found_sets(search) == found_sets(completions(on(7, "b2")))


def test_limits_and_stops_are_no_proofs():
    assert completions(placement(10), run=RunContext(Limit(nodes=50))).status is Status.LIMIT
    stop = threading.Event()
    stop.set()
    search = explain(placement(10), run=RunContext(stop=stop))
    assert search.status is Status.STOPPED
    assert "so far" in search.value.explanation.reasons[0]


# Exports -----------------------------------------------------------------------------------------


def test_explanations_as_text_and_as_a_page():
    search = explain(on(8, "b4,d5"))
    text = explanation_text(search.value.explanation)
    assert text.count("Sub-case ") == 7
    assert text.count("Solution: ") == 2
    page = explanation_page(search.value.explanation, Board.cube(8, 2))
    assert page.count("<svg role=") == sum(1 for _ in search.value.explanation.walk())
    assert "prefers-color-scheme: dark" in page
    assert "http" not in page
    json.dumps(search.value.explanation.entries(Board.cube(8, 2)))


def test_squares():
    board = Board.cube(8, 2)
    assert on(8, "b4, d5").coordinates() == [[2, 4], [4, 5]]
    assert squares_text(board, [board.index((7, 7))]) == "h8"
    for bad in ("b9", "i1", "4b", "b0", "b4,b4", "bb4"):
        with pytest.raises(InputError):
            parse_squares(bad, board)
    with pytest.raises(InputError, match="26 files"):
        parse_squares("a1", Board.cube(27, 2))
