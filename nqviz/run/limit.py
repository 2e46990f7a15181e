"""How much long work may use: seconds, nodes and threads."""

from __future__ import annotations

import os
from dataclasses import dataclass

from nqviz.core.coordinates import is_whole
from nqviz.core.errors import InputError, shorten


def core_count() -> int:
    """Return the number of processor cores that this process may use, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


@dataclass(frozen=True)
class Limit:
    """When to end: seconds and nodes (None: no limit), and how many threads may be used.

    Raises
    ------
    InputError
        If a limit is of another type or not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        seconds: object = self.seconds
        if isinstance(seconds, bool) or not isinstance(seconds, int | float | None):
            raise InputError(f"a time limit is a number of seconds, not {shorten(seconds)}")
        for what, number in (("nodes", self.nodes or 1), ("threads", self.threads)):
            if not is_whole(number):
                raise InputError(f"a number of {what} is a whole number, not {shorten(number)}")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"a time limit of {self.seconds:g} s is too short; give more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise InputError(f"a limit of {self.nodes} nodes is not possible; give 1 or more")
        if self.threads < 1:
            raise InputError(f"{self.threads} threads are not possible; give 1 or more")

    def is_spent(self, nodes: int | None) -> bool:
        """Return whether a search that has visited some nodes has reached the limit of nodes."""
        return self.nodes is not None and (nodes or 0) >= self.nodes
