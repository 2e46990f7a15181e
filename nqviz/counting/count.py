"""The result of a count: the number, the method, and whether the count is complete."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.run.outcome import Status


@dataclass(frozen=True)
class Count:
    """A number of placements.

    Attributes
    ----------
    status : Status
        OPTIMAL if the count is complete, STOPPED or LIMIT if not, FAILED if the workers were lost.
    count : int, optional
        The number; None if the count is not complete.
    orbits : int, optional
        The number up to symmetry, if known.
    seconds : float
    method : str
    message : str
        The reason of a failure.
    """

    status: Status
    count: int | None = None
    orbits: int | None = None
    seconds: float = 0.0
    method: str = ""
    message: str = ""
