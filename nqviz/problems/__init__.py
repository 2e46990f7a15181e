"""What can be asked, which engine is asked, and what its answer proves."""

from .domination import DOMINATION_ENGINES, dominate, domination_objection
from .membership import Membership, membership
from .placements import automatic, complete, maximum, objection

__all__ = [
    "DOMINATION_ENGINES",
    "Membership",
    "automatic",
    "complete",
    "dominate",
    "domination_objection",
    "maximum",
    "membership",
    "objection",
]
