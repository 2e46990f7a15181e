"""The engines by name; what an engine can do is an attribute of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.run.plugins import PluginRegistry
from nqviz.run.tasks import Execution

from .base import Engine
from .command import PREFIX, CommandEngine
from .cp_sat import CpSatEngine
from .exact_cover import ExactCoverEngine
from .highs_engine import HighsEngine
from .local.engine import LocalSearchEngine
from .planar.engine import PlanarEngine
from .portfolio import (
    BRANCH_AND_CUT,
    DEEP_THETA_ROOT,
    DEEP_THETA_SEARCH,
    EXACT_COVER,
    LINEAR_PROGRAM,
    TIGHTENED_PROGRAM,
    ExhaustiveEngine,
    PortfolioEngine,
    ThetaEngine,
)

AUTO = "auto"
"""The name that leaves the choice of the engine to the problem."""

E = TypeVar("E")


class Registry(PluginRegistry[E]):
    """Engines for one kind of problem, by the names under which they are chosen.

    Parameters
    ----------
    problem : str
        The problem in words for error messages; empty for placements.
    default : str, optional
        The engine that ``auto`` stands for; None where it depends on the problem.
    group : str
        The group of entry points of plug-ins, which are of class `Engine`; empty for none.
    """

    def __init__(
        self,
        engines: Mapping[str, E],
        problem: str = "",
        default: str | None = None,
        group: str = "",
    ) -> None:
        super().__init__(group, Engine, engines, is_named=False)
        self.problem = problem
        self.default = default

    @property
    def choices(self) -> tuple[str, ...]:
        """All names, ``auto`` first."""
        return (AUTO, *self)

    def resolve(self, name: str) -> str:
        """Return the name of an engine; ``auto`` becomes the default, where there is one.

        Raises InputError if there is no engine of this name.
        """
        if name == AUTO and self.default is not None:
            return self.default
        if name not in self:
            of = f" for {self.problem}" if self.problem else ""
            names = self if name == AUTO else self.choices
            raise InputError(f"unknown engine {name!r}{of}; choose {either(names)}")
        return name


ENGINES: Registry[Engine] = Registry(
    {
        "highs": HighsEngine(),
        "cp-sat": CpSatEngine(),
        "exact-cover": ExactCoverEngine(),
        "planar": PlanarEngine(),
        "local-search": LocalSearchEngine(),
        "lp": PortfolioEngine("LP proof", [TIGHTENED_PROGRAM]),
        "theta": ThetaEngine(),
        "exhaustive": ExhaustiveEngine(),
        "portfolio": PortfolioEngine(
            "portfolio",
            [EXACT_COVER, LINEAR_PROGRAM, DEEP_THETA_ROOT, DEEP_THETA_SEARCH, BRANCH_AND_CUT],
            is_lenient=True,
        ),
    },
    group="nqviz.engines",
)
"""The engines for placements, those of plug-ins last."""


def named_engine(name: str) -> Engine:
    """Return the engine of a name, or the command after ``command:``.

    Commands are no entries of `ENGINES`: a name in a file never runs one.

    Raises InputError if there is no such engine, or the command names no problem file.
    """
    if name.startswith(PREFIX):
        return CommandEngine(command=name.removeprefix(PREFIX))
    return ENGINES[ENGINES.resolve(name)]


def uses_cuts(name: str) -> bool:
    """Return whether cuts have an effect on an engine, which may be ``auto``."""
    return name == AUTO or ENGINES[name].uses_cuts


def separates_cuts(name: str) -> bool:
    """Return whether an engine, which may be ``auto``, adds violated cuts while it solves."""
    return name == AUTO or ENGINES[name].separates_cuts


def with_execution(name: str, execution: Execution) -> Engine:
    """Return an engine with an executor or a checkpoint.

    Raises InputError if the engine takes no executor or no checkpoint.
    """
    takers = [each for each, engine in ENGINES.items() if engine.takes_executor]
    keepers = [each for each, engine in ENGINES.items() if engine.takes_checkpoint]
    engine = ENGINES[ENGINES.resolve(name)]
    refused = execution.executor is not None and not engine.takes_executor
    if refused or (execution.checkpoint is not None and not engine.takes_checkpoint):
        raise InputError(
            f"an executor goes with the engine {either(takers)}, a checkpoint with"
            f" {either(keepers)}, not with {name}"
        )
    return engine.with_execution(execution)
