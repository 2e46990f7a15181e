"""What every count gives: the number, how it was found, and whether the count ended."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.run.outcome import Status


@dataclass(frozen=True)
class Count:
    """A number of placements.

    Attributes
    ----------
    status : Status
        OPTIMAL when everything is counted, STOPPED or LIMIT when not, FAILED when the workers were
        lost.
    count : int, optional
        The number; None when the count did not end.
    orbits : int, optional
        How many there are up to symmetry, where that is known.
    seconds : float
    method : str
    message : str
        Why it failed.
    """

    status: Status
    count: int | None = None
    orbits: int | None = None
    seconds: float = 0.0
    method: str = ""
    message: str = ""
