"""Estimates by random descents, against the searches themselves."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.engines.bits import pack
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, clique_cover_search, next_set
from nqviz.engines.exhaustive.descents import descend, likely_time
from nqviz.engines.exhaustive.engine import search_board


@pytest.mark.parametrize(
    ("board", "need"),
    [(Board.cube(8, 2), 8), (Board.cube(4, 3), 7), (Board((3, 4, 5)), 7), (Board.cube(3, 4), 6)],
    ids=str,
)
@pytest.mark.parametrize("power", [0.0, 4.0])
def test_the_mean_of_descents_is_the_number_of_nodes(board: Board, need: int, power: float) -> None:
    cells = search_board(board, ())
    everything = pack(np.arange(cells.size), cells.size)
    nodes = np.zeros(1, np.int64)
    search = clique_cover_search(cells.adjacent, everything, np.zeros(need, np.int64), 0, nodes)
    while next_set(search, 2**62, np.zeros(1, np.uint8)) != EXHAUSTED:
        pass
    random = np.random.default_rng(1)
    found = np.exp(
        [descend(cells.adjacent, everything, need, power, random.random(need)) for _ in range(4000)]
    )
    error = found.std() / np.sqrt(len(found))
    assert error < 0.1 * nodes[0]
    assert found.mean() == pytest.approx(nodes[0], abs=4.0 * error)


def test_what_is_over_and_what_has_no_set_has_no_time() -> None:
    cells = search_board(Board.cube(4, 3), ())
    assert likely_time(cells, 7, 10.0, is_over=lambda: True)[1] == 0
    assert likely_time(cells, 60, 0.01)[0].seconds is None
    estimate, descents = likely_time(cells, 7, 0.05)
    assert estimate.seconds is not None
    assert 0.0 < estimate.seconds < 10.0
    assert descents >= 8
