"""What long work reports while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nqviz.core.placement import Placement


@dataclass(frozen=True)
class Progress:
    """The state of long work at one moment; None where a value is unknown.

    Attributes
    ----------
    activity : str
        What is being done, in a few words.
    seconds : float
        Time since the start.
    fraction : float, optional
        The share of the work that is done, 0 to 1.
    incumbent : Placement, optional
        The best placement so far.
    bound : int, optional
        A proven upper bound on the number of queens.
    nodes : int, optional
        Nodes of the search so far.
    """

    activity: str
    seconds: float
    fraction: float | None = None
    incumbent: Placement | None = None
    bound: int | None = None
    nodes: int | None = None


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_progress: Progress) -> None:
    """Do nothing."""
