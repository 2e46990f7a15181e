"""The problems by name: questions about a board that are answered by a placement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome
from nqviz.run.plugins import PluginRegistry

from .domination import dominate
from .placements import complete, maximum

Solver = Callable[[Placement, RunContext], Outcome[Placement]]


@dataclass(frozen=True)
class NamedProblem:
    """A question about a board."""

    name: str
    """The name on the command line."""
    about: str
    """What is asked for, in a few words."""
    solve: Solver
    """Answers it for given queens, none of them on an empty board, within a run. It raises
    `InputError` for what it cannot answer."""
    takes_givens: bool = True
    """Whether queens may be given."""


def _most(givens: Placement, run: RunContext) -> Outcome[Placement]:
    return complete(givens, "max", run) if givens.indices.size else maximum(givens.board, run)


PROBLEMS: PluginRegistry[NamedProblem] = PluginRegistry(
    "nqviz.problems",
    NamedProblem,
    {
        each.name: each
        for each in (
            NamedProblem("maximum", "the most queens, the given ones among them", _most),
            NamedProblem(
                "full",
                "a full placement that contains the given queens",
                lambda givens, run: complete(givens, "full", run),
            ),
            NamedProblem(
                "dominating",
                "the fewest queens that attack every cell",
                lambda givens, run: dominate(givens.board, run),
                takes_givens=False,
            ),
            NamedProblem(
                "independent-dominating",
                "the fewest queens that attack every cell, and not each other",
                lambda givens, run: dominate(givens.board, run, independent=True),
                takes_givens=False,
            ),
        )
    },
)
"""The problems by name, then those of plug-ins."""


def solve(name: str, givens: Placement, run: RunContext | None = None) -> Outcome[Placement]:
    """Answer a problem.

    `name`: a key of `PROBLEMS`.
    `givens`: the queens that the answer has to contain.
    Raises InputError if there is no such problem, or it cannot be asked for this board and these
    queens.
    """
    if name not in PROBLEMS:
        raise InputError(f"unknown problem {name!r}; choose one of {', '.join(PROBLEMS)}")
    problem = PROBLEMS[name]
    if givens.indices.size and not problem.takes_givens:
        raise InputError(f"the problem {name!r} takes no given queens")
    return problem.solve(givens, run or RunContext())
