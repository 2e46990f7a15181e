"""Symmetries of boards: the group, its action on placements, and stabilisers."""

from .action import canonical, orbit, stabiliser, symmetry_between, translate, translations
from .classes import CLASSES, placement_classes
from .group import (
    MAX_ORDER,
    Permutations,
    Symmetry,
    cell_orbits,
    index_permutations,
    symmetries,
    symmetry_count,
)
from .images import Images, is_rotation
from .names import symmetry_name
from .stabilisers import Stabiliser, group_name
from .translates import board_shifts

__all__ = [
    "CLASSES",
    "MAX_ORDER",
    "Images",
    "Permutations",
    "Stabiliser",
    "Symmetry",
    "board_shifts",
    "canonical",
    "cell_orbits",
    "group_name",
    "index_permutations",
    "is_rotation",
    "orbit",
    "placement_classes",
    "stabiliser",
    "symmetries",
    "symmetry_between",
    "symmetry_count",
    "symmetry_name",
    "translate",
    "translations",
]
