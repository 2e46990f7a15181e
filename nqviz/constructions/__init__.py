"""Families of placements: construct them by name with `construct`, or one by one."""

from .classical import classical
from .cut import SubcubeCut
from .extension import extend
from .family import Construction, Family, Parameter
from .linear import admissible_coefficients, coefficient_classes, first_admissible, has_regular
from .registry import FAMILIES, construct, construct_from
from .regular import regular
from .subcube import best_cut, cut_state

__all__ = [
    "FAMILIES",
    "Construction",
    "Family",
    "Parameter",
    "SubcubeCut",
    "admissible_coefficients",
    "best_cut",
    "classical",
    "coefficient_classes",
    "construct",
    "construct_from",
    "cut_state",
    "extend",
    "first_admissible",
    "has_regular",
    "regular",
]
