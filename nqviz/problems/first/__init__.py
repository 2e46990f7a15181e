"""First queens: the lexicographically smallest placement of n queens, row by row."""

from nqviz.problems.planar import greedy_rows

from .compare import HEADINGS, Row, compare_first, published_first
from .engines import CUTS, ENGINES, MAX_SIDE, OURS, First, FirstEngine, first_placement
from .first_search import Filling

__all__ = [
    "CUTS",
    "ENGINES",
    "HEADINGS",
    "MAX_SIDE",
    "OURS",
    "Filling",
    "First",
    "FirstEngine",
    "Row",
    "compare_first",
    "first_placement",
    "greedy_rows",
    "published_first",
]
