"""What long work reports while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nqviz.core.placement import Placement


@dataclass(frozen=True)
class Progress:
    """The state of long work at one moment; None where a value is unknown."""

    activity: str
    """What is being done, in a few words."""
    seconds: float
    """Time since the start."""
    fraction: float | None = None
    """The share of the work that is done, 0 to 1."""
    incumbent: Placement | None = None
    """The best placement so far."""
    bound: int | None = None
    """A proven upper bound on the number of queens."""
    nodes: int | None = None
    """Nodes of the search so far."""


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_progress: Progress) -> None:
    """Do nothing."""
