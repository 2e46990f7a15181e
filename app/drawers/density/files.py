"""Writing of the density that is shown."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr_later
from nqviz.rendering.figures import save_drawing
from nqviz.run.files import atomic_write
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

if TYPE_CHECKING:
    from nqviz.counting import Density

CHOICES = tr_later("Arrays (*.npy *.csv *.json);;Figures (*.svg *.pdf *.png)")


def write_density(path: Path, board: Board, overlay: Overlay, found: Density | None) -> None:
    """Write an array (npy, csv, json) or a figure (svg, pdf, png), by the ending of the path.

    Raises InputError if there is no such format for it, or the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending in (".svg", ".pdf", ".png"):
        save_drawing(BoardView(board, overlay=overlay), path, size=(1600, 1200))
    elif ending == ".npy":
        stream = io.BytesIO()
        whole = (overlay.values == np.round(overlay.values)).all()
        kind = np.int64 if whole else np.float64
        np.save(stream, overlay.values.astype(kind).reshape(board.shape))
        atomic_write(path, stream.getvalue())
    elif ending in (".csv", ".json") and found is not None:
        text = found.to_csv() if ending == ".csv" else found.json()
        atomic_write(path, text.encode())
    else:
        raise InputError(
            f"{path}: a density is written to .npy, .csv, .json, .svg, .pdf or .png, the limit"
            " density not to .csv or .json"
        )
