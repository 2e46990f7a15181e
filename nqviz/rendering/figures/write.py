"""Write drawings to files: what is asked for is checked first, and a file is whole or absent."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, worded
from nqviz.rendering.canvas.alt_text import Words, picture_words
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.layout import default_layers
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings, format_of

FORMATS = ("png", "svg", "pdf", "tex")


def save_layers(
    picture: BoardView,
    path: Path | str,
    *,
    arrangement: Arrangement | None = None,
    **look: Unpack[ImageChoices],
) -> None:
    """Draw every layer of a board into a png, svg, pdf or tex file.

    Parameters
    ----------
    picture : BoardView
        What to show.
    path : path or str
        The ending chooses the format; tex is a figure for LaTeX, by TikZ.
    arrangement : Arrangement, optional
        Which layers stand where; all of them, filling the page, without it.
    **look
        size, scale, dpi, transparent and theme, see `ImageSettings`.

    Raises
    ------
    InputError
        If the format is unknown, the size is not possible, the arrangement is not flat, or the
        file cannot be written.
    """
    ending, chosen = drawing_format(path), ImageSettings(**look)
    layers = arrangement or default_layers(picture.board, chosen.size[0] / chosen.size[1])
    if layers.dimension != 2:
        raise InputError("a drawing of layers shows two coordinates, not three")
    if layers.board.shape != picture.board.shape:
        raise InputError(f"the arrangement of a {layers.board} does not fit a {picture.board}")

    from .layers import draw_layers

    sheet = draw_layers(picture, layers, chosen.colours, chosen.size)
    write_sheet(sheet, path, ending, chosen, picture_words(picture, "Layers"))


def save_contact_sheet(
    picture: BoardView,
    path: Path | str,
    *,
    axis: int | None = None,
    **look: Unpack[ImageChoices],
) -> None:
    """Draw all layers of a board on one page, under a heading, each with the number of its queens.

    Parameters
    ----------
    picture : BoardView
    path : path or str
    axis : int, optional
        The (0-based) coordinate that numbers the layers; the third one without it.
    **look
        See `save_layers`, as for the errors.
    """
    ending, chosen = drawing_format(path), ImageSettings(**look)
    width, height = chosen.size

    from .layers import HEADING_ROOM, draw_layers

    layers = default_layers(picture.board, width / max(height - HEADING_ROOM, height / 2), axis)
    words = picture_words(picture, "All layers")
    count = len(picture.queens)
    title = f"{counted(count, picture.board.piece)} on the {picture.board}"
    sheet = draw_layers(picture, layers, chosen.colours, chosen.size, (title, _state(picture)))
    write_sheet(sheet, path, ending, chosen, words)


def _state(picture: BoardView) -> str:
    """Return in a few words what matters most of the queens."""
    pairs = len(picture.conflicts)
    told = "no two attack each other"
    if pairs:
        told = f"{pairs:,} pair{' attacks' if pairs == 1 else 's attack'} each other"
    given = len(picture.given)
    return told + (f"; {given:,} given" if given else "")


def save_square(picture: BoardView, path: Path | str, **look: Unpack[ImageChoices]) -> None:
    """Draw a placement in three dimensions as one square: each queen by its third coordinate.

    A full placement without an attack is a Latin square. Where several queens stand above one
    square, all their symbols are written there, and the square is marked as a conflict.

    Parameters and errors are those of `save_layers`; `InputError` also if the board does not have
    three dimensions.
    """
    ending, chosen = drawing_format(path), ImageSettings(**look)
    if picture.board.d != 3:
        raise InputError(f"a square shows boards of three dimensions, not the {picture.board}")

    from .square import draw_square

    sheet = draw_square(picture, chosen.colours, chosen.size)
    write_sheet(sheet, path, ending, chosen, picture_words(picture, "Square"))


def save_graph(
    picture: BoardView,
    path: Path | str,
    *,
    arrangement: Arrangement | None = None,
    **look: Unpack[ImageChoices],
) -> None:
    """Draw the queen graph of a small board: its cells, joined where they attack each other.

    Parameters and errors are those of `save_layers`; `InputError` also if the board has too many
    cells to be told apart.
    """
    ending, chosen = drawing_format(path), ImageSettings(**look)
    places = arrangement or default_layers(picture.board, chosen.size[0] / chosen.size[1])

    from .graph import draw_graph, graph_words

    sheet = draw_graph(picture, places, chosen.colours, chosen.size)
    words = picture_words(picture, worded("Queen graph", picture.board.piece))
    told = f"{graph_words(picture.board)} {words.description}"
    write_sheet(sheet, path, ending, chosen, Words(words.title, told))


def drawing_format(path: Path | str) -> str:
    """Return the format of a drawing by the name of its file.

    Raises
    ------
    InputError
        If it is not known.
    """
    return format_of(Path(path).name, FORMATS, "a drawing")


def write_sheet(
    sheet: Canvas, path: Path | str, ending: str, look: ImageSettings, words: Words
) -> None:
    """Write what is drawn on a sheet into a file of a format.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    if ending == "tex":
        from nqviz.rendering.canvas.tikz import tikz_document

        data = tikz_document(sheet, look, words).encode()
    else:
        from nqviz.rendering.canvas.matplotlib_page import encoded

        data = encoded(sheet, ending, look, words)
    atomic_write(path, data)
