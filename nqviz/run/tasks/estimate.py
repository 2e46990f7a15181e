"""Estimate the processor time of tasks from those that have been done.

The estimator is that of a ratio: seconds in proportion to the weight of a task, which the search
estimates from the size of its part of the tree (D. E. Knuth, Estimating the efficiency of backtrack
programs, Math. Comp. 29 (1975), with the weights in place of random descents). The standard error
is that of the ratio over the tasks done, as if they were drawn at random (W. G. Cochran, Sampling
Techniques, 1977, section 6.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Estimate:
    """Processor seconds of the tasks that are left.

    `seconds`: None where nothing is known.
    `error`: the standard error; None with fewer than two tasks done.
    `longest`: seconds of the longest task done.
    """

    seconds: float | None
    error: float | None
    longest: float = 0.0

    @property
    def text(self) -> str:
        """The estimate in words, with its error."""
        if self.seconds is None:
            return "unknown"
        error = "error unknown" if self.error is None else f"± {duration(self.error)}"
        return f"{duration(self.seconds)} ({error})"


def estimate(weights: Sequence[float], seconds: Sequence[float], left: float) -> Estimate:
    """Return the processor time of tasks with `left` weight together, by tasks that are done.

    `weights`, `seconds`: of each task that is done, in the same order.
    """
    total, spent = sum(weights), sum(seconds)
    if left <= 0:
        return Estimate(0.0, 0.0, max(seconds, default=0.0))
    if total <= 0 or spent <= 0:
        return Estimate(None, None)
    ratio, count = spent / total, len(weights)
    error = None
    if count > 1:
        squares = sum((s - ratio * w) ** 2 for w, s in zip(weights, seconds, strict=True))
        error = left / total * sqrt(squares * count / (count - 1))
    return Estimate(ratio * left, error, max(seconds))


def duration(seconds: float) -> str:
    """Return a time in words, with the unit that suits it."""
    for unit, size in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.3g} {unit}"
    return f"{seconds:.2g} s"
