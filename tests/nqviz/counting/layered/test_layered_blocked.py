"""Layered placements of boards with blocked cells: counts, orbits and parts, by enumeration."""

from itertools import permutations, product

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status, count
from nqviz.counting import second_count
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution

BOARDS = [
    Board((2, 2, 2), blocked=[(0, 0, 0)]),
    Board((3, 3), blocked=[(0, 1)]),
    Board((4, 4), blocked=[(1, 1)]),
    Board((4, 4), blocked=[(0, 1), (3, 2)]),
    Board((5, 5), blocked=[(2, 2)]),
    Board((5, 5), blocked=[(0, 1), (1, 4), (4, 3), (3, 0)]),
    Board((3, 3, 3), blocked=[(1, 1, 1)]),
    Board((3, 3, 3), blocked=[(0, 0, 1), (2, 2, 1)]),
    Board((3, 3, 3), blocked=[(0, 1, 0)]),
    Board((3, 3, 3, 3), blocked=[(1, 1, 1, 1)]),
]
BOARDS += [board.with_blocked(board.blocked, True) for board in BOARDS]


def layered(board):
    """All sets of one cell in each layer, of the last coordinate, that do not attack each other."""
    attacks = board.attack_graph.toarray()
    found = [()]
    for layer in range(board.n):
        cells = [c for c in range(layer, board.size, board.n) if c not in board.blocked]
        found = [
            (*held, cell)
            for held in found
            for cell in cells
            if not any(attacks[other, cell] for other in held)
        ]
    return set(map(frozenset, found))


def group(board):
    """The maps that keep blocked cells, and layers; of squares whose lines pass all."""
    cells = board.cells(np.arange(board.size))
    for axes in permutations(range(board.d)):
        if axes[-1] != board.d - 1 and (board.d > 2 or board.stops):
            continue
        for turned in product((False, True), repeat=board.d):
            image = board.indices(np.where(turned, board.n - 1 - cells[:, axes], cells[:, axes]))
            if set(image[list(board.blocked)].tolist()) == set(board.blocked):
                yield image


def coordinates(board, placement):
    """The coordinates of the queens in the order of layers, without the layer."""
    return sorted((board.cell(c) for c in placement), key=lambda cell: cell[-1])


def are_apart(sequences):
    """Whether the sequences separate all pairs of layers, where lines pass."""
    n = len(sequences[0]) if sequences else 0
    return bool(sequences) and all(
        any(abs(x[i] - x[j]) not in (0, j - i) for x in sequences)
        for j in range(n)
        for i in range(j)
    )


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_counts_and_orbits_by_enumeration(board):
    every, orbits = layered(board), 0
    assert all(Placement.from_indices(board, sorted(each)).is_valid() for each in every)
    left, maps = set(every), list(group(board))
    while left:
        orbits += 1
        one = list(next(iter(left)))
        left -= {frozenset(image[one].tolist()) for image in maps}
    found = count(board, "layered")
    assert (found.count, found.orbits) == (len(every), orbits)
    assert second_count(board, what="layered").count == len(every)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_parts_by_enumeration(board):
    sequences = [
        list(zip(*(cell[:-1] for cell in coordinates(board, each)), strict=True))
        for each in layered(board)
    ]
    spanning = sum(all(len(set(x)) > 1 for x in each) for each in sequences)
    assert count(board, "layered", part="spanning").count == spanning
    if board.stops:
        with pytest.raises(InputError, match=r"irreducible .* are not defined .* lines stop"):
            count(board, "layered", part="irreducible")
        return
    irreducible = sum(
        not any(are_apart([*each[:k], *each[k + 1 :]]) for k in range(len(each)))
        for each in sequences
    )
    assert count(board, "layered", part="irreducible").count == irreducible


def test_what_is_out_of_reach_or_no_task_is_refused(tmp_path):
    with pytest.raises(InputError, match="not looked at one by one"):
        count(Board((7, 7, 7), blocked=[0]), "layered", part="spanning")
    split = Execution(checkpoint=tmp_path / "parts")
    with pytest.raises(InputError, match="not counted in tasks"):
        count(Board((3, 3, 3), blocked=[0]), "layered", part="spanning", split=split)
    with pytest.raises(InputError, match="no part 'other'"):
        count(Board((3, 3, 3), blocked=[0]), "layered", part="other")


def test_a_part_ends_at_its_limit():
    run = RunContext(Limit(seconds=0.2))
    found = count(Board((6, 6, 6), blocked=[0]), "layered", part="irreducible", run=run)
    assert found.status is Status.LIMIT
