"""An overlay: one value for each cell of a board, with what the values mean.

Counting, membership and lessons make overlays, documents hold them, and all views, legends and
exports read them. Titles of legends and the text for one cell are written here only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.cached import cached_property
from nqviz.core.pieces import counted
from nqviz.core.rings import check_ringed

from .ticks import ticks

if TYPE_CHECKING:
    from nqviz.core.board import Board
    from nqviz.counting import Density, LimitDensity
    from nqviz.problems.membership import Membership

Kind: TypeAlias = Literal["count", "sample", "relative", "field", "answer"]
"""What the values are:

- count: how many placements use a cell
- sample: how many placements of a sample use a cell
- relative: a density relative to a mean
- field: a property of the cell, such as its cost; 0 is a value like any other
- answer: 1 for yes, 0 for no, 0.5 for open
"""

MAXIMUM = "maximum placements"
MOST_COUNTED = 10_000
"""Larger counts are no longer written out in a legend and in cells."""
MOST_NUMBERS = 400
"""The most cells into which numbers are written; more are not read."""
COST_CAPTION = "The cost of each cell: four times its squared distance from the middle"


@dataclass(frozen=True, eq=False)
class Overlay:
    """Values of the cells of a board, shown by colour.

    `values`, shape (size,): at least 0; an array of the board's shape is flattened.
    `total`: how many placements are counted; 0 where nothing is.
    `caption`: what is shown, in one sentence.
    `scale`: the two lines of the legend's title; without it they follow from the total.
    `meanings`: the meanings of single values.
    `queens`, `orbits`: the number of queens of each placement, and the number of placements up to
    symmetry, where they are known.
    `error`: for a sample: the largest standard error of a share of placements.
    `summary`: what goes on after the number of placements, in a sentence.
    `made`: the command that repeats it, and the time if it takes minutes.
    """

    values: npt.NDArray[np.float64]
    total: int = 0
    caption: str = ""
    kind: Kind = "count"
    scale: tuple[str, str] | None = None
    meanings: Mapping[float, str] | None = None
    queens: int | None = None
    orbits: int | None = None
    error: float | None = None
    summary: str = ""
    made: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", np.asarray(self.values, dtype=np.float64).ravel())

    @cached_property
    def top(self) -> float:
        """The value at the upper end of the scale, above 0: the largest, or 1."""
        largest = float(self.values.max(initial=0.0))
        return 1.0 if self.kind == "answer" else largest or 1.0

    @cached_property
    def has_value(self) -> npt.NDArray[np.bool_]:
        """Whether each cell has a value above 0, shape (size,); every cell of a field has one."""
        return np.asarray((self.values > 0) | (self.kind == "field"))

    @cached_property
    def distribution(self) -> tuple[tuple[float, int], ...]:
        """The values, ascending, each with the number of cells that have it."""
        values, cells = np.unique(self.values, return_counts=True)
        return tuple(zip(values.tolist(), cells.tolist(), strict=True))

    @cached_property
    def never(self) -> int:
        """The number of cells with the value 0; 0 where it is a value like any other."""
        return int((self.values == 0).sum()) if self.has_zeros else 0

    @property
    def has_zeros(self) -> bool:
        """Whether a value of 0 means that a cell is never used, which is hatched."""
        return self.kind != "field"

    @property
    def titles(self) -> tuple[str, str]:
        """The two lines of the legend's title."""
        if self.scale is not None:
            return self.scale
        if not self.total:
            return "placements", "in all"
        of = "sample" if self.kind == "sample" else "placements"
        if self.is_relative:
            return f"% of {of}", f"of {self.total:,}" if self.total < 10**9 else ""
        return of, f"of {self.total:,}"

    @property
    def ends(self) -> tuple[str, str]:
        """What the lower and the upper end of the scale stand for."""
        if self.kind == "answer":
            return "no", "yes"
        low = "never" if self.never else "0"
        if self.is_relative:
            return low, f"{100 * self.top / self.total:.3g} % of placements"
        if self.total:
            return low, f"{self.top:,.0f} of {self.total:,}"
        top = f"{self.top:,.0f}" if self.top == round(self.top) else f"{self.top:.3g}"
        return low, f"{top} {' '.join(self.titles)}".rstrip()

    @property
    def is_relative(self) -> bool:
        """Whether counts are too large to be written out: legends show shares of all in percent."""
        is_counted = self.kind in ("count", "sample") and self.total > 0
        return is_counted and max(self.top, self.total / 100) >= MOST_COUNTED

    def ticks(self) -> list[tuple[float, str]]:
        """Return round values to write beside the scale, ascending, with their exact texts."""
        if self.kind == "answer":
            return [(0.0, "no"), (0.5, "open"), (1.0, "yes")]
        share = 100 / self.total if self.is_relative else 1.0
        is_whole = not self.is_relative and bool((self.values == np.rint(self.values)).all())
        values = ticks(0.0, self.top * share, 4, whole=is_whole)
        return [(value / share, f"{value:,.10g}") for value in values]

    def number(self, value: float) -> str:
        """Return a value as short as it fits into a cell, in the unit of the ticks."""
        return f"{100 * value / self.total:.2g}" if self.is_relative else number_text(value)

    @property
    def zero_text(self) -> str:
        """What the hatching of cells stands for; empty where no cell has it."""
        return "" if not self.never else "no" if self.kind == "answer" else "never"

    def cell_text(self, index: int) -> str:
        """Return the value of one cell in words."""
        value = float(self.values[index])
        if self.meanings is not None and value in self.meanings:
            return self.meanings[value]
        if self.kind == "field":
            return f"{self.titles[0]} {value:g}"
        if self.total:
            return f"{value:g} of {self.total} placements"
        return f"{value:.3g} {' '.join(self.titles)}"

    def value_text(self, value: float) -> str:
        """Return a value beside the whole: ``14 of 96``, ``never``, ``1.2 times the mean``."""
        if value == 0 and self.has_zeros and self.kind != "answer":
            return "never"
        if self.meanings is not None and value in self.meanings:
            return self.meanings[value]
        if self.total and self.kind != "answer":
            return f"{value:,.0f} of {self.total:,}"
        return f"{value:.3g} {' '.join(self.titles)}" if self.kind != "field" else f"{value:,g}"

    @property
    def heading(self) -> str:
        """How many placements are counted, or what else is shown, in a few words."""
        if self.kind in ("count", "sample") and self.total:
            return counted(self.total, "placement")
        return {
            "relative": "Limit density",
            "field": "Values of cells",
            "answer": "Use of cells",
        }.get(self.kind, "Density")

    def describe(self) -> str:
        """Return what is shown, and for counts how far the values spread, in sentences."""
        sentences = [f"{self.caption}."]
        if self.kind in ("field", "answer"):
            return sentences[0]
        used = self.values[self.values > 0]
        cells, never = len(self.values), len(self.values) - len(used)
        if len(used) and self.total:
            sentences.append(
                f"A cell that is used stands in {used.min():,.0f} to {used.max():,.0f}."
            )
        sentences.append(
            f"It leaves out {never:,} of {cells:,} cells."
            if self.kind == "sample"
            else f"{never:,} of {cells:,} cells are never used."
        )
        return " ".join(sentences)

    @classmethod
    def of_density(cls, density: Density) -> Overlay:
        """Show how many placements use each cell."""
        text = density.words()
        exact = density.is_exact
        return cls(
            density.counts.astype(np.float64),
            density.total,
            text[:1].upper() + text[1:],
            "count" if exact else "sample",
            queens=density.queens,
            orbits=density.orbits,
            error=None if exact else 0.5 / math.sqrt(density.total),
            summary=_summary(density),
            made=density.made,
        )

    @classmethod
    def of_limit(cls, limit: LimitDensity, n: int) -> Overlay:
        """Show the limit density of large boards on the (n,2)-board, relative to its mean."""
        cells = len(limit.density)
        caption = (
            f"The limit density, computed on {cells} x {cells} cells, which puts the n-queens"
            f" constant between {limit.lower:.6f} and {limit.upper:.6f}"
        )
        return cls(limit.on_board(n) * n, 0, caption, "relative", ("times", "the mean"))

    @classmethod
    def of_membership(cls, known: Membership) -> Overlay:
        """Show for each cell whether a maximum placement uses it: 1 yes, 0 no, 0.5 open."""
        piece = known.board.piece
        values = np.where(known.cells < 0, 0.5, known.cells)
        caption = (
            f"1: a maximum placement of {known.queens} has a {piece} here, 0: none has, 0.5: open"
        )
        meanings = {
            1.0: f"a maximum placement has a {piece} here",
            0.0: f"no maximum placement has a {piece} here",
            0.5: f"not known whether a maximum placement has a {piece} here",
        }
        return cls(values, 1, caption, "answer", (f"{piece} in a", "maximum?"), meanings)

    @classmethod
    def of_costs(cls, board: Board) -> Overlay:
        """Show the cost of each cell of a flat square; the same object for the same board.

        Raises InputError if the board is no flat square of queens.
        """
        check_ringed(board)
        board.require_open("costs of cells")
        return _costs(board.n)


def _summary(density: Density) -> str:
    """Return what is counted, how many up to symmetry, and whether that is exact."""
    queens = density.queens
    size = "of different sizes" if queens is None else f"of {counted(queens, density.board.piece)}"
    each = " each" if queens is not None and density.total > 1 else ""
    spread = density.spread
    if spread is not None:
        error = 0.5 / math.sqrt(density.total)
        return (
            f"{size}{each}, from {spread.walks:,} local searches,"
            f" {spread.distinct:,} different up to symmetry. A sample, not exact: the standard"
            f" error of a share is at most {error:.1%}."
        )
    up_to = "" if density.orbits is None else f", {density.orbits:,} up to symmetry"
    what = "" if density.of == MAXIMUM else f" {density.of[:1].upper()}{density.of[1:]}."
    return f"{size}{each}{up_to}. Exact.{what}"


@lru_cache(maxsize=4)
def _costs(n: int) -> Overlay:
    from nqviz.problems.planar import cell_costs  # its package imports engines

    return Overlay(
        cell_costs(n).astype(np.float64), 0, COST_CAPTION, "field", ("cost", "of a cell")
    )


def number_text(value: float) -> str:
    """Write a number of placements in few characters: 7, 1344, 12k, 3.4M, 0.25."""
    if value == round(value) and value < 10_000:
        return str(round(value))
    for unit, name in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            scaled = value / unit
            return f"{scaled:.1f}{name}" if scaled < 9.95 else f"{scaled:.0f}{name}"
    return f"{value:.2g}"
