"""The cells of the atlas: what is written in them and how strongly they are tinted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nqviz.bounds import CubeBounds
from nqviz.core.board_names import board_name
from nqviz.core.language import tr
from nqviz.view.palette import NOT_PROVEN, PROVEN, Theme, mix

from ...widgets.numbers import short, short_bracket, spaced

N_RANGE, D_RANGE = range(2, 32), range(2, 9)
"""The sides and the dimensions of the table."""
LARGEST = (N_RANGE[-1], D_RANGE[-1])

PROVEN_TINT = 0.24
LEAST_TINT, MOST_TINT = 0.09, 0.42
WIDEST_GAP = 0.5
"""The gap, as a share of the upper bound, from which on cells have the strongest tint."""

Kind = Literal["proven", "open", "none"]
Cells = Mapping[tuple[int, int], "HeatCell"]
"""The cells of a table by n and d."""


@dataclass(frozen=True)
class HeatCell:
    """A cell of the table."""

    text: str
    kind: Kind  # "proven", "open", or "none" for what is proven not to exist
    gap: float  # how wide an open gap is, from 0 to 1
    about: str  # the tooltip, which is also the accessible text

    def ground(self, theme: Theme) -> str:
        """Return the colour of the cell."""
        if self.kind == "proven":
            return mix(theme.canvas, PROVEN, PROVEN_TINT)
        if self.kind == "none":
            return theme.canvas
        return mix(theme.canvas, NOT_PROVEN, LEAST_TINT + (MOST_TINT - LEAST_TINT) * self.gap)


def maximum_cell(bounds: CubeBounds) -> HeatCell:
    """Return the cell of the most queens on a board."""
    lower, upper = bounds.lower, bounds.upper
    told = {"board": _name(bounds), "lower": spaced(lower), "upper": spaced(upper)}
    about = tr("{board}: at least {lower} and at most {upper} queens", **told)
    if bounds.is_proven:
        about = tr("{board}: {queens} queens, proven maximum", queens=spaced(lower), **told)
    kind: Kind = "proven" if bounds.is_proven else "open"
    return HeatCell(short_bracket(lower, upper), kind, _gap(bounds), about)


def ratio_cell(bounds: CubeBounds) -> HeatCell:
    """Return the cell of R, the most queens that are known beside those of a full placement."""
    cell = maximum_cell(bounds)
    text = f"{bounds.ratio:.4f}" if bounds.is_proven else f"≥ {bounds.ratio:.4f}"
    return HeatCell(text, cell.kind, cell.gap, f"{cell.about}; R = {bounds.ratio:.4f}")


def full_cell(bounds: CubeBounds) -> HeatCell:
    """Return the cell that says whether a board has a full placement."""
    full = bounds.n ** (bounds.d - 1)
    told = {"board": _name(bounds), "queens": spaced(full), "upper": spaced(bounds.upper)}
    if bounds.lower == full:
        about = tr("{board}: a full placement of {queens}", **told)
        return HeatCell(short(full), "proven", 0, about)
    if bounds.upper < full:
        about = tr("{board}: no full placement, at most {upper} of {queens} queens", **told)
        return HeatCell(tr("none"), "none", 0, about)
    about = tr("{board}: not known whether {queens} queens, a full placement, are possible", **told)
    return HeatCell(tr("open##state"), "open", _gap(bounds), about)


def _name(bounds: CubeBounds) -> str:
    return board_name(f"({bounds.n},{bounds.d}) board")


def _gap(bounds: CubeBounds) -> float:
    return min((1 - bounds.lower / bounds.upper) / WIDEST_GAP, 1.0)
