"""Write drawings to files: what is asked for is checked first, and a file is whole or absent."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Unpack

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, worded
from nqviz.rendering.canvas.alt_text import AltText, alt_text_of
from nqviz.rendering.canvas.cropping import Draw, write_canvas
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings, format_of

FORMATS = ("png", "svg", "pdf", "tex")


def save_drawing(
    view: BoardView,
    path: Path | str,
    what: str = "layers",
    *,
    arrangement: Arrangement | None = None,
    axis: int | None = None,
    **settings: Unpack[ImageChoices],
) -> None:
    """Draw a board into a png, svg, pdf or tex file.

    Parameters
    ----------
    view : BoardView
        What to show.
    path : path or str
        The ending chooses the format; tex is a figure for LaTeX, by TikZ.
    what : str
        ``layers``: every layer. ``contact``: all of them under a heading, each with the number of
        its queens. ``square``: a placement in three dimensions as one square, each queen by its
        third coordinate: a full placement without an attack is a Latin square, and a square above
        which several queens stand is marked as a conflict. ``graph``: the queen graph of a small
        board, its cells joined where they attack each other.
    arrangement : Arrangement, optional
        Which layers stand where; all of them, filling the page, without it.
    axis : int, optional
        The (0-based) coordinate that numbers the layers of a contact sheet; the third one without
        it.
    **settings
        What `ImageSettings` has: size, paper, dpi, crop, margin, transparent, theme ...

    Raises
    ------
    InputError
        If the format is unknown, the size is not possible, the arrangement is not flat, a square
        is asked of a board that does not have three dimensions or a graph of one with too many
        cells, or the file cannot be written.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)
    width, height = chosen.size
    if what == "square":
        draw, alt_text = _square(view, chosen)
    elif what == "contact":
        draw, alt_text = _contact(view, chosen, axis)
    else:
        places = arrangement or default_layers(view.board, width / height)
        draw, alt_text = (_graph if what == "graph" else _layers)(view, chosen, places)
    write_canvas(draw, path, ending, chosen, alt_text)


def _layers(view: BoardView, settings: ImageSettings, layers: Arrangement) -> tuple[Draw, AltText]:
    if layers.dimension != 2:
        raise InputError("a drawing of layers shows two coordinates, not three")
    if layers.board.shape != view.board.shape:
        raise InputError(f"the arrangement of a {layers.board} does not fit a {view.board}")

    from .layers import draw_layers

    return partial(draw_layers, view, layers, settings.colours), alt_text_of(view, "Layers")


def _contact(view: BoardView, settings: ImageSettings, axis: int | None) -> tuple[Draw, AltText]:
    from .layers import HEADING_ROOM, draw_layers

    width, height = settings.size
    layers = default_layers(view.board, width / max(height - HEADING_ROOM, height / 2), axis)
    heading = f"{counted(len(view.queens), view.board.piece)} on the {view.board}", _state(view)
    draw = partial(draw_layers, view, layers, settings.colours, heading=heading)
    return draw, alt_text_of(view, "All layers")


def _state(view: BoardView) -> str:
    """Return in few words what matters most of the queens."""
    pairs = len(view.conflicts)
    told = "no two attack each other"
    if pairs:
        told = f"{pairs:,} pair{' attacks' if pairs == 1 else 's attack'} each other"
    given = len(view.given)
    return told + (f"; {given:,} given" if given else "")


def _square(view: BoardView, settings: ImageSettings) -> tuple[Draw, AltText]:
    if view.board.d != 3:
        raise InputError(f"a square shows boards of three dimensions, not the {view.board}")

    from .square import draw_square

    return partial(draw_square, view, settings.colours), alt_text_of(view, "Square")


def _graph(view: BoardView, settings: ImageSettings, places: Arrangement) -> tuple[Draw, AltText]:
    from .graph import draw_graph, graph_words

    alt_text = alt_text_of(view, worded("Queen graph", view.board.piece))
    described = AltText(alt_text.title, f"{graph_words(view.board)} {alt_text.description}")
    return partial(draw_graph, view, places, settings.colours), described


def drawing_format(path: Path | str) -> str:
    """Return the format of a drawing by the name of its file.

    Raises InputError if it is not known.
    """
    return format_of(Path(path).name, FORMATS, "a drawing")
