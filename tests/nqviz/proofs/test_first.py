"""Proofs of first placements: right ones hold, wrong and altered ones are refused."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError
from nqviz.proofs import FirstClaim, FirstProof, QueensLeaf, check, load, save
from nqviz.proofs.choice_search import ChoiceSearch
from nqviz.proofs.claim import Mask
from nqviz.proofs.diagonals import diagrams, highest_price
from nqviz.proofs.first_node import FirstNode, Lines
from nqviz.proofs.proof import FOUND, NONE, ON, Flawed
from nqviz.proofs.queens_search import QueensSearch
from nqviz.proofs.squares import SHIFT
from tests.nqviz.problems.first.boards import completion

from .made import assert_refused

PLACE, SEARCH, PRICES, LISTED, _, CHOICES, WIDE = QueensLeaf


def apart(cells: list[tuple[int, int]]) -> bool:
    """Return whether no two queens attack each other; one is on each row and column."""
    pairs = combinations(cells, 2)
    return all(abs(a - c) != abs(b - d) for (a, b), (c, d) in pairs)


def placements(free: Mask, columns: list[int]) -> list[list[tuple[int, int]]]:
    """Return all placements of a queen in each row and column on free cells."""
    rows = range(len(columns))
    every = ([*zip(rows, each, strict=True)] for each in permutations(columns))
    return [cells for cells in every if all(free[cell] for cell in cells) and apart(cells)]


@st.composite
def rests(draw: st.DrawFn, gap: int = 0) -> Lines:
    """Draw open rows and columns, with all cells free or some.

    `gap`: of so many columns between the fourth and the fifth.
    """
    columns = sorted(draw(st.sets(st.integers(0, 8), min_size=1, max_size=6)))
    columns = [column + gap * (column > 3) for column in columns]
    free = np.zeros((len(columns), columns[-1] - columns[0] + 1), dtype=np.bool_)
    full = draw(st.booleans())
    for row in range(len(columns)):
        for column in columns:
            free[row, column - columns[0]] = full or draw(st.booleans())
    return Lines(free, np.array(columns))


def searched(claim: FirstClaim) -> FirstProof:
    """Return a proof that leaves all to the checker's search."""
    proof = FirstProof(claim, [])
    return replace(proof, tree=[(SEARCH, 0) for node in proof.roots() if not node.is_closed])


@pytest.mark.parametrize("n", range(1, 9))
def test_only_the_first_placement_is_proven(n: int) -> None:
    board = Board.cube(n, 2)
    every = [each for each in permutations(range(n)) if apart([*enumerate(each)])]
    for place, columns in enumerate(every):
        verdict = check(searched(FirstClaim(board, columns)))
        assert verdict.valid is (place == 0)
    assert check(searched(FirstClaim(board, ()))).valid is not bool(every)


@pytest.mark.parametrize("n", range(9, 13))
def test_a_reflection_of_the_first_placement_is_not_the_first(n: int) -> None:
    board, first = Board.cube(n, 2), completion(n, ())
    assert first is not None
    assert check(searched(FirstClaim(board, first))).valid
    assert check(searched(FirstClaim(board, first[::-1]))).valid is False
    later = tuple(n - 1 - column for column in first)
    assert check(searched(FirstClaim(board, later))).valid is False


@settings(deadline=None, max_examples=60)
@given(rests(), st.integers(1, 4))
def test_the_search_by_choices_finds_what_there_is(lines: Lines, slice_: int) -> None:
    search = ChoiceSearch(lines)
    while (end := search.go_on(slice_)) == ON:
        pass
    expected = placements(lines.free, lines.columns.tolist())
    assert end == (FOUND if expected else NONE)


def test_a_search_by_choices_makes_a_proof_of_version_2() -> None:
    claim = FirstClaim(Board.cube(8, 2), (0, 4, 7, 5, 2, 6, 1, 3))
    proof = searched(claim)
    assert proof.version == 1
    by_choices = replace(proof, tree=[(CHOICES, 0)] * len(proof.tree))
    assert by_choices.version == 2
    assert check(by_choices).valid
    later = searched(FirstClaim(claim.board, (0, 5, 7, 2, 6, 3, 1, 4)))
    verdict = check(replace(later, tree=[(CHOICES, 0)] * len(later.tree)))
    assert verdict.valid is False
    assert "comes before" in verdict.message


@settings(deadline=None, max_examples=60)
@given(rests(), st.integers(1, 4))
def test_the_search_finds_what_there_is(lines: Lines, slice_: int) -> None:
    search = QueensSearch(lines.free, lines.columns)
    while (end := search.go_on(slice_)) == ON:
        pass
    exists = bool(placements(lines.free, lines.columns.tolist()))
    assert end == (FOUND if exists else NONE)


@settings(deadline=None, max_examples=60)
@given(rests() | rests(gap=60) | rests(gap=130))
def test_the_squares_of_all_placements_are_within_their_bounds(lines: Lines) -> None:
    found = placements(lines.free, lines.columns.tolist())
    bounds = lines.squares()
    if bounds is None:
        assert not found
        return
    mean, least, most = bounds
    for cells in found:
        assert least <= sum((row + column - mean) ** 2 for row, column in cells) <= most


@settings(deadline=None, max_examples=60)
@given(rests(), st.integers(0, 10**6))
def test_the_highest_price_is_that_of_the_choices(lines: Lines, seed: int) -> None:
    rng = np.random.default_rng(seed)
    totals, k = lines.totals, len(lines.columns)
    prices = [rng.integers(-9, 10, len(each)) for each in (lines.sums, lines.steps)]
    lists = []
    for values, total in ((lines.sums, totals.sums), (lines.steps, totals.steps)):
        every = [list(each) for each in combinations(range(len(values)), k)]
        lists.append([each for each in every if values[each].sum() == total])
    best = None
    for a in lists[0]:
        for b in lists[1]:
            sums, steps = lines.sums[a], lines.steps[b]
            squares = int((sums**2).sum() + (steps**2).sum())
            if squares == totals.squares and (sums % 2).sum() == ((steps - SHIFT) % 2).sum():
                price = int(prices[0][a].sum() + prices[1][b].sum())
                best = price if best is None else max(best, price)
    assert highest_price(totals, lines.sums, lines.steps, prices[0], prices[1]) == best
    both = diagrams(totals, lines.sums, lines.steps)
    assert (both is None) is (best is None)
    for family, diagram in enumerate(both or ()):
        highest, arcs = diagram.highest(prices[family])
        for key, price in enumerate(highest.tolist()):
            chosen = diagram.choice(arcs, key)
            assert np.flatnonzero(chosen).tolist() in lists[family]
            assert int(prices[family][chosen].sum()) == price


@settings(deadline=None, max_examples=80)
@given(st.integers(4, 8), st.integers(0, 10**6), st.booleans())
def test_prices_remove_no_cell_of_a_placement(n: int, seed: int, is_listed: bool) -> None:
    rng = np.random.default_rng(seed)
    node = FirstNode.root(FirstClaim(Board.cube(n, 2), ()))
    for _ in range(int(rng.integers(0, 3))):
        if not node.is_closed:
            node = node.below(int(rng.choice(node.choices)))
    if node.is_closed:
        return
    lines = node.lines()
    least = -20 if is_listed else 0
    prices = np.concatenate(
        (
            rng.integers(-20, 20, len(lines.columns)),
            rng.integers(least, 20, len(lines.sums) + len(lines.steps)),
            rng.integers(-5, 5, 0 if is_listed else 1),
        )
    )
    left = node.priced(prices, is_listed).lines().free
    assert not (left & ~lines.free).any()
    for cells in placements(lines.free, lines.columns.tolist()):
        assert all(left[cell] for cell in cells)


@settings(deadline=None, max_examples=80)
@given(rests(gap=60), st.integers(0, 10**6))
def test_prices_of_wide_nodes_remove_no_cell_of_a_placement(lines: Lines, seed: int) -> None:
    n, k, rng = 70, len(lines.columns), np.random.default_rng(seed)
    closed = np.setdiff1d(np.arange(n), lines.columns)
    queens = tuple((n * np.arange(n - k) + closed).tolist())
    free = np.zeros((n, n), dtype=np.bool_)
    free[n - k + lines.rows, lines.places] = True
    claim = FirstClaim(Board.cube(n, 2), ())
    node = FirstNode(queens, free, claim.attacks)
    if node.is_closed:
        return
    prices = rng.integers(0, 20, lines.price_count(is_listed=False))
    prices[:k] -= 10
    prices[-1] = rng.integers(-1, 2)
    proof = FirstProof(claim, [])
    kind = PRICES if node.fits else WIDE
    left = proof.priced(node, kind, prices).free
    assert not (left & ~free).any()
    for cells in placements(lines.free, lines.columns.tolist()):
        assert all(left[n - k + row, column] for row, column in cells)
    if not node.fits:
        with pytest.raises(Flawed, match="open columns"):
            proof.price_count(node, PRICES)


@pytest.fixture
def six() -> FirstProof:
    """Return a proof with a queen placed."""
    claim = FirstClaim(Board.cube(6, 2), (1, 3, 5, 0, 2, 4))
    proof = searched(claim)
    columns = next(proof.roots()).choices
    tree = [(PLACE, columns[0]), (SEARCH, 9), *proof.tree[1:]]
    proof = replace(proof, tree=tree)
    assert check(proof).valid
    return proof


def test_what_is_no_proof_says_why(six: FirstProof) -> None:
    refused = partial(assert_refused, six)
    claim, tree, zeros = six.claim, six.tree, np.zeros(28, np.int64)
    refused("ends before", tree=[])
    refused("ends before", tree=tree[:-1])
    refused("after its end", tree=[*tree, (SEARCH, 0)])
    refused("not free", tree=[(PLACE, 1), *tree])
    refused("not free", tree=[(PLACE, -1), *tree])
    refused("unknown kind", tree=[(7, 0)])
    refused("from 0 on, which are missing", tree=[(PRICES, 0)])
    refused("from -1 on, which are missing", tree=[(PRICES, -1)], prices=zeros)
    refused("from 1 on, which are missing", tree=[(PRICES, 1)], prices=zeros)
    refused("out of range", tree=[(PRICES, 0)], prices=zeros - 1)
    refused("out of range", tree=[(LISTED, 0)], prices=zeros + 2**40)
    refused("removes no cell", tree=[(PRICES, 0)], prices=zeros)
    refused("removes no cell", tree=[(LISTED, 1)], prices=zeros)
    refused("attack each other", claim=replace(claim, columns=(1, 3, 5, 0, 4, 2)))
    refused("in each row", claim=replace(claim, columns=(1, 3, 5)))
    refused("in each row", claim=replace(claim, columns=(1, 3, 5, 0, 2, -2)))
    least = np.full(28, np.iinfo(np.int64).min)
    refused("out of range", tree=[(LISTED, 0)], prices=least)
    refused("a search finds", claim=replace(claim, columns=(4, 2, 0, 5, 3, 1)))
    refused("not checked", claim=FirstClaim(Board((6, 6), torus=True), claim.columns))
    refused("not checked", claim=FirstClaim(Board.cube(151, 2), ()))
    refused("64 open columns", claim=FirstClaim(Board.cube(65, 2), ()), tree=[(SEARCH, 0)])
    down = [(PLACE, column) for column in claim.columns]
    refused("holds a placement", claim=replace(claim, columns=()), tree=down)


def test_a_file_holds_the_proof(six: FirstProof, tmp_path: Path) -> None:
    save(six, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, FirstProof)
    assert (again.claim, again.tree) == (six.claim, six.tree)
    assert str(again.claim) == (
        "the first placement of 6 queens on the (6,2) board, column by column, is 2 4 6 1 3 5"
    )
    assert str(FirstClaim(Board.cube(3, 2), ())) == "no placement on the (3,2) board has 3 queens"


@pytest.mark.parametrize(
    ("board", "columns", "word"),
    [
        (Board.cube(6, 2), (1, 3, 5), "6 numbers"),
        (Board.cube(6, 2), (1, 3, 5, 0, 2, 6), "6 numbers"),
        (Board.cube(3, 3), (), "flat squares"),
        (Board.cube(4, 2, piece="rook"), (), "flat squares"),
        (Board.cube(200, 2), (), "200 rows"),
    ],
)
def test_files_of_other_claims_are_refused(
    board: Board, columns: tuple[int, ...], word: str, tmp_path: Path
) -> None:
    save(FirstProof(FirstClaim(board, columns), []), tmp_path / "proof")
    with pytest.raises(InputError, match=word):
        load(tmp_path / "proof")
