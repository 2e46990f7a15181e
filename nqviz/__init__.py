"""The n-queens problem on boards of any dimension: boards, placements, constructions, solvers."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .constructions.registry import construct
    from .core.attack_counts import AttackCounts
    from .core.board import Board
    from .core.coordinates import to_cells, to_coordinates
    from .core.errors import InputError
    from .core.placement import Attack, Flaw, FlawKind, Placement
    from .counting.densities.exact import density
    from .counting.kinds import count
    from .formats.placements import read
    from .formats.placements import write_placement as write
    from .problems.placements import complete, maximum
    from .rendering.export.render import render
    from .run.analysis import analysis
    from .run.context import Limit, Progress, RunContext
    from .run.outcome import Outcome, Status
    from .verification import verify

__version__ = "0.2.0"

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
    "analysis",
    "complete",
    "construct",
    "count",
    "density",
    "maximum",
    "read",
    "render",
    "to_cells",
    "to_coordinates",
    "verify",
    "write",
]

_MODULES = {
    "Attack": "core.placement",
    "AttackCounts": "core.attack_counts",
    "Board": "core.board",
    "Flaw": "core.placement",
    "FlawKind": "core.placement",
    "InputError": "core.errors",
    "Limit": "run.context",
    "Outcome": "run.outcome",
    "Placement": "core.placement",
    "Progress": "run.context",
    "RunContext": "run.context",
    "Status": "run.outcome",
    "analysis": "run.analysis",
    "complete": "problems.placements",
    "construct": "constructions.registry",
    "count": "counting.kinds",
    "density": "counting.densities.exact",
    "maximum": "problems.placements",
    "read": "formats.placements",
    "render": "rendering.export.render",
    "to_cells": "core.coordinates",
    "to_coordinates": "core.coordinates",
    "verify": "verification",
    "write": "formats.placements:write_placement",
}
"""The module of each name: loaded at the first use, so that the import of this package is fast and
the command line can handle interrupts before NumPy is loaded."""


def __getattr__(name: str) -> object:
    """Return one of the names in `__all__` or a module of this package, after loading it."""
    if name in _MODULES:
        module, _, attribute = _MODULES[name].partition(":")
        found: object = getattr(import_module(f".{module}", __name__), attribute or name)
        globals()[name] = found
        return found
    if name.startswith("_") or name not in _packages():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_packages()})


def _packages() -> set[str]:
    """Return the names of the packages."""
    return {module.name for module in iter_modules(__path__)}
