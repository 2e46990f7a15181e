"""The pictures of films of layers, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.layout import default_layers
from nqviz.rendering.canvas.matplotlib_page import pixels
from nqviz.view.animation import FLIGHT, REPLAY, Animation
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import ColourArray

from .layers import draw_layers


def layer_frames(
    animation: Animation,
    view: BoardView,
    settings: ImageSettings,
    *,
    steps: Sequence[BoardView] = (),
    arrangement: Arrangement | None = None,
) -> Iterator[ColourArray]:
    """Draw the frames of an animation, each of shape (height, width, 3).

    `animation`: one of layers, each alone, or a replay.
    `steps`: the moments of a replay, at least one.
    `arrangement`: how the layers of a replay stand; all of them, filling the page, without it.
    Raises InputError if there is nothing to show in this way.
    """
    if animation.kind == REPLAY:
        yield from _replay(animation, settings, steps, arrangement)
    elif animation.kind == FLIGHT:
        yield from _one_by_one(animation, view, settings)
    else:
        raise InputError("a drawing of layers does not turn: choose the scene, or another film")


def _one_by_one(
    animation: Animation, view: BoardView, settings: ImageSettings
) -> Iterator[ColourArray]:
    board = view.board
    if board.d < 3:
        raise InputError(f"the {board} is flat: it has no layers to go through")
    frames, count = animation.length(board), board.shape[2]
    shown = -1
    for frame in range(frames):
        layer = animation.step_at(frame, frames, count)
        if layer != shown:
            shown = layer
            one = default_layers(board, settings.size[0] / settings.size[1], 2, layer)
            drawn = pixels(draw_layers(view, one, settings.colours, settings.size), settings)
        yield drawn


def _replay(
    animation: Animation,
    settings: ImageSettings,
    steps: Sequence[BoardView],
    arrangement: Arrangement | None,
) -> Iterator[ColourArray]:
    if not steps:
        raise InputError("there is nothing to replay")
    frames = animation.length(steps[0].board, len(steps))
    shown = -1
    for frame in range(frames):
        step = animation.step_at(frame, frames, len(steps))
        if step != shown:
            shown, view = step, steps[step]
            fits = arrangement is not None and arrangement.board == view.board
            layers = default_layers(view.board, settings.size[0] / settings.size[1])
            places = arrangement if arrangement is not None and fits else layers
            drawn = pixels(draw_layers(view, places, settings.colours, settings.size), settings)
        yield drawn
