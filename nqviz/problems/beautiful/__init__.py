"""Most beautiful queens: the planar placements with the lexicographically least fingerprint."""

from .beautiful import BEAUTIFUL_ENGINES, MAX_BEAUTIFUL, Beautiful, Deciding, beautiful

__all__ = ["BEAUTIFUL_ENGINES", "MAX_BEAUTIFUL", "Beautiful", "Deciding", "beautiful"]
