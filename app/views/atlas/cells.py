"""The cells of the atlas: what is written in them and how strongly they are tinted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nqviz.bounds import CubeBounds
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
    """A cell of the table.

    Attributes
    ----------
    text : str
    kind : str
        "proven", "open", or "none" for what is proven not to exist.
    gap : float
        How wide an open gap is, from 0 to 1.
    about : str
        The tooltip, which is also the accessible text.
    """

    text: str
    kind: Kind
    gap: float
    about: str

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
    about = f"({bounds.n},{bounds.d}) board: "
    about += (
        f"{spaced(lower)} queens, proven maximum"
        if bounds.is_proven
        else f"at least {spaced(lower)} and at most {spaced(upper)} queens"
    )
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
    about = f"({bounds.n},{bounds.d}) board: "
    if bounds.lower == full:
        return HeatCell(short(full), "proven", 0, f"{about}a full placement of {spaced(full)}")
    if bounds.upper < full:
        most = f"no full placement, at most {spaced(bounds.upper)} of {spaced(full)} queens"
        return HeatCell("none", "none", 0, about + most)
    unknown = f"not known whether {spaced(full)} queens, a full placement, are possible"
    return HeatCell("open", "open", _gap(bounds), about + unknown)


def _gap(bounds: CubeBounds) -> float:
    return min((1 - bounds.lower / bounds.upper) / WIDEST_GAP, 1.0)
