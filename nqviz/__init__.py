"""The n-queens problem on boards of any dimension: boards, placements, constructions, solvers."""

from typing import TYPE_CHECKING, Any

from .board import Board, to_cells, to_coordinates
from .errors import InputError
from .placement import Attack, Flaw, FlawKind, Placement
from .work import Limit, Outcome, Progress, Status

if TYPE_CHECKING:
    from .attacks import AttackCounts

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


def __getattr__(name: str) -> Any:
    """Import what brings the compiler along when it is asked for."""
    if name != "AttackCounts":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .attacks import AttackCounts

    return AttackCounts
