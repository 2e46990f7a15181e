"""The HTML file of a board: one frame, in which style, script and data stand."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np

from nqviz import __version__
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.shipped import shipped_text
from nqviz.formats import format_code
from nqviz.formats.entries import torus_entry
from nqviz.rendering.canvas.alt_text import alt_text_of
from nqviz.rendering.canvas.layers_layout import block_titles, default_layers, layer_axis
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import Theme, layer_colours, theme_named, viridis

MAX_PAGE_CELLS = 100_000
"""The largest board of a page, in cells: a browser draws it in a moment."""
MAX_LISTED_DIRECTIONS = 40_000
_COLOURS = ("background", "text", "text_2", "line", "control", "raised", "accent", "on_accent")


@dataclass(frozen=True)
class PageText:
    """What a page says beside its board.

    `caption`: what is shown; without it the number of queens and attacks.
    `source`: where it comes from.
    """

    caption: str = ""
    source: str = ""


def save_page(
    view: BoardView, path: str | Path, text: PageText | None = None, theme: str = "light"
) -> None:
    """Write a board as one HTML file; it loads nothing and sends nothing.

    `view`: its queens, given queens, conflicts and overlay are shown.
    `text`: the caption and the source, plain text.
    `theme`: the name of a theme.
    Raises InputError if the board is too large for a page, or the file cannot be written.
    """
    atomic_write(path, page_html(view, text or PageText(), theme_named(theme)).encode())


def page_html(view: BoardView, text: PageText, theme: Theme) -> str:
    """Return the HTML of a page; see `save_page`."""
    board = view.board
    if board.size > MAX_PAGE_CELLS or len(board.directions) > MAX_LISTED_DIRECTIONS:
        raise InputError(
            f"the {board} has {board.size:,} cells and {len(board.directions):,} directions; a"
            f" page shows at most {MAX_PAGE_CELLS:,} and {MAX_LISTED_DIRECTIONS:,}"
        )
    kinds = ("html", "css", "js")
    frame, style, script = (shipped_text("page", f"page.{kind}") for kind in kinds)
    style = _variables(theme) + style
    title = f"{counted(len(view.queens), board.piece)} on the {board}"
    placement = Placement.from_indices(board, view.queens)
    said = alt_text_of(view, "Layers")
    values = {
        "POLICY": f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}",
        "PROGRAM": f"nqviz {__version__}",
        "TITLE": escape(title),
        "CAPTION": _paragraphs(text.caption or _attacks(view)),
        "DESCRIPTION": escape(said.description),
        "SOURCE": _paragraphs(f"Source: {text.source}") if text.source else "",
        "CODE": format_code(placement, tuple(np.sort(view.given).tolist())),
        "DATA": json.dumps(_data(view, theme), separators=(",", ":")).replace("<", "\\u003c"),
        "STYLE": style,
        "SCRIPT": script,
    }
    pieces = frame.split("@")  # a value is never searched for the name of another
    return "".join(values.get(piece, piece) for piece in pieces)


def _hash(content: str) -> str:
    """Return the source expression of a content security policy that allows this text only."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _paragraphs(text: str) -> str:
    lines = filter(None, map(str.strip, text.splitlines()))
    return "\n".join(f"<p>{escape(line)}</p>" for line in lines)


def _attacks(view: BoardView) -> str:
    pieces = f"the {counted(len(view.queens), view.board.piece)}"
    if view.conflicts:
        return f"{counted(len(view.conflicts), 'pair')} of {pieces} attack each other."
    return f"No two of {pieces} attack each other." if len(view.queens) > 1 else ""


def _variables(theme: Theme) -> str:
    colours = {name: getattr(theme, name) for name in (*_COLOURS, "canvas", "glow")}
    pairs = "".join(f" --{name.replace('_', '-')}: {value};" for name, value in colours.items())
    return f":root {{ color-scheme: {theme.name};{pairs} }}\n"


def _data(view: BoardView, theme: Theme) -> dict[str, object]:
    """Return what the script draws; cells are indices and coordinates count from 0."""
    board = view.board
    shown = tuple(range(min(board.d, 3)))
    scene = Arrangement(board, shown)
    flat = default_layers(board, 1.0)
    axis = layer_axis(flat)
    colours = layer_colours(0 if axis is None else board.shape[axis])
    return {
        "shape": board.shape,
        "torus": torus_entry(board),
        "hyperplanes": board.has_hyperplanes,
        "piece": board.piece,
        "directions": board.directions.tolist(),
        "classes": board.direction_classes.tolist(),
        "blocked": board.blocked,
        "stops": board.stops,
        "queens": view.queens.tolist(),
        "given": view.given.tolist(),
        "conflicts": [list(pair) for pair in view.conflicts],
        "scene": {
            "tables": _tables(scene),
            "axes": shown[:2],
            "layered": 2 if board.d > 2 else None,
            "bounds": [corner.tolist() for corner in scene.bounds],
        },
        "flat": _flat(flat, axis),
        "colourAxis": axis,
        "colours": [_hex(colour) for colour in colours.tolist()],
        "theme": _theme(theme),
        "values": None if view.overlay is None else _values(view.overlay, board),
    }


def _tables(arrangement: Arrangement) -> list[object]:
    """Return for each axis where each of its values moves a cell, to a thousandth of a cell."""
    return [np.round(table, 3).tolist() for table in arrangement.displacements]


def _flat(flat: Arrangement, layer: int | None) -> dict[str, object]:
    origins = np.round(flat.block_origins, 3)
    height = flat.board.shape[flat.shown[1]] if len(flat.shown) > 1 else 1
    corners = [[x - 0.5, y + height - 0.5] for x, y in origins[:, :2].tolist()]
    left, top = min(corners, key=lambda corner: (corner[1], corner[0]))
    return {
        "tables": _tables(flat),
        "axes": flat.shown,
        "layered": layer,
        "titles": block_titles(flat),
        "corners": corners,
        "first": [left, top, top - height],
    }


def _theme(theme: Theme) -> dict[str, object]:
    names = ("text", "text_2", "queen", "given", "conflict", "accent", "squares", "lines")
    shared = {"floor": theme.tiles[0], "edge": theme.edges[0]}
    return {name: getattr(theme, name) for name in names} | shared


def _values(overlay: Overlay, board: Board) -> dict[str, object]:
    """Return the distinct values as colours and words, and which of them each cell has."""
    distinct, of = np.unique(overlay.values, return_inverse=True)
    first = np.zeros(len(distinct), dtype=np.int64)
    first[of[::-1]] = np.arange(board.size)[::-1]
    return {
        "colours": [_hex(colour) for colour in viridis(distinct / overlay.top).tolist()],
        "texts": [overlay.cell_text(index).capitalize() for index in first.tolist()],
        "of": of.tolist(),
    }


def _hex(colour: list[int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
