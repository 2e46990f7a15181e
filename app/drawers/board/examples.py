"""Boards to begin with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from nqviz.constructions import FAMILIES, cut_state
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.board import Board
from nqviz.core.language import tr_later
from nqviz.core.placement import Placement
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


BEGUN = (
    (3, 1, 5),
    (1, 5, 4),
    (3, 4, 4),
    (5, 5, 3),
    (1, 1, 2),
    (2, 5, 1),
    (1, 3, 1),
    (5, 1, 1),
)
"""Eight queens on the (5,3)-board that five more complete to a maximum, 13."""
GIVEN = ((1, 5, 4), (5, 5, 3), (2, 5, 1))


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
    family = FAMILIES["subcube"]
    built = family.construct(
        Board.cube(9, 3), {}, RunContext(progress=lambda _news: None, stop=threading.Event())
    )
    return BoardTab(cut_state(built))


def _density() -> BoardTab:
    from nqviz.counting import density  # no start waits for it

    board = Board.cube(3, 3)
    found = density(board).value
    overlay = None if found is None else Overlay.of_density(found)
    return BoardTab(window_state(Placement(board)), overlay=overlay)


EXAMPLES = (
    Example(
        "eight",
        "layout-grid",
        tr_later("The 8 queens"),
        tr_later("Three stand. Can five more join them?"),
        tr_later("Click free cells to place queens, or press Solve and then Accept."),
        _eight_queens,
        wants_solve=True,
    ),
    Example(
        "puzzle",
        "circle-dashed",
        tr_later("Finish this cube"),
        tr_later("Eight queens stand on the (5,3)-board; 13 fit."),
        tr_later(
            "Place five more queens; shaded cells are attacked. Or press Solve and then Accept."
        ),
        puzzle,
        wants_solve=True,
    ),
    Example(
        "full",
        "box",
        tr_later("121 queens"),
        tr_later("The smallest cube with a queen on each of its rows: (11,3)."),
        tr_later("Move the mouse over a queen to see what it attacks; drag the scene to turn it."),
        lambda: _known("11x11x11-121"),
    ),
    Example(
        "cut",
        "scissors",
        tr_later("Cut from a larger board"),
        tr_later("Of 121 queens, 67 stay on the (9,3)-board."),
        tr_later("Grey layers are cut away with the crossed queens; what is left has side 9."),
        _cut,
    ),
    Example(
        "density",
        "flame",
        tr_later("Where queens like to stand"),
        tr_later("How often each cell is used, over all best placements of (3,3)."),
        tr_later(
            "Hatched cells are used by no best placement; point at a cell to read its number."
        ),
        _density,
    ),
    Example(
        "four",
        "layers",
        tr_later("Four dimensions"),
        tr_later("16 queens on the (4,4)-board, cube beside cube."),
        tr_later(
            "Each small cube is one value of the fourth coordinate; choose others over the scene."
        ),
        lambda: _known("4x4x4x4-16"),
    ),
)
