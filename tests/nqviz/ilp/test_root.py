"""Rows added at the root: the bound falls, and no placement is lost."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from nqviz import Board
from nqviz.ilp import build_program
from nqviz.ilp.root import LinearProgram, tighten
from tests.nqviz.ilp.row_counts import row_counts


def test_the_linear_program_has_the_published_value() -> None:
    solution = LinearProgram(build_program(Board.cube(5, 3))).solve()
    assert solution is not None
    assert solution[0] == pytest.approx(15.82, abs=0.005)  # mathematics of the thesis's program
    assert solution[1].sum() == pytest.approx(solution[0])


def test_separation_closes_in_on_the_program_with_all_cliques() -> None:
    board = Board.cube(3, 2)  # two queens; the lines alone allow three
    cuts = ["planar"]
    values: list[float] = []
    program = tighten(build_program(board, cuts), cuts, None, values.append)
    everything = LinearProgram(build_program(board, ["star", "cross", "cube"])).solve()
    assert everything is not None
    assert values[0] == pytest.approx(3)
    assert values[-1] == pytest.approx(everything[0])
    assert row_counts(program)["planar"] > 0


def test_rows_that_are_added_hold_for_every_placement() -> None:
    board = Board.cube(4, 2)
    cuts = ["planar", "odd-cycle"]
    program = tighten(build_program(board, cuts), cuts)
    for queens in ([1, 7, 8, 14], [2, 4, 11, 13]):
        chosen = np.isin(program.cells, queens).astype(int)
        assert (program.matrix @ chosen <= program.upper).all()


def test_without_separated_families_nothing_changes() -> None:
    program = build_program(Board.cube(4, 3))
    assert tighten(program, ["cube"]) is program


def test_it_ends_when_nobody_waits() -> None:
    cancelled = threading.Event()
    cancelled.set()
    program = build_program(Board.cube(9, 3), ["odd-cycle"])
    assert row_counts(tighten(program, ["odd-cycle"], cancelled))["odd-cycle"] == 0
