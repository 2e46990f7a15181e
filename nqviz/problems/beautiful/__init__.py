"""Most beautiful queens: the planar placements with the lexicographically least fingerprint."""

from .beautiful import BEAUTIFUL_ENGINES, MAX_BEAUTIFUL, beautiful
from .certify import beautiful_certificate, recorded_beautiful, refute_more_beautiful
from .level_search import Beautiful, Deciding

__all__ = [
    "BEAUTIFUL_ENGINES",
    "MAX_BEAUTIFUL",
    "Beautiful",
    "Deciding",
    "beautiful",
    "beautiful_certificate",
    "recorded_beautiful",
    "refute_more_beautiful",
]
