"""The glyph of each kind of piece on its disc, as outlines in cells round the origin.

A crown for queens, a tower for rooks, a mitre for bishops, a star for riders. Each fits
into the disc.
"""

from __future__ import annotations

import json

import numpy as np

from nqviz.core.pieces import HYPERPLANE
from nqviz.core.shipped import shipped_text
from nqviz.view.arrangement import FloatArray

Outlines = tuple[FloatArray, ...]


def circle(x: float, y: float, radius: float, points: int = 14) -> FloatArray:
    """Return points on a circle, shape (points, 2)."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack((x + radius * np.cos(angles), y + radius * np.sin(angles)), axis=-1)


_OUTLINES = json.loads(shipped_text("reference", "glyphs.json"))
_POINTS = {name: np.array(points) for name, points in _OUTLINES.items()}


def _mirrored(name: str) -> FloatArray:
    """Close a symmetric outline of the file from its right half, read from the top down."""
    half = _POINTS[name]
    return np.concatenate((half, half[::-1] * (-1.0, 1.0)))


def _star() -> FloatArray:
    angles = np.arange(8) * np.pi / 4
    reach = np.where(np.arange(8) % 2, 0.075, 0.225)
    return np.stack((reach * np.cos(angles), reach * np.sin(angles)), axis=-1)


_FOOT = _mirrored("foot")
CROWN: Outlines = (_mirrored("crown"),)
"""Three points on one base."""
TOWER: Outlines = (_mirrored("tower"), _FOOT)
"""Its body with three battlements, and its foot."""
MITRE: Outlines = (_POINTS["mitre"], _FOOT, circle(0.0, 0.215, 0.036))
"""Its cap with a slit, its foot, and a pearl on top."""
STAR: Outlines = (_star(),)
"""Four points, for pieces without a glyph of their own."""

_GLYPHS = {"queen": CROWN, HYPERPLANE: CROWN, "superqueen": CROWN, "rook": TOWER, "bishop": MITRE}


def glyph_of(piece: str) -> Outlines:
    """Return the glyph of a piece, as `nqviz.core.pieces.known_piece` writes it."""
    return _GLYPHS.get(piece, STAR)
