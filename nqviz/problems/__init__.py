"""What can be asked, which engine is asked, and what its answer proves."""

from .domination import DOMINATION_ENGINES, dominate
from .membership import Membership, membership
from .placements import ENGINES, automatic, complete, maximum

__all__ = [
    "DOMINATION_ENGINES",
    "ENGINES",
    "Membership",
    "automatic",
    "complete",
    "dominate",
    "maximum",
    "membership",
]
