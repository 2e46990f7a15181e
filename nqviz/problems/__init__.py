"""What can be asked, which engine is asked, and what its answer proves."""

from .placements import ENGINES, automatic, complete, maximum

__all__ = ["ENGINES", "automatic", "complete", "maximum"]
