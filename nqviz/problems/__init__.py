"""What can be asked, which engine is asked, and what its answer proves."""

from .domination import DOMINATION_ENGINES, dominate
from .placements import ENGINES, automatic, complete, maximum

__all__ = ["DOMINATION_ENGINES", "ENGINES", "automatic", "complete", "dominate", "maximum"]
