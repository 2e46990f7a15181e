"""The families by name, for the library, the command line and the window."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.plugins import PluginRegistry

from .classical import CLASSICAL
from .coloured import COLOURING
from .extension import EXTENDED
from .family import Construction, Family
from .greedy import RANDOM
from .product import PRODUCT
from .regular import REGULAR
from .rings import RINGS
from .stacked import STACKED
from .subcube import SUBCUBE
from .toroidal import TOROIDAL

_PLANAR = (CLASSICAL, EXTENDED, RINGS, COLOURING)
_OTHERS = (REGULAR, PRODUCT, SUBCUBE, STACKED, TOROIDAL, RANDOM)

FAMILIES: PluginRegistry[Family] = PluginRegistry(
    "nqviz.constructions", Family, {family.name: family for family in (*_PLANAR, *_OTHERS)}
)
"""The families by name, in the order of lists and menus, then those of plug-ins."""


def construct(
    board: Board, family_name: str, run: RunContext | None = None, **parameters: object
) -> Construction:
    """Build a placement of a family on a board.

    Parameters
    ----------
    family_name : str
        A key of `FAMILIES`.
    run : RunContext, optional
        For families that search; a stopped search returns the best so far.
    **parameters
        Values by the names of the family's parameters; defaults for the others.

    Raises
    ------
    InputError
        If the family or a parameter is unknown, a value is invalid, or the family does not apply
        to this board; the message then states the nearest board to which it applies.
    """
    return _family(family_name).construct(board, parameters, run or RunContext())


def construct_from(placement: Placement, family_name: str, **parameters: object) -> Construction:
    """Build a placement from another: its corner extension, or some of its queens at random.

    Parameters
    ----------
    family_name : str
        A key of `FAMILIES`.
    **parameters
        Values by the names of the family's parameters; defaults for the others.

    Raises
    ------
    InputError
        If the family or a parameter is unknown, a value is invalid, or the family does not apply
        to this placement or cannot start from one.
    """
    return _family(family_name).construct_from(placement, parameters)


def _family(name: str) -> Family:
    if name not in FAMILIES:
        raise InputError(f"unknown family {name!r}; choose one of {', '.join(FAMILIES)}")
    return FAMILIES[name]
