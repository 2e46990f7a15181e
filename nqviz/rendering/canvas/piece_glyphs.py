"""The glyph of each kind of piece on its disc, as outlines in cells round the origin.

A crown for queens, a tower for rooks, a mitre for bishops, a star for riders. Each fits
into the disc.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.pieces import HYPERPLANE
from nqviz.view.arrangement import FloatArray

Outlines = tuple[FloatArray, ...]


def circle(x: float, y: float, radius: float, points: int = 14) -> FloatArray:
    """Return points on a circle, shape (points, 2)."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack((x + radius * np.cos(angles), y + radius * np.sin(angles)), axis=-1)


def _mirrored(right: list[tuple[float, float]]) -> FloatArray:
    """Close a symmetric outline from its right half, read from the top down."""
    half = np.array(right)
    return np.concatenate((half, half[::-1] * (-1.0, 1.0)))


def _star() -> FloatArray:
    angles = np.arange(8) * np.pi / 4
    reach = np.where(np.arange(8) % 2, 0.075, 0.225)
    return np.stack((reach * np.cos(angles), reach * np.sin(angles)), axis=-1)


_FOOT = _mirrored([(0.165, -0.15), (0.185, -0.215)])
CROWN: Outlines = (_mirrored([(0.0, 0.165), (0.1, 0.04), (0.2, 0.12), (0.155, -0.155)]),)
"""Three points on one base."""

TOWER: Outlines = (
    _mirrored(
        [
            (0.04, 0.21),
            (0.04, 0.14),
            (0.10, 0.14),
            (0.10, 0.21),
            (0.18, 0.21),
            (0.18, 0.08),
            (0.115, 0.035),
            (0.13, -0.125),
        ]
    ),
    _FOOT,
)
"""Its body with three battlements, and its foot."""

MITRE: Outlines = (
    np.array(
        [
            (0.0, 0.175),
            (0.06, 0.125),
            (0.012, 0.03),
            (0.042, 0.012),
            (0.095, 0.09),
            (0.14, 0.025),
            (0.155, -0.03),
            (0.14, -0.08),
            (0.095, -0.125),
            (-0.095, -0.125),
            (-0.14, -0.08),
            (-0.155, -0.03),
            (-0.14, 0.025),
            (-0.095, 0.09),
            (-0.06, 0.125),
        ]
    ),
    _FOOT,
    circle(0.0, 0.215, 0.036),
)
"""Its cap with a slit, its foot, and a pearl on top."""

STAR: Outlines = (_star(),)
"""Four points, for pieces without a glyph of their own."""

_GLYPHS = {"queen": CROWN, HYPERPLANE: CROWN, "superqueen": CROWN, "rook": TOWER, "bishop": MITRE}


def glyph_of(piece: str) -> Outlines:
    """Return the glyph of a piece, as `nqviz.core.pieces.known_piece` writes it."""
    return _GLYPHS.get(piece, STAR)
