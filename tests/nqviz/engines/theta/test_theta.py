"""The theta bound: never below the truth, and proven where it prunes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from nqviz import Board
from nqviz.core.symmetry import index_permutations
from nqviz.engines import warm_up
from nqviz.engines.theta import bound as module
from nqviz.engines.theta.blocks import Blocks
from nqviz.engines.theta.bound import Relaxation, is_below, proven_bound
from nqviz.run.blas_threads import blas_threads
from tests.nqviz.oracle import largest_set


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    with blas_threads(1):
        yield


def relaxed(attacks: np.ndarray, steps: int) -> Relaxation:
    relaxation = Relaxation.cold(attacks)
    for _ in range(steps):
        relaxation.step()
    return relaxation


def attacks_of(board: Board, cells: list[int]) -> np.ndarray:
    return board.attack_graph.toarray()[np.ix_(cells, cells)]


@pytest.mark.parametrize("seed", range(12))
def test_the_bound_holds_on_random_parts_of_boards_after_any_number_of_steps(seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(
        [Board.cube(5, 3), Board((3, 5, 6)), Board.cube(3, 4), Board.cube(5, 3, torus=True)]
    )
    attacks = attacks_of(board, sorted(rng.sample(range(board.size), 40)))
    truth = largest_set(attacks)
    relaxation = Relaxation.cold(attacks)
    for _ in range(60):
        relaxation.step()
        candidate = relaxation.candidate()
        assert (candidate == candidate.T).all()
        assert (np.diag(candidate) == 1).all()
        assert (candidate[~attacks] >= 1).all()
        assert not is_below(candidate, truth)
        bound = proven_bound(candidate)
        assert bound is None or bound >= truth
    assert bound is not None
    assert bound <= truth + 2


@pytest.mark.parametrize("seed", range(6))
def test_a_scaled_matrix_proves_and_never_too_much(seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice([Board.cube(5, 3), Board((3, 5, 6)), Board.cube(5, 3, torus=True)])
    attacks = attacks_of(board, sorted(rng.sample(range(board.size), 40)))
    truth, proofs = largest_set(attacks), 0
    relaxation = Relaxation.cold(attacks)
    for _ in range(60):
        relaxation.step()
        assert relaxation.proof(truth) is None
        m = relaxation.proof(truth + 2)
        if m is not None:
            proofs += 1
            assert (m == m.T).all()
            assert (np.diag(m) == 1).all()
            assert (m[~attacks] >= 1).all()
            assert float(np.linalg.eigvalsh(m)[-1]) < truth + 2
    assert proofs > 0


def test_a_scaled_matrix_proves_before_the_matrix_itself() -> None:
    relaxation = Relaxation.cold(Board.cube(6, 3).attack_graph.toarray())
    while relaxation.proof(27.0) is None:
        assert not is_below(relaxation.candidate(), 27.0)
        relaxation.step()
    assert not is_below(relaxation.candidate(), 27.0)


@pytest.mark.parametrize(("n", "d", "value"), [(6, 3, 24.63), (4, 4, 16)])
def test_values_of_whole_boards(n: int, d: int, value: float) -> None:
    board = Board.cube(n, d)
    relaxation = relaxed(board.attack_graph.toarray(), 150)
    top = float(np.linalg.eigvalsh(relaxation.candidate())[-1])
    assert value - 0.1 < top < value + 0.15
    assert relaxation.estimate == pytest.approx(top, abs=0.1)


@pytest.mark.parametrize("n", [1, 2, 30, 200])
def test_a_matrix_is_below_only_what_its_greatest_eigenvalue_is_below(n: int) -> None:
    rng = np.random.default_rng(n)
    m = rng.normal(size=(n, n))
    m = (m + m.T) / 2
    np.fill_diagonal(m, 1.0)
    top = float(np.linalg.eigvalsh(m)[-1])
    assert is_below(m, top + 1e-6)
    assert not is_below(m, top)
    assert not is_below(m, top - 1e-6)


def test_what_is_no_number_proves_nothing() -> None:
    m = np.ones((3, 3))
    m[0, 1] = m[1, 0] = np.nan
    assert not is_below(m, 10.0)


def test_the_margin_covers_an_eigenvalue_that_meets_the_value() -> None:
    for n in (5, 64, 300):
        assert not is_below(np.ones((n, n)), float(n))  # the greatest eigenvalue is n exactly
        assert is_below(np.ones((n, n)), n + 1e-6)


@pytest.mark.parametrize("board", [Board.cube(3, 3), Board((3, 4, 4)), Board.cube(3, 4)], ids=str)
def test_blocks_change_an_invariant_matrix_as_a_whole_does(board: Board) -> None:
    group = index_permutations(board).astype(np.int64)
    rng = np.random.default_rng(0)
    w = rng.normal(size=(board.size, board.size))
    w = w + w.T
    invariant = sum(w[np.ix_(image, image)] for image in group) / len(group)
    blocks = Blocks.of(group)
    assert len(blocks.images) >= 8
    assert sum(map(len, blocks.places)) == board.size
    same = blocks.map(lambda block: block, invariant.astype(np.float32))
    assert np.allclose(same, invariant, atol=1e-5)
    square = blocks.map(lambda block: block @ block, invariant.astype(np.float32))
    assert np.allclose(square, invariant @ invariant, rtol=1e-3, atol=1e-3)


def test_blocks_make_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOLERANCE", 0.0)  # every projection exact
    board = Board.cube(4, 3)
    attacks = board.attack_graph.toarray()
    plain, split = Relaxation.cold(attacks), Relaxation.cold(attacks)
    blocks = Blocks.of(index_permutations(board).astype(np.int64))
    for _ in range(30):
        plain.step()
        split.step(blocks)
    assert split.estimate == pytest.approx(plain.estimate, abs=1e-2)
    assert np.allclose(split.x, plain.x, atol=1e-4)


def test_a_placed_queen_leaves_a_slack_that_proves_one_less() -> None:
    board = Board.cube(5, 3)
    attacks = board.attack_graph.toarray()
    relaxation = relaxed(attacks, 150)
    cell = 62
    kept = np.flatnonzero(~attacks[cell] & (np.arange(board.size) != cell))
    left = relaxation.placed(cell, kept)
    assert np.linalg.eigvalsh(left.s)[0] > -1e-2
    assert np.trace(left.x) == pytest.approx(1, abs=1e-4)
    assert not left.x[left.attacks].any() or abs(left.x[left.attacks]).max() < 1e-3
    # The slack of the queen's matrix: b - 1 on the diagonal or less, -1 or less between the others.
    assert np.diag(left.s).max() <= relaxation.estimate - 2 + 0.1
    assert left.s[~left.attacks & ~np.eye(len(kept), dtype=bool)].max() <= -1 + 0.1


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_it_begins_anew_where_single_precision_ends() -> None:
    relaxation = relaxed(Board.cube(4, 2).attack_graph.toarray().astype(bool), 5)
    relaxation.x[:] = np.float32(3e38)
    relaxation.step()
    assert np.isfinite(relaxation.x).all()
    for _ in range(300):
        relaxation.step()
    assert relaxation.estimate == pytest.approx(4.0, abs=0.1)
    relaxation.x *= np.nan
    assert np.isfinite(relaxation.placed(0, np.array([6, 7, 9])).x).all()


def test_the_kernels_of_a_proof_are_loaded_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    proof, values = Relaxation.proof, []

    def noted(relaxation: Relaxation, value: float) -> npt.NDArray[np.float64] | None:
        values.append(value)
        return proof(relaxation, value)

    monkeypatch.setattr(Relaxation, "proof", noted)
    warm_up()
    assert values
