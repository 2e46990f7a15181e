"""Layered placements up to symmetry, and those that need all dimensions, against enumeration."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

import pytest

from nqviz import Board, InputError, Status, count
from nqviz.counting import count_layered
from nqviz.run.context import Limit, RunContext

Cells = tuple[tuple[int, ...], ...]
BOARDS = [(1, 3), (2, 3), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2), (6, 2)]


def is_layered(cells: Cells) -> bool:
    """Return whether queens, one in each layer, do not attack each other."""
    return not any(
        all(abs(x - y) in (0, j - i) for x, y in zip(cells[i], cells[j], strict=True))
        for j in range(len(cells))
        for i in range(j)
    )


@cache
def layered(n: int, d: int) -> frozenset[Cells]:
    """Return all layered placements: the cell in each layer."""
    found: list[Cells] = [()]
    for _ in range(n):
        longer = ((*held, cell) for held in found for cell in product(range(n), repeat=d - 1))
        found = [cells for cells in longer if is_layered(cells)]
    return frozenset(found)


def images(n: int, d: int, cells: Cells) -> Iterator[Cells]:
    """Yield the images under the symmetries of the board that map layers to layers."""
    for order in permutations(range(d - 1)):
        for turned in product((False, True), repeat=d - 1):
            image = tuple(
                tuple(n - 1 - cell[axis] if turn else cell[axis] for axis, turn in moves)
                for cell in cells
                for moves in [tuple(zip(order, turned, strict=True))]
            )
            for each in (image, image[::-1]):
                yield each
                if d == 2:  # a full solution of the square has one queen in each row, too
                    at = {x: y for y, (x,) in enumerate(each)}
                    yield tuple((at[y],) for y in range(n))


def without(cells: Cells, axis: int) -> Cells:
    return tuple(cell[:axis] + cell[axis + 1 :] for cell in cells)


@pytest.mark.parametrize(("n", "d"), BOARDS)
def test_orbits_are_those_of_the_listed_placements(n: int, d: int) -> None:
    left, orbits = set(layered(n, d)), 0
    while left:
        left -= set(images(n, d, next(iter(left))))
        orbits += 1
    found = count_layered(Board.cube(n, d))
    assert (found.count, found.orbits) == (len(layered(n, d)), orbits)


@pytest.mark.parametrize(("n", "d"), BOARDS)
def test_parts_are_those_of_the_listed_placements(n: int, d: int) -> None:
    axes = range(d - 1)
    spanning = sum(
        all(len({cell[axis] for cell in cells}) > 1 for axis in axes) for cells in layered(n, d)
    )
    irreducible = sum(
        not any(is_layered(without(cells, axis)) for axis in axes) for cells in layered(n, d)
    )
    board = Board.cube(n, d)
    assert count(board, "layered", part="spanning").count == spanning
    assert count(board, "layered", part="irreducible").count == irreducible


def test_irreducible_placements_in_three_dimensions_by_two_formulas() -> None:
    for n in (2, 3, 4, 5):
        planar, cubes = (count_layered(Board.cube(n, d)).count for d in (2, 3))
        assert planar is not None
        assert cubes is not None
        found = count_layered(Board.cube(n, 3), part="irreducible")
        assert found.count == cubes - 2 * n**n * planar + planar**2


def test_a_dimension_beyond_the_pairs_leaves_no_irreducible_placement() -> None:
    assert count_layered(Board.cube(3, 1), d=4, part="irreducible").count == 192
    for n, d in ((3, 5), (4, 8), (5, 12), (7, 23)):
        assert count_layered(Board.cube(n, 1), d=d, part="irreducible").count == 0


def test_parts_that_are_refused() -> None:
    with pytest.raises(InputError, match="no part 'flat'"):
        count_layered(Board.cube(3, 3), part="flat")
    with pytest.raises(InputError, match=r"n = 1 to 8, .* not for \(9,4\)"):
        count_layered(Board.cube(9, 4), part="irreducible")
    begun = RunContext(Limit(seconds=2.0))
    found = count_layered(Board.cube(6, 4), begun, part="irreducible")
    assert found.status is Status.LIMIT
    assert "some 2 min of one core" in found.message
    with pytest.raises(InputError, match="sum of layered placements only"):
        count(Board.cube(4, 2), "planar", part="spanning")
