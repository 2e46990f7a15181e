"""Counts of placements, each placement met by a search, and densities that follow from them."""

from .count import Count
from .density import Density, density, shipped_densities
from .layered import MAX_LAYERS, count_layered, signed_powers
from .maximum import MAX_COUNTED_CELLS, MaximumCount, count_maximum
from .planar import count_planar
from .regular import count_regular
from .stacking import count_full

__all__ = [
    "MAX_COUNTED_CELLS",
    "MAX_LAYERS",
    "Count",
    "Density",
    "MaximumCount",
    "count_full",
    "count_layered",
    "count_maximum",
    "count_planar",
    "count_regular",
    "density",
    "shipped_densities",
    "signed_powers",
]
