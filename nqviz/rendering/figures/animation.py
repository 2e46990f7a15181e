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
    shape = settings.size[0] / settings.size[1]

    def draw(shown: BoardView, layers: Arrangement) -> ColourArray:
        return pixels(draw_layers(shown, layers, settings.colours, settings.size), settings)

    def draw_layer(layer: int) -> ColourArray:
        return draw(view, default_layers(view.board, shape, 2, layer))

    def draw_step(step: int) -> ColourArray:
        fits = arrangement is not None and arrangement.board == steps[step].board
        own = arrangement if fits else None
        return draw(steps[step], own or default_layers(steps[step].board, shape))

    if animation.kind == REPLAY:
        if not steps:
            raise InputError("there is nothing to replay")
        yield from animation.held(steps[0].board, len(steps), draw_step)
    elif animation.kind == FLIGHT:
        if view.board.d < 3:
            raise InputError(f"the {view.board} is flat: it has no layers to go through")
        yield from animation.held(view.board, view.board.shape[2], draw_layer)
    else:
        raise InputError("a drawing of layers does not turn: choose the scene, or another film")
