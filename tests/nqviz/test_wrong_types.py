"""Values of other types are refused on one clear line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nqviz
from nqviz import Board, InputError, Limit, Placement, RunContext

ANY: Any = nqviz  # the calls are wrong on purpose
BOARD = Board.cube(4, 2)

WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "half a cell": (lambda: Placement(BOARD, [(1.5, 2)]), "1.5 is not an integer"),
    "not a number": (lambda: Placement(BOARD, [(float("nan"), 2)]), "nan is not an integer"),
    "65 bits": (lambda: Placement(BOARD, [(2**63, 2)]), "an integer is too large"),
    "a long word": (lambda: Placement(BOARD, ["x" * 999]), r"xxx\.\.\. is not an integer"),
    "one index": (lambda: ANY.Placement.from_indices(BOARD, 5), "the indices of cells are a list"),
    "a side": (lambda: ANY.Board(4), "the shape of a board is 4"),
    "a long side": (lambda: Board([10**5000, 2]), "side 1 of the board is too large"),
    "a short side": (lambda: Board([-(10**5000), 2]), r"is -100000000\.\.\.; a side is 1 or more"),
    "a dimension": (lambda: Board.cube(2, 10**5000), r"100000000\.\.\. dimensions"),
    "a board to keep": (lambda: ANY.complete(BOARD), "queens are given as a Placement, not as"),
    "no queens": (lambda: ANY.complete(None), "queens are given as a Placement, not as None"),
    "a start": (lambda: ANY.maximum(BOARD, start=BOARD), "queens are given as a Placement"),
    "a word of cuts": (lambda: ANY.maximum(BOARD, cuts="cube"), "cuts are a tuple of names"),
    "a number of cuts": (lambda: ANY.maximum(BOARD, cuts=5), "cuts are a tuple of names"),
    "seconds alone": (lambda: ANY.RunContext(5), "a limit is a Limit"),
    "a word of seconds": (lambda: ANY.Limit(seconds="5"), "a number of seconds, not 5"),
    "half a thread": (lambda: ANY.Limit(threads=1.5), "threads is a whole number, not 1.5"),
    "half a node": (lambda: ANY.Limit(nodes=1.5), "nodes is a whole number, not 1.5"),
    "a number of a file": (lambda: ANY.read(5), "a file is given by its path, not by 5"),
    "no file": (lambda: ANY.verify(None), "a file is given by its path, not by None"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_value_of_another_type_is_refused_on_one_line(name: str) -> None:
    call, reason = WRONG[name]
    with pytest.raises(InputError, match=reason) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_what_is_right_is_taken() -> None:
    assert RunContext(Limit(seconds=1, nodes=2, threads=1)).limit.nodes == 2
    assert len(Placement.from_indices(BOARD, range(3))) == 3
