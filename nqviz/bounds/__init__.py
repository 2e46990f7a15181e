"""Lower and upper bounds on the maximum number of pieces on a board, each with its source.

Some bounds follow from an argument about the board alone; others use published or computed maxima,
which are data in the resources. `Bound.published` and `Bound.source` state which.
"""

from .boards import (
    best_lower,
    best_upper,
    completion_upper,
    lower_bounds,
    outline_bounds,
    upper_bounds,
)
from .bound import Bound, Kind, Witness, bracket
from .table import CubeBounds, bounds_table

__all__ = [
    "Bound",
    "CubeBounds",
    "Kind",
    "Witness",
    "best_lower",
    "best_upper",
    "bounds_table",
    "bracket",
    "completion_upper",
    "lower_bounds",
    "outline_bounds",
    "upper_bounds",
]
