"""Problems: the choice of the engine, and the meaning of its outcome."""

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
