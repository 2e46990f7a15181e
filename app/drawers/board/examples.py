"""Boards to begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from nqviz.constructions import FAMILIES, cut_state
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.shipped import shipped_text
from nqviz.run.context import RunContext
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

from ...document.board_tab import BoardTab, window_state


@dataclass(frozen=True)
class Example:
    """A board to begin with."""

    name: str  # the part of the name of its control after the last dot
    icon: str
    title: str
    caption: str
    step: str  # what can be done next, for the status bar
    make: Callable[[], BoardTab]  # makes the tab; quick enough for a click
    wants_solve: bool = False  # whether the next step is to press Solve


GIVEN = ((1, 5, 4), (5, 5, 3), (2, 5, 1))
BEGUN = (*GIVEN, (3, 1, 5), (3, 4, 4), (1, 1, 2), (1, 3, 1), (5, 1, 1))
"""Eight queens on the (5,3)-board that five more complete to a maximum, 13."""


def puzzle() -> BoardTab:
    """Return the (5,3) puzzle: eight queens of a maximum, three of them given, free cells marked.

    Five more queens fit, as the maximum has 13.
    """
    board = Board.cube(5, 3)
    placement = Placement.from_coordinates(board, BEGUN)
    givens = Placement.from_coordinates(board, GIVEN).indices.tolist()
    tab = BoardTab(window_state(placement, givens))
    tab.view = replace(ViewState().on(board), free=True)
    return tab


def _eight_queens() -> BoardTab:
    board = Board.cube(8, 2)
    return BoardTab(window_state(Placement.from_coordinates(board, [(1, 1), (2, 5), (3, 8)])))


def _known(certificate: str) -> BoardTab:
    return BoardTab(window_state(load_record(certificate).placement))


def _cut() -> BoardTab:
    return BoardTab(cut_state(FAMILIES["subcube"].construct(Board.cube(9, 3), {}, RunContext())))


def _density() -> BoardTab:
    from nqviz.counting import density  # no start waits for it

    board = Board.cube(3, 3)
    found = density(board).value
    overlay = None if found is None else Overlay.of_density(found)
    return BoardTab(window_state(Placement(board)), overlay=overlay)


_MAKERS: dict[str, Callable[[], BoardTab]] = {
    "eight": _eight_queens,
    "puzzle": puzzle,
    "full": partial(_known, "11x11x11-121"),
    "cut": _cut,
    "density": _density,
    "four": partial(_known, "4x4x4x4-16"),
}
_TO_SOLVE = ("eight", "puzzle")


def _read(table: str) -> tuple[Example, ...]:
    """Return the examples of a table: name, icon and title, and below them caption and step."""
    found, lines = [], table.splitlines()
    for head, caption, step in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name, icon, title = head.split(" | ")
        texts = title, caption.strip(), step.strip()
        found.append(Example(name, icon, *texts, _MAKERS[name], name in _TO_SOLVE))
    return tuple(found)


EXAMPLES = _read(shipped_text("window", "examples.txt"))
