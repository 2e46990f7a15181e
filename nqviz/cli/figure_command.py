"""The command line that makes a figure again."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from nqviz.core.board import Board
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError
from nqviz.rendering.export import Figure
from nqviz.view.animation import TURNTABLE
from nqviz.view.overlay import MAXIMUM
from nqviz.view.view_state import ViewState

from .figure_options import view_words
from .paper_options import settings_words

_VIEWS = {"scene": "3d", "layer": "layers", "solid": "3d", "page": "3d"}
RATE = 25


def figure_command(
    figure: Figure, source: Path | str | None, output: Path | str, chart: str = ""
) -> str:
    """Return the line of a shell that writes a figure.

    `source`: the file of the placement; an empty board without it.
    `output`: the file of the figure.
    `chart`: what a chart shows, if not the queens of each layer.
    Raises InputError if no command makes this figure: it shows values that no command computes.
    """
    board = figure.picture.board
    words = ["nqviz", "render", *([] if source is None else [str(source)])]
    if source is None:
        words += ["--shape", ",".join(map(str, board.shape))]
        words += wrap_words(board)
        words += [] if board.piece == "queen" else ["--piece", board.piece]
    words += ["-o", str(output), *_what_words(figure, chart), *_overlay_words(figure, chart)]
    words += view_words(_needed(figure), board)
    if figure.picture.cursor is not None:
        cell = to_coordinates(board.cell(figure.picture.cursor)).tolist()
        words += ["--at", ",".join(map(str, cell))]
    return shlex.join(words + settings_words(figure.settings))


def wrap_words(board: Board) -> list[str]:
    """Return the options of what wraps."""
    if board.torus:
        return ["--torus"]
    words = ["--wrap-axes", ",".join(str(axis + 1) for axis in board.wraps)] if board.wraps else []
    return [*words, "--twist"] if board.twist else words


def _needed(figure: Figure) -> ViewState:
    """Return the view without an active layer that changes nothing of what is drawn."""
    is_scene = figure.what in ("scene", "film", "solid") and not figure.of_layers
    if figure.what == "layer" or (is_scene and figure.options.active_layer is not None):
        return figure.view
    return replace(figure.view, active_layer=None)


def _what_words(figure: Figure, chart: str) -> list[str]:
    if figure.what == "film":
        film, words = figure.animation, ["--view", "layers"] if figure.of_layers else []
        words += [] if film.kind == TURNTABLE else ["--film", film.kind]
        words += [] if film.frames is None else ["--frames", str(film.frames)]
        return words + ([] if film.rate == RATE else ["--rate", str(film.rate)])
    if figure.what == "solid":
        stand = {None: [], True: ["--stand"], False: ["--no-stand"]}[figure.stand]
        return ["--cell", f"{figure.cell:g}", *stand, *(["--plates"] if figure.plates else [])]
    view = _VIEWS.get(figure.what, figure.what)
    words = [] if view == "3d" else ["--view", view]
    return words + (["--chart", chart] if chart not in ("", "counts") else [])


def _overlay_words(figure: Figure, chart: str) -> list[str]:
    """Write the values of cells; raise InputError for those that no option makes."""
    picture = figure.picture
    values, words = picture.overlay, []
    if values is not None and values.kind == "field" and values.titles[0] == "cost":
        words += ["--lay", "costs"]
    elif values is not None and values.kind == "count" and MAXIMUM in values.caption:
        is_told = chart == "profile" or figure.what == "solid"
        words += [] if is_told else ["--density", figure.view.density]
    elif values is not None:
        raise InputError("no command makes the values that are shown on the board")
    if len(picture.suggested):
        raise InputError("accept or dismiss the suggestion first: no file holds it")
    return words
