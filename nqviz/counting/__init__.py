"""Counts of placements, each placement met by a search, and densities that follow from them."""

from .density import Density, density, shipped_densities
from .maximum import MAX_COUNTED_CELLS, MaximumCount, count_maximum

__all__ = [
    "MAX_COUNTED_CELLS",
    "Density",
    "MaximumCount",
    "count_maximum",
    "density",
    "shipped_densities",
]
