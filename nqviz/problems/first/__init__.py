"""First queens: the lexicographically smallest placement of n queens, row by row."""

from nqviz.problems.planar import greedy_rows

from .compare import published_first
from .engines import CUTS, ENGINES, MAX_SIDE, OURS, First, first_placement
from .first_search import Filling

__all__ = [
    "CUTS",
    "ENGINES",
    "MAX_SIDE",
    "OURS",
    "Filling",
    "First",
    "first_placement",
    "greedy_rows",
    "published_first",
]
