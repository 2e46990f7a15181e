"""The n-queens problem on boards of any dimension: boards, placements, constructions, solvers."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .core.attacks import AttackCounts
    from .core.board import Board, to_cells, to_coordinates
    from .core.errors import InputError
    from .core.placement import Attack, Flaw, FlawKind, Placement
    from .run.context import RunContext
    from .run.limit import Limit
    from .run.outcome import Outcome, Status
    from .run.progress import Progress

__version__ = "0.1.0"

__all__ = [
    "Attack",
    "AttackCounts",
    "Board",
    "Flaw",
    "FlawKind",
    "InputError",
    "Limit",
    "Outcome",
    "Placement",
    "Progress",
    "RunContext",
    "Status",
    "__version__",
    "to_cells",
    "to_coordinates",
]

_HOMES = {
    "AttackCounts": "core.attacks",
    "Board": "core.board",
    "to_cells": "core.board",
    "to_coordinates": "core.board",
    "InputError": "core.errors",
    "Attack": "core.placement",
    "Flaw": "core.placement",
    "FlawKind": "core.placement",
    "Placement": "core.placement",
    "Limit": "run.limit",
    "Outcome": "run.outcome",
    "Progress": "run.progress",
    "RunContext": "run.context",
    "Status": "run.outcome",
}
"""The modules of what is offered here: each is loaded when it is asked for, so that a program that
begins with this package can take care of interrupts before NumPy is loaded."""


def __getattr__(name: str) -> object:
    """Load what is asked for: a name that is offered here, or a module of this package."""
    if name in _HOMES:
        thing: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = thing
        return thing
    if name.startswith("_") or name not in _packages():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_packages()})


def _packages() -> set[str]:
    """Return the names of the packages."""
    return {module.name for module in iter_modules(__path__)}
