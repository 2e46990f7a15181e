"""Blocked cells: nothing stands on them, lines pass over them or stop, and all works on them."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from nqviz import AttackCounts, Board, InputError, Placement, complete, count, density, maximum
from nqviz.bounds import best_lower, best_upper
from nqviz.constructions.from_catalogue import build_bound
from nqviz.core.placement import FlawKind
from nqviz.core.sweep import free_count
from nqviz.core.symmetry import symmetries
from nqviz.core.symmetry.group import cell_orbits, index_permutations
from nqviz.counting import count_layered, count_maximum
from nqviz.counting.densities.sampling import sample_density
from nqviz.engines import ENGINES, certificate
from nqviz.formats import parse_placement
from nqviz.formats.placement_code import format_code
from nqviz.formats.placements import format_placement
from nqviz.problems import dominate
from nqviz.problems.colouring import colour
from nqviz.problems.membership import YES, membership
from nqviz.proofs import Claim, check
from nqviz.proofs.container import load, save
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Known, Status
from tests.campaign.brute_force import attack_sets
from tests.nqviz.oracle import independent_sets

ENGINE_NAMES = [name for name, engine in ENGINES.items() if engine.is_installed]
FULL_ONLY = ("planar", "exact-cover")


def attacks_by_rule(board: Board) -> npt.NDArray[np.bool_]:
    """Return which open cells attack each other, by the plain rule."""
    sets = [[bits >> cell & 1 for cell in range(board.size)] for bits in attack_sets(board)]
    is_open = ~board.is_blocked
    return np.array(sets, dtype=np.bool_) & is_open & is_open[:, None]


def all_placements(board: Board, givens: tuple[int, ...] = ()) -> list[frozenset[int]]:
    """Return all placements that contain some queens, by trying all cells in turn."""
    graph = attacks_by_rule(board)
    barred = board.is_blocked | graph[list(givens)].any(axis=0)
    barred[list(givens)] = True
    free = np.flatnonzero(~barred).tolist()
    return list(map(frozenset, independent_sets(graph, free, givens)))


def most(board: Board, givens: tuple[int, ...] = ()) -> int:
    return max(map(len, all_placements(board, givens)))


def random_board(seed: int) -> Board:
    rng = np.random.default_rng(seed)
    shape, torus, piece = [
        ((4, 4), False, "queen"),
        ((5, 4), False, "queen"),
        ((3, 3, 3), False, "queen"),
        ((4, 4), True, "queen"),
        ((4, 5), False, "bishop"),
        ((3, 3, 2), False, "rook"),
        ((4, 6), True, "queen"),
    ][seed % 7]
    size = int(np.prod(shape))
    blocked = rng.choice(size, int(rng.integers(1, size - 1)), replace=False)
    return Board(shape, torus, piece, blocked, stops=seed // 7 % 2 == 1)


def small_board(seed: int) -> Board:
    """Return a board of at most eight open cells."""
    rng = np.random.default_rng(seed)
    shape, torus = [((4, 4), False), ((3, 4), False), ((4, 4), True), ((3, 2, 2), False)][seed % 4]
    size = int(np.prod(shape))
    blocked = rng.choice(size, size - int(rng.integers(3, 9)), replace=False)
    return Board(shape, torus, "queen", blocked, stops=seed // 4 % 2 == 1)


def test_boards() -> None:
    board = Board((3, 4), blocked=[(0, 1), (2, 3), (0, 1)])
    assert board.blocked == (1, 11)
    assert board == Board((3, 4), blocked=[11, 1])
    assert board != Board((3, 4))
    assert len({board, Board((3, 4)), Board((3, 4), blocked=[1, 11])}) == 2
    assert board.open_count == 10
    assert str(board) == "3x4 board with 2 blocked cells"
    assert board.without_blocked() == Board((3, 4))
    assert not Board((4, 4), blocked=[0]).is_classical
    for wrong in ([(3, 0)], [12], [-1], [(0, 1, 2)], range(12), [0.5]):
        with pytest.raises(InputError):
            Board((3, 4), blocked=wrong)


def test_placements_and_counts() -> None:
    board = Board((3, 3), blocked=[4])
    on_it = Placement(board, [(1, 1)])
    assert not on_it.is_valid()
    (flaw,) = on_it.flaws()
    assert flaw.kind is FlawKind.BLOCKED
    assert flaw.message == "queen 1 stands on the blocked cell (2, 2)"
    with pytest.raises(InputError, match="blocked cell"):
        AttackCounts.of(on_it)
    counts = AttackCounts(board)
    assert counts.free == 8
    with pytest.raises(ValueError, match="blocked"):
        counts.place(4)
    counts.place(0)
    assert counts.free == len(counts.free_cells()) == 2
    attackers = Placement(board, [(0, 0), (2, 2)])
    assert not attackers.is_valid(), "lines pass over blocked cells"
    assert AttackCounts.of(attackers).conflicts == 1
    counts.remove(0)
    assert counts.free == 8


@pytest.mark.parametrize("seed", range(14))
def test_attacks_are_those_of_the_plain_rule(seed: int) -> None:
    board = random_board(seed)
    attacks = attacks_by_rule(board)
    cells = np.flatnonzero(~board.is_blocked)
    assert (board.attack_graph[cells][:, cells].toarray() == attacks[cells][:, cells]).all()
    for index in cells.tolist():
        lines = [np.arange(board.size)[line] for line in board.lines_through(index)]
        assert all(np.count_nonzero(line == index) == 1 for line in lines)
        reached = set(np.concatenate(lines).tolist()) - {index, *board.blocked}
        assert reached == set(np.flatnonzero(attacks[index]).tolist())
    chance = np.random.default_rng(seed)
    queens = chance.choice(cells, min(4, len(cells)), replace=False)
    placement = Placement.from_indices(board, queens)
    pairs = int(attacks[np.ix_(queens, queens)].sum()) // 2
    counts = AttackCounts(board)
    for queen in queens.tolist():
        counts.place(queen)
    at_once = AttackCounts.of(placement)
    assert (counts.counts[cells] == at_once.counts[cells]).all()
    assert counts.conflicts == at_once.conflicts == len(placement.attacks()) == pairs
    assert placement.is_valid() == (pairs == 0)
    free = len(cells) - len(queens) - int((attacks[queens].any(axis=0) & ~counts.occupied).sum())
    assert counts.free == at_once.free == free
    if not board.torus:
        assert free_count(placement) == free


def test_lines_that_stop() -> None:
    board = Board((3, 3), blocked=[4], stops=True)
    assert str(board) == "(3,2) board with 1 blocked cell that stops lines"
    assert Placement(board, [(0, 0), (2, 2)]).is_valid()
    assert not Placement(Board((3, 3), blocked=[4]), [(0, 0), (2, 2)]).is_valid()
    assert not Board((3, 3), stops=True).stops, "without a blocked cell nothing stops"
    assert Board((3, 3), stops=True) == Board((3, 3))
    assert board != board.with_blocked([4], stops=False)
    assert board.fresh() == board
    with pytest.raises(InputError, match="hyperplanes have no order"):
        Board((3, 3), piece="hyperplane-queen", blocked=[4], stops=True)
    with pytest.raises(InputError, match="lines stop on boards of at most"):
        Board((200, 200, 200), blocked=[4], stops=True)
    with pytest.raises(InputError, match="a full placement is not defined"):
        complete(Placement(board), "full")
    with pytest.raises(InputError, match="a blocked cell may stop the lines"):
        maximum(board, cuts=("star",))
    # With walls more rooks fit than a side has cells.
    rooks = Board((3, 3), piece="rook", blocked=[4], stops=True)
    assert maximum(rooks).count == most(rooks) == 4


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_engines_agree_with_trying_all(engine: str) -> None:
    slow = engine == "cp-sat"
    for seed in range(3 if slow else 14):
        board = random_board(seed)
        expected = most(board)
        if engine in FULL_ONLY:
            if not board.has_full or (engine == "planar" and board.shape != (4, 4)):
                continue
            if engine == "planar" and (board.torus or board.piece != "queen"):
                continue
            outcome = complete(Placement(board), engine=engine)
            assert (outcome.status is not Status.INFEASIBLE) == (expected == board.full_count)
            continue
        if engine == "lp":
            outcome = maximum(board, engine=engine)
            assert outcome.bound is not None
            assert outcome.count is not None
            assert outcome.count <= expected <= outcome.bound
            continue
        if ENGINES[engine].proves:
            outcome = maximum(board, engine=engine)
            assert outcome.status.is_proof, board
        else:
            outcome = complete(Placement(board), expected, engine=engine)
        assert outcome.count == expected, board
        assert outcome.placement is not None
        assert outcome.placement.is_valid()


@pytest.mark.parametrize("seed", range(8))
def test_counts_agree_with_listing_all(seed: int) -> None:
    board = small_board(seed)
    every = all_placements(board)
    largest = [each for each in every if len(each) == max(map(len, every))]
    uses = np.bincount([cell for each in largest for cell in each], minlength=board.size)
    found = count_maximum(board)
    assert found.count == len(largest)
    assert found.cells is not None
    assert (found.cells == uses).all()
    value = density(board).value
    assert value is not None
    assert (value.counts == uses).all()
    group = index_permutations(board) if not board.torus else None
    if group is not None:
        orbits = {frozenset(frozenset(row[list(e)].tolist()) for row in group) for e in largest}
        assert found.orbits == len(orbits)
    assert count(board, queens=2).count == sum(len(each) == 2 for each in every)
    maximal = [each for each in every if not any(each < other for other in every)]
    assert count(board, "maximal").count == len(maximal)
    cells = membership(board)
    assert ((cells.cells == YES) == (uses > 0)).all()
    sample = sample_density(board, samples=3).value
    assert sample is None or not sample.counts[list(board.blocked)].any()


@pytest.mark.parametrize("seed", range(8))
def test_domination_agrees_with_trying_all(seed: int) -> None:
    board = small_board(seed)
    near = attacks_by_rule(board) | np.eye(board.size, dtype=np.bool_)
    cells = np.flatnonzero(~board.is_blocked).tolist()
    subsets = [
        list(each) for k in range(1, len(cells) + 1) for each in itertools.combinations(cells, k)
    ]
    covers = [each for each in subsets if near[each].any(axis=0)[cells].all()]
    independent = set(all_placements(board))
    for engine in ("exhaustive", "highs"):
        assert dominate(board, engine=engine).count == min(map(len, covers))
        found = dominate(board, engine=engine, independent=True).count
        assert found == min(len(each) for each in covers if frozenset(each) in independent)


@pytest.mark.parametrize("seed", range(8))
def test_colourings_agree_with_trying_all(seed: int) -> None:
    board = small_board(seed)
    attacks = attacks_by_rule(board)
    cells = np.flatnonzero(~board.is_blocked).tolist()

    def fits(colours: int) -> bool:
        return any(
            all(
                not attacks[first, second]
                for (first, one), (second, other) in itertools.combinations(
                    zip(cells, choice, strict=True), 2
                )
                if one == other
            )
            for choice in itertools.product(range(colours), repeat=len(cells))
        )

    found = colour(board)
    assert found.colours is not None
    assert found.value is not None
    assert found.colours == 1 or len(cells) > 6 or not fits(found.colours - 1)
    assert (found.value.ravel() >= 0).tolist() == (~board.is_blocked).tolist()
    for number in range(found.colours):
        cells_of = np.flatnonzero(found.value.ravel() == number)
        assert not attacks[np.ix_(cells_of, cells_of)].any()


@pytest.mark.parametrize("seed", range(6, 12))
def test_completions_agree_with_trying_all(seed: int) -> None:
    board = random_board(seed)
    given = int(np.flatnonzero(~board.is_blocked)[0])
    outcome = complete(Placement.from_indices(board, [given]), "max")
    assert outcome.count == most(board, (given,))


def test_full_placements_on_a_board_with_holes() -> None:
    holes = Board((8, 8), blocked=[(0, column) for column in range(7)])
    outcome = complete(Placement(holes))
    assert outcome.status.is_proof
    assert outcome.count == 8
    assert (0, 7) in outcome.placement
    closed = Board((8, 8), blocked=[(0, column) for column in range(8)])
    assert complete(Placement(closed)).status is Status.INFEASIBLE


def test_what_ignores_blocked_cells_refuses() -> None:
    board = Board((4, 4), blocked=[3])
    calls = [
        lambda: count_layered(board),
        lambda: format_placement(Placement(board, [(0, 0)]), layout="queens"),
    ]
    for call in calls:
        with pytest.raises(InputError, match="do not take blocked cells"):
            call()
    assert (
        "theta bound"
        in maximum(
            Board((5, 5, 5), blocked=[3]), engine="theta", run=RunContext(Limit(nodes=1))
        ).message
    )


@pytest.mark.parametrize("engine", ["theta", "exhaustive", "lp"])
def test_certificates_of_boards_with_blocked_cells(engine: str, tmp_path: Path) -> None:
    board = Board((3, 3, 3), blocked=[0, 13])
    outcome = maximum(board, engine=engine)
    proof = certificate(outcome, Placement(board))
    if proof is None:
        assert engine == "lp"
        return
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert again.claim.board == board
    assert check(again).valid
    plain = replace(proof, claim=Claim(Placement(board.without_blocked()), proof.claim.most))
    assert not check(plain).valid or maximum(board.without_blocked()).count == outcome.count
    stopped = Board((3, 3, 3), blocked=[0, 13], stops=True)
    assert certificate(maximum(stopped, engine=engine), Placement(stopped)) is None
    assert maximum(stopped, engine=engine).known is not Known.CERTIFIED


@pytest.mark.parametrize("seed", range(14))
def test_bounds_hold_a_placement_between_them(seed: int) -> None:
    board = random_board(seed)
    lower = best_lower(board)
    assert lower.value <= most(board) <= best_upper(board).value
    built = build_bound(board, lower)
    assert built.is_valid()
    assert len(built) == lower.value


def test_bounds() -> None:
    board = Board((8, 8), blocked=range(3, 64))
    assert best_upper(board).value == 1
    assert best_lower(board).value == 1
    one = Board((6, 6), blocked=[0])
    assert (best_lower(one).value, best_upper(one).value) == (6, 6)
    cube = Board((5, 5, 5), blocked=[62])
    assert best_lower(cube).value == best_lower(cube.without_blocked()).value == 13


def test_symmetries_keep_the_blocked_cells() -> None:
    for blocked, order in (([0], 2), ([5], 2), ([0, 15], 4), ([0, 3, 12, 15], 8), ([1], 1)):
        board = Board((4, 4), blocked=blocked)
        group = symmetries(board)
        assert len(group) == order
        table = index_permutations(board)
        for symmetry, row in zip(group, table, strict=True):
            assert (symmetry.index_permutation == row).all()
            assert sorted(row[blocked].tolist()) == blocked
        labels = cell_orbits(board)
        for one, other in itertools.combinations(range(16), 2):
            assert (labels[one] == labels[other]) == (other in table[:, one])


def test_files() -> None:
    board = Board((3, 4), blocked=[1, 11])
    placement = Placement(board, [(0, 0)])
    text = format_placement(placement)
    assert '"version": 2' in text
    assert parse_placement(text).placement == placement
    assert '"version": 1' in format_placement(Placement(Board((3, 4))))
    stopping = Placement(board.with_blocked(board.blocked, stops=True), [(0, 0)])
    newer = format_placement(stopping)
    assert '"version": 3' in newer
    assert parse_placement(newer).placement == stopping
    assert parse_placement(format_code(stopping)).placement == stopping
    assert parse_placement(format_code(placement)).placement == placement
    with pytest.raises(InputError, match=r"queen 1: cell \(1, 2\) is blocked"):
        parse_placement(text.replace("[[1, 1]]", "[[1, 2]]"))
    with pytest.raises(InputError, match="blocked cell 1: "):
        parse_placement(text.replace('"blocked": [[1, 2]', '"blocked": [[9, 2]'))
