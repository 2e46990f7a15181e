"""The n-queens problem on boards of any dimension: boards, placements, constructions, solvers."""

from .attacks import AttackCounts
from .board import Board, to_cells, to_coordinates
from .errors import InputError
from .placement import Attack, Flaw, FlawKind, Placement
from .work import Limit, Outcome, Progress, Status

__version__ = "0.1.0"

__all__ = [
    "Attack",
    "AttackCounts",
    "Board",
    "Flaw",
    "FlawKind",
    "InputError",
    "Limit",
    "Outcome",
    "Placement",
    "Progress",
    "Status",
    "__version__",
    "to_cells",
    "to_coordinates",
]
