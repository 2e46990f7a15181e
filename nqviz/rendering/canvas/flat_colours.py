"""The colours of queens and cells in flat pictures: layers, thumbnails, the square and the graph.

In the scene `nqviz.rendering.scene.colouring` has those of queens.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.rings import has_rings, rings_of_cells
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.palette import OUTSIDE, ColourArray, Theme, mix, rgb

from .layers_layout import layer_axis

RING_TINT = ("#0072B2", 0.18)
"""The colour of every other ring, and how much of it."""

_hues = lru_cache(maxsize=8)(Theme.hues)


def queen_colours(arrangement: Arrangement, indices: IntArray, theme: Theme) -> ColourArray:
    """Return the colour of a queen on each cell, shape (k, 3): the hue of its layer."""
    axis = layer_axis(arrangement)
    if axis is None:
        return np.tile(np.array(rgb(theme.queen), np.uint8), (len(indices), 1))
    hues = _hues(theme, arrangement.board.shape[axis])
    return hues[arrangement.board.cells(indices)[:, axis]]


def cell_colours(
    view: BoardView, attacked: npt.NDArray[np.bool_], theme: Theme, indices: IntArray
) -> ColourArray:
    """Return the colour of the ground of cells, shape (..., 3), from their indices, shape (...).

    `attacked`, shape (size,): the cells that a queen attacks or stands on.
    `indices` has shape (...).
    """
    ground = np.array([rgb(theme.background), rgb(theme.attacked)], np.uint8)
    colours: ColourArray = ground.take(attacked[indices], axis=0)
    overlay = view.overlay
    if overlay is not None:
        used = overlay.has_value[indices]
        colours = np.array(np.broadcast_to(ground[0], colours.shape))
        colours[used] = theme.ramp(overlay.values[indices][used] / overlay.top)
    elif view.rings and has_rings(view.board):
        tint, share = RING_TINT
        # Counted from the edge, so that the outermost ring keeps its ground.
        inner = (rings_of_cells(view.board, indices) - (view.board.n + 1) // 2) % 2 == 0
        colours[inner] = np.rint((1 - share) * colours[inner] + share * np.array(rgb(tint)))
    if view.outside is not None:
        colours[view.outside[indices]] = rgb(mix(theme.background, OUTSIDE, 0.45))
    if view.core is not None:
        colours[view.core[indices]] = rgb(mix(theme.background, OUTSIDE, 0.8))
    return colours
