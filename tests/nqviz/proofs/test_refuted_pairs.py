"""Trees in which the cells of refuted pairs attack each other: they lose no placement."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.engines.bits import pack
from nqviz.engines.theta.free_cells import SearchCells, ThetaTask
from nqviz.proofs import Claim, Leaf, Symmetries, TreeProof, check, load, save
from nqviz.proofs.tree import _Node
from tests.nqviz.oracle import BOARDS, largest_placement, some_givens


def random_tree(proof: TreeProof, queens: int, rng: random.Random) -> TreeProof:
    """Return a proof with random branchings to some queens, and searches at its leaves."""
    claim, tree = proof.claim, []
    stack = [_Node(0, np.flatnonzero(claim.free), None)]
    while stack:
        node = stack.pop()
        need = claim.most + 1 - len(claim.givens) - node.placed
        if need <= 0 or len(node.cells) < need:
            tree.append((Leaf.FEW, 0))
        elif node.placed >= queens:
            tree.append((Leaf.SEARCH, 0))
        else:
            cell = rng.choice(node.cells.tolist())
            tree.append((Leaf.PLACE, cell))
            stack += proof._branches(node, cell)
    return replace(proof, tree=tree)


@pytest.mark.parametrize("givens", [0, 1])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_trees_in_random_orders_prove_what_is_true_and_nothing_else(
    board: Board, givens: int
) -> None:
    rng = random.Random(7)
    cells = some_givens(board, givens, rng)
    most = largest_placement(board, cells)
    placement = Placement.from_indices(board, cells)
    symmetries = SearchCells(placement).symmetries
    for claimed in (most, most, *[most - 1] * 40):
        empty = TreeProof(Claim(placement, claimed), [], [], symmetries, True)
        verdict = check(random_tree(empty, rng.choice((2, 3)), rng))
        assert verdict.valid is (claimed == most), (claimed, verdict.message)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_search_and_checker_agree_which_cells_are_refuted(board: Board) -> None:
    rng = random.Random(3)
    free = SearchCells(Placement(board))
    proof = TreeProof(Claim(Placement(board), 1), [], [], free.symmetries, True)
    for _ in range(5):
        first, *refuted = rng.sample(range(free.size), 4)
        cells = np.array(sorted(rng.sample(range(free.size), free.size // 2)))
        task = ThetaTask((first,), pack(cells, free.size), tuple(refuted))
        placed = free.index[[first, *refuted]].tolist()
        node = _Node(1, free.index[cells], None, first=placed[0], refuted=tuple(placed[1:]))
        theirs = proof._attacks(free.index[cells], node)
        assert np.array_equal(free.attacks_of(task, cells), theirs)
        for place, cell in enumerate(cells.tolist()):
            partners = proof._partners(int(free.index[cell]), node.first, node.refuted)
            alone = free.attacks[cell, cells] | np.isin(free.index[cells], partners)
            assert np.array_equal(theirs[place], alone)


def test_a_file_says_whether_refuted_pairs_attack(tmp_path: Path, tree: TreeProof) -> None:
    save(tree, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, TreeProof)
    assert (again.version, again.pairs) == (3, True)
    assert check(again).valid
    plain = replace(tree, pairs=False)  # its matrices have more cells
    save(plain, tmp_path / "plain")
    older = load(tmp_path / "plain")
    assert older.version == 1
    assert check(older).valid is False


def test_plain_trees_are_read_and_checked_as_before(tmp_path: Path) -> None:
    proof = TreeProof(Claim(Placement(Board((5, 5))), 5), [], [], Symmetries(True, (0, 1)))
    save(random_tree(proof, 2, random.Random(1)), tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert (again.version, check(again).valid) == (1, True)
