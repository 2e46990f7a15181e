"""How long work ends: one status, one outcome for every kind of value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from importlib import import_module
from typing import Generic, Self, TypeVar

from nqviz.core.placement import Placement

T = TypeVar("T")
U = TypeVar("U")


class Status(StrEnum):
    """What an outcome states about its question."""

    OPTIMAL = "optimal"
    """Answered, and proven that no better answer exists."""
    INFEASIBLE = "infeasible"
    """Proven that there is no answer."""
    FEASIBLE = "feasible"
    """Answered: what was asked for was found; nothing further is claimed."""
    STOPPED = "stopped"
    """Stopped by the user; proves nothing, the best value so far is kept."""
    LIMIT = "limit"
    """Ended by a limit before the answer; the best value so far is kept."""
    FAILED = "failed"
    """The work failed; the message says why."""

    @property
    def is_proof(self) -> bool:
        """Whether something has been proven."""
        return self in (Status.OPTIMAL, Status.INFEASIBLE)


class Known(StrEnum):
    """How the bound or value of an outcome is known."""

    CERTIFIED = "certified"
    """By a certificate that independent code has checked or can check."""
    EXACT = "exact"
    """By integer or rigorously rounded arithmetic of the engine itself."""
    FLOATING_POINT = "floating point"
    """Within the tolerance of a named solver."""
    PUBLISHED = "published"
    """From a named source."""


class Contradiction(RuntimeError):  # noqa: N818 - it says what happened
    """A result contradicts what is known for certain: nqviz, or what it read, is wrong."""


def evidence(known: Known | None, by: str, premises: Sequence[str] = ()) -> str:
    """Return in words how a proof is known.

    `by`: the solver or the source.
    `premises`: what it takes for granted.
    """
    if known is Known.FLOATING_POINT:
        words = f"by {by or 'a solver'}, within its tolerance"
    elif known is Known.PUBLISHED:
        words = f"published: {by}" if by else "published"
    else:
        words = "proven"
    return f"{words}, given {' and '.join(premises)}" if premises else words


def how_known(known: Known | None, by: str, premises: Sequence[str] = ()) -> str:
    """Return how a proof is known, in brackets after a statement; nothing for a plain proof."""
    words = evidence(known, by, premises)
    return "" if words == "proven" else f" ({words})"


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """How long work ended."""

    status: Status
    value: T | None = None
    """The answer, or the best value so far: a placement, a count, a density."""
    bound: int | None = None
    """A proven bound on the number of queens."""
    engine: str = ""
    """The engine or method that answered, with the version where it is not of nqviz."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """The settings of the run, for the record."""
    seconds: float = 0.0
    nodes: int | None = None
    message: str = ""
    """What is proven or why the work ended, in one sentence."""
    certificate: object | None = None
    """What the bound can be proven with."""
    known: Known | None = None
    """How the result is known; None where nothing is proven."""
    by: str = ""
    """The solver within whose tolerance a result holds, or the source of a published one."""
    premises: tuple[str, ...] = ()
    """What a proof takes for granted: clauses such as "12 tasks of the checkpoint FILE"."""
    is_exhausted: bool = False
    """Whether work without an answer ended before its limits, as nothing was left to try."""

    def _repr_html_(self) -> str:
        """Return the message and a drawing of the value for a notebook."""
        html: str = import_module("nqviz.notebook").html_of(self)
        return html

    @property
    def is_certain(self) -> bool:
        """Whether a result is proven without tolerances, and takes nothing for granted."""
        exact = self.known in (Known.CERTIFIED, Known.EXACT)
        return self.status.is_proof and exact and not self.premises

    @property
    def evidence(self) -> str:
        """How a proof is known: ``proven``, ``by HiGHS 1.15, within its tolerance``; or nothing."""
        return evidence(self.known, self.by, self.premises) if self.status.is_proof else ""

    @property
    def placement(self) -> Placement | None:
        """The value where it is a placement."""
        return self.value if isinstance(self.value, Placement) else None

    @property
    def count(self) -> int | None:
        """The number of queens of the placement, None without one."""
        return None if self.placement is None else len(self.placement)

    def checked(self) -> Self:
        """Return the outcome after its certificate was checked: it takes nothing for granted."""
        how = how_known(self.known, self.by, self.premises)
        message = self.message.replace(how, "") if how else self.message
        return replace(self, message=message, known=Known.CERTIFIED, by="", premises=())

    def with_value(self, value: U | None) -> Outcome[U]:
        """Return a plain outcome with another value and the same entries otherwise."""
        entries = {each.name: getattr(self, each.name) for each in fields(Outcome)}
        return Outcome(**entries | {"value": value})


class NoAnswer(Exception):  # noqa: N818 - it is no error
    """Work ended as it was asked to, before an answer; the message says what was done.

    `entries`: the same, for JSON.
    """

    def __init__(self, message: str, entries: Mapping[str, object]) -> None:
        super().__init__(message)
        self.entries = dict(entries)
