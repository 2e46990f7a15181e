"""Write drawings to files: what is asked for is checked first, and a file is whole or absent."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Unpack

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, worded
from nqviz.rendering.canvas.alt_text import AltText, alt_text_of
from nqviz.rendering.canvas.cropping import write_canvas
from nqviz.rendering.canvas.layout import default_layers
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings, format_of

FORMATS = ("png", "svg", "pdf", "tex")


def save_layers(
    view: BoardView,
    path: Path | str,
    *,
    arrangement: Arrangement | None = None,
    **settings: Unpack[ImageChoices],
) -> None:
    """Draw every layer of a board into a png, svg, pdf or tex file.

    Parameters
    ----------
    view : BoardView
        What to show.
    path : path or str
        The ending chooses the format; tex is a figure for LaTeX, by TikZ.
    arrangement : Arrangement, optional
        Which layers stand where; all of them, filling the page, without it.
    **settings
        What `ImageSettings` has: size, paper, dpi, crop, margin, transparent, theme ...

    Raises
    ------
    InputError
        If the format is unknown, the size is not possible, the arrangement is not flat, or the
        file cannot be written.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)
    layers = arrangement or default_layers(view.board, chosen.size[0] / chosen.size[1])
    if layers.dimension != 2:
        raise InputError("a drawing of layers shows two coordinates, not three")
    if layers.board.shape != view.board.shape:
        raise InputError(f"the arrangement of a {layers.board} does not fit a {view.board}")

    from .layers import draw_layers

    draw = partial(draw_layers, view, layers, chosen.colours)
    write_canvas(draw, path, ending, chosen, alt_text_of(view, "Layers"))


def save_contact_sheet(
    view: BoardView,
    path: Path | str,
    *,
    axis: int | None = None,
    **settings: Unpack[ImageChoices],
) -> None:
    """Draw all layers of a board on one page, under a heading, each with the number of its queens.

    Parameters
    ----------
    axis : int, optional
        The (0-based) coordinate that numbers the layers; the third one without it.
    **settings
        See `save_layers`, as for the errors.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)
    width, height = chosen.size

    from .layers import HEADING_ROOM, draw_layers

    layers = default_layers(view.board, width / max(height - HEADING_ROOM, height / 2), axis)
    alt_text = alt_text_of(view, "All layers")
    count = len(view.queens)
    title = f"{counted(count, view.board.piece)} on the {view.board}"
    heading = title, _state(view)

    draw = partial(draw_layers, view, layers, chosen.colours, heading=heading)
    write_canvas(draw, path, ending, chosen, alt_text)


def _state(view: BoardView) -> str:
    """Return in few words what matters most of the queens."""
    pairs = len(view.conflicts)
    told = "no two attack each other"
    if pairs:
        told = f"{pairs:,} pair{' attacks' if pairs == 1 else 's attack'} each other"
    given = len(view.given)
    return told + (f"; {given:,} given" if given else "")


def save_square(view: BoardView, path: Path | str, **settings: Unpack[ImageChoices]) -> None:
    """Draw a placement in three dimensions as one square: each queen by its third coordinate.

    A full placement without an attack is a Latin square. Where several queens stand above one
    square, all their symbols are written there, and the square is marked as a conflict.

    Parameters and errors are those of `save_layers`; `InputError` also if the board does not have
    three dimensions.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)
    if view.board.d != 3:
        raise InputError(f"a square shows boards of three dimensions, not the {view.board}")

    from .square import draw_square

    draw = partial(draw_square, view, chosen.colours)
    write_canvas(draw, path, ending, chosen, alt_text_of(view, "Square"))


def save_graph(
    view: BoardView,
    path: Path | str,
    *,
    arrangement: Arrangement | None = None,
    **settings: Unpack[ImageChoices],
) -> None:
    """Draw the queen graph of a small board: its cells, joined where they attack each other.

    Parameters and errors are those of `save_layers`; `InputError` also if the board has too many
    cells to be told apart.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)
    places = arrangement or default_layers(view.board, chosen.size[0] / chosen.size[1])

    from .graph import draw_graph, graph_words

    draw = partial(draw_graph, view, places, chosen.colours)
    alt_text = alt_text_of(view, worded("Queen graph", view.board.piece))
    description = f"{graph_words(view.board)} {alt_text.description}"
    write_canvas(draw, path, ending, chosen, AltText(alt_text.title, description))


def drawing_format(path: Path | str) -> str:
    """Return the format of a drawing by the name of its file.

    Raises InputError if it is not known.
    """
    return format_of(Path(path).name, FORMATS, "a drawing")
