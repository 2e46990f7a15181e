from itertools import permutations, product

import numpy as np
import pytest

from nqviz.constructions import (
    admissible_coefficients,
    coefficient_classes,
    construct,
    first_admissible,
    has_regular,
    regular,
)
from nqviz.constructions.linear import is_admissible, linear_cells, nearest_regular
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement


def by_validity(n: int, d: int) -> list[tuple[int, ...]]:
    """The coefficients whose linear set is a full solution on the torus."""
    torus = Board.cube(n, d, torus=True)
    return [
        a
        for a in product(range(n), repeat=d - 1)
        if Placement(torus, linear_cells(n, a, 0, n)).is_valid()
    ]


@pytest.mark.parametrize(
    ("n", "d"), [(1, 3), (2, 2), (3, 2), (5, 2), (6, 2), (7, 2), (25, 2), (35, 2), (7, 3), (11, 3)]
)
def test_admissible_means_full_on_the_torus(n: int, d: int) -> None:
    expected = by_validity(n, d)
    assert [tuple(a) for a in admissible_coefficients(n, d).tolist()] == expected
    assert [a for a in product(range(n), repeat=d - 1) if is_admissible(n, a)] == expected
    assert has_regular(n, d) == bool(expected)
    if expected:
        assert first_admissible(n, d) == expected[0]


@pytest.mark.parametrize(("n", "d"), [(17, 4), (19, 4), (121, 3), (143, 3), (37, 5)])
def test_admissible_rows_in_order_and_up_to_a_limit(n: int, d: int) -> None:
    rows = admissible_coefficients(n, d, limit=500)
    assert rows.shape == (min(500, len(admissible_coefficients(n, d))), d - 1)
    assert tuple(rows[0]) == first_admissible(n, d)
    assert all(is_admissible(n, row) for row in rows.tolist())
    keys = [tuple(row) for row in rows.tolist()]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("n", [11, 13, 17, 19, 23, 29, 31, 37, 101])
def test_pairs_at_primes(n: int) -> None:
    # Regular solutions number n (n - 5)(n - 7): 264, 624, 2040, ... (Kunt's thesis, Table 7).
    assert len(admissible_coefficients(n, 3)) == (n - 5) * (n - 7)


@pytest.mark.parametrize(("n", "d"), [(11, 2), (11, 3), (17, 3), (19, 4)])
def test_classes_are_orbits(n: int, d: int) -> None:
    rows = {tuple(row) for row in admissible_coefficients(n, d).tolist()}
    least = set()
    while rows:
        a = next(iter(rows))
        orbit = set()
        for order in permutations((*a, n - 1)):
            for signs in product((1, -1), repeat=d):
                vector = np.array(order) * signs
                vector = vector * -pow(int(vector[-1]), -1, n) % n  # the last entry is -1 again
                orbit.add(tuple(vector[:-1].tolist()))
        assert orbit <= rows
        rows -= orbit
        least.add(min(b for b in orbit if all(x <= n // 2 for x in b) and b == tuple(sorted(b))))
    assert sorted(least) == [tuple(row) for row in coefficient_classes(n, d).tolist()]


@pytest.mark.parametrize("d", [2, 3, 4])
def test_which_sides_have_regular_solutions(d: int) -> None:
    for n in range(1, 40):
        assert has_regular(n, d) == bool(len(admissible_coefficients(n, d, limit=1)))


@pytest.mark.parametrize(
    ("n", "d", "nearest"),
    [(12, 3, 11), (4, 3, 11), (15, 3, 13), (16, 3, 17), (14, 3, 13), (2, 2, 5), (30, 5, 37)],
)
def test_nearest(n: int, d: int, nearest: int) -> None:
    assert nearest_regular(n, d) == nearest


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize(("n", "d"), [(5, 2), (11, 3), (13, 3), (17, 4), (101, 3)])
def test_regular_solutions_are_full(n: int, d: int, torus: bool) -> None:
    board = Board.cube(n, d, torus)
    placement = regular(board)
    assert placement.board == board
    assert len(placement) == n ** (d - 1)
    assert placement.is_valid()


def test_the_large_ones_are_admissible() -> None:
    assert is_admissible(37, first_admissible(37, 5))
    assert is_admissible(67, first_admissible(67, 6))
    assert not is_admissible(31, (2, 4, 8, 16))


def test_coefficients_and_shift_mean_what_they_say() -> None:
    placement = regular(Board.cube(11, 3), (3, 5), shift=4)
    assert all(z == (3 * x + 5 * y + 4) % 11 for x, y, z in placement)
    assert regular(Board.cube(11, 3), (14, -6), shift=15) == placement
    assert (0, 0, 0) in set(regular(Board.cube(11, 3)))


def test_the_part_in_a_corner() -> None:
    corner = {tuple(cell) for cell in linear_cells(13, (2, 4), 6, 7).tolist()}
    whole = {tuple(cell) for cell in linear_cells(13, (2, 4), 6, 13).tolist()}
    assert corner == {cell for cell in whole if max(cell) < 7}


@pytest.mark.parametrize(
    ("board", "parameters", "message"),
    [
        (Board.cube(12, 3), {}, r"12 has one; the nearest is the \(11,3\)"),
        (Board.cube(13, 4), {}, r"the nearest is the \(17,4\)"),
        (Board.cube(18, 6), {}, r"below 64, and 18 has one; the nearest is the \(37,5\)"),
        (
            Board((11, 11, 12)),
            {},
            r"cubes, not for the 11x11x12 board; the nearest is the \(11,3\)",
        ),
        (Board.cube(6, 1), {}, r"two dimensions or more; the nearest is the \(5,2\)"),
        (Board.cube(11, 3), {"coefficients": (3,)}, "2 coefficients are needed"),
        (
            Board.cube(11, 3),
            {"coefficients": (3, 4)},
            r"\(3, 4\) are not .*: 3 - 4 \+ 1 = 0",
        ),
        (Board.cube(25, 2), {"coefficients": [6]}, r"6 - 1 = 5 and n = 25 have the factor 5"),
    ],
)
def test_what_is_not_regular(board: Board, parameters: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        construct(board, "regular", **parameters)
    with pytest.raises(InputError):
        regular(board, parameters.get("coefficients"))
