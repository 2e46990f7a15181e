"""What a person can choose about a scene, apart from what is on the board."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

from ..arrangement import Arrangement
from ..board import Board
from ..errors import InputError

STYLES = ("sphere", "piece", "cube")
COLOURINGS = ("layer", "theme")

LONGEST_ROW = 3
"""The most blocks that stand in one row."""


@dataclass(frozen=True)
class SceneOptions:
    """How a scene looks.

    Attributes
    ----------
    style : str
        Queens as "sphere", "piece" (a chess queen) or "cube".
    colour_by : str
        Queens coloured by "layer", their value of the last shown coordinate, or in the one
        colour of the "theme". A flat board has no layers: its queens have the theme's colour.
    lattice, labels : bool
        Whether lines between cells, and coordinates along the edges, are drawn.
    orthographic : bool
        Parallel projection instead of perspective.
    active_layer : int, optional
        The (0-based) layer that is pointed at where no queen is; the cursor's without it.

    Raises
    ------
    InputError
        If the style or the colouring is unknown.
    """

    style: str = "sphere"
    colour_by: str = "layer"
    lattice: bool = True
    labels: bool = True
    orthographic: bool = False
    active_layer: int | None = None

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise InputError(f"unknown style {self.style!r}; choose one of {', '.join(STYLES)}")
        if self.colour_by not in COLOURINGS:
            raise InputError(
                f"queens cannot be coloured by {self.colour_by!r};"
                f" choose one of {', '.join(COLOURINGS)}"
            )


def default_scene(board: Board) -> Arrangement:
    """Show the first three coordinates as blocks, the others side by side.

    More than a few blocks along one coordinate stand in two or more rows, about as many as
    there are blocks in each.
    """
    shown = tuple(range(min(board.d, 3)))
    if board.d == 4 and board.shape[3] > LONGEST_ROW:
        return Arrangement(board, shown, columns=ceil(sqrt(board.shape[3])))
    return Arrangement(board, shown)


def layer_axis(arrangement: Arrangement) -> int | None:
    """Give the axis along which layers lie above each other; a flat picture has none."""
    return arrangement.shown[2] if len(arrangement.shown) == 3 else None
