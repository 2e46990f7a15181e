"""Constructions and counts by family on boards with blocked cells, against listing them all."""

import pytest

from nqviz import AttackCounts, Board, InputError, Placement, count
from nqviz.constructions import admissible_coefficients, construct, construct_from, regular
from nqviz.core.symmetry import symmetries
from nqviz.counting.regular import count_regular_directly


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize(
    ("shape", "family", "options"),
    [
        ((8, 8), "classical", {}),
        ((7, 7), "regular", {"coefficients": (2,)}),
        ((6, 6, 6), "subcube", {}),
        ((8, 8), "random", {"seed": 3}),
    ],
)
def test_constructions_leave_blocked_cells_out(
    shape: tuple[int, ...], family: str, options: dict[str, object], stops: bool
) -> None:
    whole = construct(Board(shape), family, **options).placement
    blocked = [*whole.indices[:2].tolist(), 5]
    board = Board(shape, blocked=blocked, stops=stops)
    found = construct(board, family, **options).placement
    assert found.board == board
    assert found.is_valid()
    assert AttackCounts.of(found).free == 0
    if family != "random" and not stops:
        images = [each.placement(whole).indices for each in symmetries(Board(shape))]
        kept = max(int((~board.is_blocked[image]).sum()) for image in images)
        assert len(found) >= kept


@pytest.mark.parametrize("stops", [False, True])
def test_an_extension_keeps_the_blocked_cells(stops: bool) -> None:
    whole = construct(Board((8, 8)), "classical", pattern="B").placement
    open_cell = next(cell for cell in range(64) if cell not in whole.indices)
    board = Board((8, 8), blocked=[open_cell], stops=stops)
    larger = construct_from(Placement.from_indices(board, whole.indices), "extended").placement
    assert (len(larger), larger.is_valid(), larger.board.stops) == (9, True, stops)
    assert [larger.board.cell(cell) for cell in larger.board.blocked] == [board.cell(open_cell)]


def test_a_colouring_is_not_for_blocked_cells() -> None:
    with pytest.raises(InputError, match="builds on another board, without blocked cells"):
        construct(Board((5, 5), blocked=[3]), "colouring")


@pytest.mark.parametrize("blocked", [[0], [3, 17], [0, 1, 2, 30], list(range(11))])
def test_regular_solutions_that_leave_blocked_cells_out(blocked: list[int]) -> None:
    for n, d in ((5, 2), (7, 2), (11, 2)):
        board = Board.cube(n, d).with_blocked([cell for cell in blocked if cell < n**d])
        solutions = [
            regular(Board.cube(n, d), coefficients=vector, shift=shift).indices
            for vector in admissible_coefficients(n, d)
            for shift in range(n)
        ]
        free = sum(not board.is_blocked[each].any() for each in solutions)
        assert count(board, "regular").count == free
        assert count_regular_directly(board).count == free


@pytest.mark.parametrize(
    ("n", "d", "blocked"),
    [
        (2, 3, [1]),
        (3, 3, [0]),
        (3, 3, [13, 4, 20]),
        (4, 2, [1]),
        (4, 3, [5, 22]),
        (5, 2, [2, 7, 12]),
    ],
)
@pytest.mark.parametrize("stops", [False, True])
def test_layered_placements_that_leave_blocked_cells_out(
    n: int, d: int, blocked: list[int], stops: bool
) -> None:
    board = Board.cube(n, d).with_blocked(blocked, stops)
    layers = [
        [cell for cell in range(board.size) if cell % n == layer and cell not in blocked]
        for layer in range(n)
    ]
    attacks = board.attack_graph.toarray()
    found: list[tuple[int, ...]] = [()]
    for layer in layers:
        found = [
            (*held, cell)
            for held in found
            for cell in layer
            if not any(attacks[cell, other] for other in held)
        ]
    assert count(board, "layered").count == len(found)
