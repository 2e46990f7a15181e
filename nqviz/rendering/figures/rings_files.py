"""Explanations by rings in files: text, a page, or a drawing of their tree."""

from __future__ import annotations

from pathlib import Path

from nqviz.core.board import Board
from nqviz.problems.rings import Node, explanation_text
from nqviz.run.files import atomic_write
from nqviz.view.image_settings import format_of

from .rings_page import explanation_page
from .rings_tree import save_explanation
from .write import FORMATS as DRAWINGS

EXPLANATIONS = ("txt", "html", *DRAWINGS)
"""The endings of explanations; drawings are trees of boards."""


def explanation_format(path: Path | str) -> str:
    """Return the format of an explanation by the name of its file.

    Raises InputError if it is not known.
    """
    return format_of(Path(path).name, EXPLANATIONS, "an explanation")


def write_explanation(root: Node, board: Board, path: Path | str) -> None:
    """Write an explanation in the format of the name of its file.

    `root`: the tree of `nqviz.problems.rings.explain`.
    `board`: its flat square.
    Raises InputError if the format is not known, a drawing would be too large, or the file cannot
    be written.
    """
    ending = explanation_format(path)
    if ending in DRAWINGS:
        save_explanation(root, board, path)
        return
    text = explanation_text(root) if ending == "txt" else explanation_page(root, board)
    atomic_write(path, text.encode())
