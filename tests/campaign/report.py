"""What every campaign takes and returns: how long it runs, what it tried, and what it found."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count


@dataclass(frozen=True)
class Length:
    """The length of a campaign.

    Attributes
    ----------
    count : int, optional
        The number of trials.
    seconds : float, optional
        No trial starts after this time. With neither the campaign runs until it is interrupted.
    """

    count: int | None = None
    seconds: float | None = None

    def trials(self, first: int = 0) -> Iterator[int]:
        """Yield the index of each trial, from `first`, until the end; the clock starts here."""
        start = time.monotonic()
        for index in count(first):
            if self.count is not None and index >= self.count:
                return
            if self.seconds is not None and time.monotonic() - start >= self.seconds:
                return
            yield index


@dataclass
class Report:
    """The result of a campaign.

    Attributes
    ----------
    tried : int
        The number of trials that were finished.
    faults : list of str
        One line each, with all that repeats it: seed, index, input.
    figures : dict of str to float
        What was measured, by its name and unit.
    is_spoken : bool
        Whether each fault is printed when it is found.
    """

    tried: int = 0
    faults: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    is_spoken: bool = False

    def fault(self, line: str) -> None:
        """Keep a fault, and print it at once: a campaign of hours may be ended before its end."""
        self.faults.append(line)
        if self.is_spoken:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
