"""Blocked cells: nothing stands on them, lines pass over them, and what ignores them refuses."""

import itertools

import numpy as np
import pytest

from nqviz import AttackCounts, Board, InputError, Placement, complete, count, density, maximum
from nqviz.bounds import best_lower, best_upper
from nqviz.constructions import construct
from nqviz.core.placement import FlawKind
from nqviz.core.symmetry import symmetries
from nqviz.core.symmetry.group import cell_orbits, index_permutations
from nqviz.engines import ENGINES, Problem, certificate, theta_bound
from nqviz.exchange import ExportProblem
from nqviz.formats import parse_placement
from nqviz.formats.placements import format_placement
from nqviz.problems import dominate
from nqviz.run.outcome import Status

TAKERS = [name for name, engine in ENGINES.items() if engine.takes_blocked and engine.is_installed]


def most(board: Board, givens: tuple[int, ...] = ()) -> int:
    """Return the maximum by trying all cells in turn, with nothing of the library but attacks."""
    graph = board.attack_graph.toarray()

    def extend(free: frozenset[int]) -> int:
        if not free:
            return 0
        cell = min(free)
        rest = free - {cell}
        return max(1 + extend(rest - set(np.flatnonzero(graph[cell]).tolist())), extend(rest))

    free = frozenset(range(board.size)) - set(board.blocked)
    for given in givens:
        free = free - {given} - set(np.flatnonzero(graph[given]).tolist())
    return len(givens) + extend(free)


def random_board(seed: int) -> Board:
    rng = np.random.default_rng(seed)
    shape, torus, piece = [
        ((4, 4), False, "queen"),
        ((5, 4), False, "queen"),
        ((3, 3, 3), False, "queen"),
        ((4, 4), True, "queen"),
        ((4, 5), False, "bishop"),
        ((3, 3, 2), False, "rook"),
    ][seed % 6]
    size = int(np.prod(shape))
    blocked = rng.choice(size, int(rng.integers(1, size - 1)), replace=False)
    return Board(shape, torus, piece, blocked)


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


@pytest.mark.parametrize("engine", TAKERS)
def test_engines_agree_with_trying_all(engine: str) -> None:
    slow = engine == "cp-sat"
    for seed in range(3 if slow else 12):
        board = random_board(seed)
        expected = most(board)
        if engine == "planar":  # it finds full placements of squares
            if not board.without_blocked().is_classical:
                continue
            outcome = complete(Placement(board), engine=engine)
            assert (outcome.status is not Status.INFEASIBLE) == (expected == 4)
            continue
        if ENGINES[engine].proves:
            outcome = maximum(board, engine=engine)
            assert outcome.status.is_proof, board
        else:
            outcome = complete(Placement(board), expected, engine=engine)
        assert outcome.count == expected, board
        assert outcome.placement is not None
        assert outcome.placement.is_valid()


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
    others = [name for name in ENGINES if name not in TAKERS and ENGINES[name].is_installed]
    assert {"exact-cover", "theta", "exhaustive", "portfolio", "lp"} <= set(others)
    calls = [
        lambda: count(board),
        lambda: density(board),
        lambda: dominate(board),
        lambda: construct(board, "classical"),
        lambda: theta_bound(board),
        lambda: ExportProblem(Placement(board), "colouring"),
        lambda: format_placement(Placement(board, [(0, 0)]), layout="queens"),
        *(lambda name=name: ENGINES[name].solve(Problem(Placement(board))) for name in others),
    ]
    for call in calls:
        with pytest.raises(InputError, match="do not take blocked cells"):
            call()


def test_no_certificate_leaves_the_blocked_cells_out() -> None:
    placement = Placement(Board((2, 3), torus=True, blocked=[0, 2, 3, 4, 5]))
    assert certificate(maximum(placement.board), placement) is None


def test_bounds() -> None:
    board = Board((8, 8), blocked=range(3, 64))
    assert best_upper(board).value == 3
    assert best_lower(board).value == 1
    assert best_upper(Board((8, 8), blocked=[0])).value == 8


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
    with pytest.raises(InputError, match=r"queen 1: cell \(1, 2\) is blocked"):
        parse_placement(text.replace("[[1, 1]]", "[[1, 2]]"))
    with pytest.raises(InputError, match="blocked cell 1: "):
        parse_placement(text.replace('"blocked": [[1, 2]', '"blocked": [[9, 2]'))
