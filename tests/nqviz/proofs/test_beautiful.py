"""Proofs of most beautiful placements: right ones hold, wrong and altered ones are refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError
from nqviz.problems.planar import fingerprint
from nqviz.proofs import BeautifulClaim, BeautifulProof, QueensLeaf, check, load, save
from nqviz.proofs.level_node import LevelNode
from nqviz.proofs.proof import FOUND, NONE, ON, Flawed
from nqviz.proofs.queens_search import Groups, QueensSearch
from tests.nqviz.oracle import full_planar_placements

from .made import assert_refused

PLACE, SEARCH, PRICES, _, SAME, *_ = QueensLeaf


@cache
def placements(n: int) -> list[tuple[int, ...]]:
    return [tuple(columns) for columns in full_planar_placements(n)]


def searched(claim: BeautifulClaim) -> BeautifulProof:
    """Return a proof that leaves all to the checker's search."""
    proof = BeautifulProof(claim, [])
    return replace(proof, tree=[(SEARCH, 0) for node in proof.roots() if not node.is_closed])


@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 8])
def test_only_placements_with_the_least_fingerprint_are_proven(n: int) -> None:
    least = min(map(fingerprint, placements(n)))
    for columns in placements(n):
        verdict = check(searched(BeautifulClaim(Board.cube(n, 2), columns)))
        assert verdict.valid is (fingerprint(columns) == least)


def within(node: LevelNode, columns: tuple[int, ...]) -> bool:
    """Return whether a placement has the queens of a node, and as many as it says on levels."""
    n = len(columns)
    cells = [row * n + column for row, column in enumerate(columns)]
    costs = node.claim.costs.ravel()
    first = [each for each in node.queens if each in cells]
    others = [each for each in cells if each not in node.queens]
    counts = [sum(costs[each] == level for each in others) for level in node.levels]
    return (
        len(first) == len(node.queens)
        and all(node.free.flat[each] for each in others)
        and counts[:-1] == list(node.room[:-1])
        and counts[-1] <= node.room[-1]
    )


@settings(deadline=None, max_examples=80)
@given(st.integers(5, 8), st.integers(0, 10**6))
def test_prices_remove_no_cell_of_a_placement(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    worst = max(placements(n), key=fingerprint)  # so that many are more beautiful
    claim = BeautifulClaim(Board.cube(n, 2), worst)
    node = LevelNode.root(claim, int(rng.integers(len(claim.levels))))
    for _ in range(int(rng.integers(0, 3))):
        if not node.is_closed:
            node = node.below(int(rng.choice(np.flatnonzero(node.free))))
    inside = [each for each in placements(n) if within(node, each)]
    if node.is_closed:
        assert not inside
        return
    lines, levels = sum(map(len, node.lines())), len(node.levels)
    prices = rng.integers(0, 20, lines + levels)
    prices[: n - len(node.queens)] -= 10
    prices[lines:-1] -= 10
    left = node.priced(prices)
    assert not (left.free & ~node.free).any()
    assert [each for each in placements(n) if within(left, each)] == inside


@pytest.mark.parametrize("n", [6, 7, 8])
def test_nodes_in_the_same_state_hold_as_many_placements(n: int) -> None:
    claim = BeautifulClaim(Board.cube(n, 2), max(placements(n), key=fingerprint))
    root = LevelNode.root(claim, 0)
    counts: dict[object, set[int]] = {}
    for first in np.flatnonzero(root.free):
        one = root.below(int(first))
        for second in np.flatnonzero(one.free):
            node = one.below(int(second))
            if not node.is_closed:
                count = sum(within(node, each) for each in placements(n))
                counts.setdefault(node.state(), set()).add(count)
    assert counts
    assert all(len(each) == 1 for each in counts.values())
    assert len(counts) < len(np.flatnonzero(root.free)) ** 2 / 8


def test_a_node_is_closed_as_an_earlier_one_only_where_there_is_one(
    eight: BeautifulProof,
) -> None:
    """The root with a queen on a cell, and then on its mirror image, are in the same state."""
    root = next(node for node in eight.roots() if not node.is_closed)
    cell = next(
        int(each) for each in np.flatnonzero(root.free) if not root.below(int(each)).is_closed
    )
    image = 8 * (cell // 8) + 7 - cell % 8
    assert root.below(cell).state() == root.below(image).state()
    verdict = check(replace(eight, tree=[(PLACE, cell), (SAME, 0), *eight.tree]))
    assert verdict.valid is False
    assert "not there" in verdict.message


def test_a_mirror_image_is_closed_as_the_node_before() -> None:
    best = min(placements(7), key=fingerprint)
    plain = searched(BeautifulClaim(Board.cube(7, 2), best))
    root = next(node for node in plain.roots() if not node.is_closed)
    middle = next(cell for cell in range(3, 49, 7) if root.free.flat[cell])
    node = root.below(middle)
    cell = next(
        int(each) for each in np.flatnonzero(node.free) if not node.below(int(each)).is_closed
    )
    image = 7 * (cell // 7) + 6 - cell % 7
    left = node.without_cell(cell)
    assert not left.below(image).is_closed
    tree = [(PLACE, middle), (PLACE, cell), (SEARCH, 1), (PLACE, image), (SAME, 0)]
    if not left.without_cell(image).is_closed:
        tree.append((SEARCH, 1))
    tree += plain.tree if not root.without_cell(middle).is_closed else plain.tree[1:]
    assert check(replace(plain, tree=tree)).valid
    wrong = [*tree[:2], (SAME, 0), *tree[3:]]
    assert check(replace(plain, tree=wrong)).valid is False


@settings(deadline=None, max_examples=60)
@given(st.integers(5, 8), st.integers(0, 10**6))
def test_the_search_of_a_node_finds_what_it_holds(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    worst = max(placements(n), key=fingerprint)
    claim = BeautifulClaim(Board.cube(n, 2), worst)
    node = LevelNode.root(claim, int(rng.integers(len(claim.levels))))
    for _ in range(int(rng.integers(0, 4))):  # on the outer lines, so that fewer are open
        edge = np.flatnonzero(node.free & (claim.costs >= (n - 1) ** 2))
        if len(edge) and not node.is_closed:
            node = node.below(int(rng.choice(edge)))
    if node.is_closed:
        return
    end = node.search().go_on(10**6)
    assert (end == FOUND) == any(within(node, each) for each in placements(n))


def test_a_node_is_searched_once_its_open_lines_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = BeautifulClaim(Board.cube(8, 2), min(placements(8), key=fingerprint))
    node = LevelNode.root(claim, 0)
    monkeypatch.setattr("nqviz.proofs.level_node.WIDTH", 7)
    assert not node.fits
    with pytest.raises(Flawed, match="more than 7 rows"):
        node.search()
    corner = replace(node, free=np.ones((8, 8), np.bool_)).below(0)
    assert corner.fits
    assert corner.search().go_on(10**6) in (FOUND, NONE)


@settings(deadline=None, max_examples=60)
@given(st.integers(4, 7), st.integers(0, 10**6), st.integers(1, 4))
def test_the_search_keeps_to_groups(n: int, seed: int, slice_: int) -> None:
    rng = np.random.default_rng(seed)
    of_cells = rng.integers(0, 4, (n, n))
    room, is_exact = rng.integers(0, 4, 2), rng.random(2) < 0.5
    groups = Groups(np.array([of_cells == 0, of_cells == 1]), room, is_exact)
    search = QueensSearch(np.ones((n, n), np.bool_), np.arange(n), np.arange(n), groups)
    while (end := search.go_on(slice_)) == ON:
        pass
    fits = [
        all(
            count == most if exact else count <= most
            for count, most, exact in zip(
                [sum(of_cells[range(n), columns] == group) for group in range(2)],
                room,
                is_exact,
                strict=True,
            )
        )
        for columns in permutations(range(n))
        if columns in placements(n)
    ]
    assert end == (FOUND if any(fits) else NONE)


@pytest.fixture
def eight() -> BeautifulProof:
    """Return a proof with a queen placed."""
    proof = searched(BeautifulClaim(Board.cube(8, 2), min(placements(8), key=fingerprint)))
    root = next(node for node in proof.roots() if not node.is_closed)
    cell = root.branch()
    tree = [(PLACE, cell), *([] if root.below(cell).is_closed else [(SEARCH, 9)]), *proof.tree]
    proof = replace(proof, tree=tree)
    assert check(proof).valid
    return proof


def test_what_is_no_proof_says_why(eight: BeautifulProof) -> None:
    refused = partial(assert_refused, eight)
    claim, tree, zeros = eight.claim, eight.tree, np.zeros(200, np.int64)
    refused("ends before", tree=[])
    refused("ends before", tree=tree[:-1])
    refused("after its end", tree=[*tree, (SEARCH, 0)])
    refused("not free", tree=[(PLACE, 0), *tree])
    refused("not free", tree=[(PLACE, -1), *tree])
    refused("not free", tree=[(PLACE, 64), *tree])
    refused("unknown kind", tree=[(7, 0)])
    refused("from 0 on, which are missing", tree=[(PRICES, 0)])
    refused("out of range", tree=[(PRICES, 0)], prices=zeros - 1)
    refused("out of range", tree=[(PRICES, 0)], prices=zeros + 2**40)
    refused("removes no cell", tree=[(PRICES, 0)], prices=zeros)
    refused("attack each other", claim=replace(claim, columns=tuple(range(8))))
    refused("in each row", claim=replace(claim, columns=(0, 0, *range(2, 8))))
    refused("not checked", claim=replace(claim, board=Board((8, 8), torus=True)))
    worst = max(placements(8), key=fingerprint)
    refused("a search finds", claim=replace(claim, columns=worst), tree=[(SEARCH, 0)] * 9)


def test_a_queen_that_is_placed_last_is_found_out() -> None:
    worst, best = (each(placements(5), key=fingerprint) for each in (max, min))
    if fingerprint(worst) == fingerprint(best):
        worst, best = (each(placements(7), key=fingerprint) for each in (max, min))
    n = len(best)
    tree: list[tuple[int, int]] = [(PLACE, row * n + column) for row, column in enumerate(best)]
    verdict = check(BeautifulProof(BeautifulClaim(Board.cube(n, 2), worst), tree))
    assert verdict.valid is False


def test_a_file_holds_the_proof(eight: BeautifulProof, tmp_path: Path) -> None:
    save(eight, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, BeautifulProof)
    assert (again.claim, again.tree) == (eight.claim, eight.tree)
    places = " ".join(str(column + 1) for column in eight.claim.columns)
    assert str(again.claim) == (
        f"no 8 queens on the (8,2) board are more beautiful than, column by column, {places}"
    )


@pytest.mark.parametrize(
    ("board", "columns", "word"),
    [
        (Board.cube(6, 2), (1, 3, 5), "6 numbers"),
        (Board.cube(6, 2), (), "6 numbers"),
        (Board.cube(4, 2, piece="rook"), (1, 3, 0, 2), "flat squares"),
    ],
)
def test_files_of_other_claims_are_refused(
    board: Board, columns: tuple[int, ...], word: str, tmp_path: Path
) -> None:
    save(BeautifulProof(BeautifulClaim(board, columns), []), tmp_path / "proof")
    with pytest.raises(InputError, match=word):
        load(tmp_path / "proof")
