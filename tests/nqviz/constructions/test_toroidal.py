"""Toroidal placements have as many queens as Monsky's theorem allows, and do not attack."""

from __future__ import annotations

import threading

import pytest

from nqviz import Board
from nqviz.bounds.torus import planar_torus_maximum
from nqviz.constructions import construct
from nqviz.core.errors import InputError
from nqviz.run.context import RunContext


@pytest.mark.parametrize("n", [*range(1, 33), 45, 46, 49, 50])
def test_every_side_reaches_the_maximum(n):
    placement = construct(Board.cube(n, 2, torus=True), "toroidal").placement
    assert placement.is_valid()
    assert len(placement) == planar_torus_maximum(n)


def test_a_stopped_search_returns_queens_that_do_not_attack():
    stop = threading.Event()
    stop.set()
    run = RunContext(stop=stop)
    placement = construct(Board.cube(36, 2, torus=True), "toroidal", run).placement
    assert placement.is_valid()
    assert 0 < len(placement) < 34


def test_flat_boards_and_large_sides_without_a_pattern_are_refused():
    with pytest.raises(InputError, match="the nearest is the \\(8,2\\) torus"):
        construct(Board.cube(8, 2), "toroidal")
    with pytest.raises(InputError, match="searched up to 40, not 48"):
        construct(Board.cube(48, 2, torus=True), "toroidal")
