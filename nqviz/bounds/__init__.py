"""What is known about the largest number of pieces on a board, each bound with its source.

Some bounds follow by an argument that needs no more than the board; others rest on published or
computed maxima, which are data in the resources. A bound says which it is, and how it follows.
"""

from .boards import best_lower, best_upper, completion_upper, lower_bounds, upper_bounds
from .bound import Bound, Kind, Witness, bracket
from .table import CubeBounds, bounds_table, cube_lower, cube_upper

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
    "cube_lower",
    "cube_upper",
    "lower_bounds",
    "upper_bounds",
]
