"""First queens: the lexicographically smallest placement of n queens, column by column.

The modules follow the papers and write i for the first and j for the second coordinate; their
comments call i a row of the matrix of cells, as the papers do. What people read says column for it.
"""

from nqviz.problems.planar import greedy_rows

from .certify import first_certificate, refute_earlier
from .compare import published_first, recorded_first
from .engines import CUTS, ENGINES, MAX_SIDE, OURS, First, first_placement
from .first_search import Filling

__all__ = [
    "CUTS",
    "ENGINES",
    "MAX_SIDE",
    "OURS",
    "Filling",
    "First",
    "first_certificate",
    "first_placement",
    "greedy_rows",
    "published_first",
    "recorded_first",
    "refute_earlier",
]
