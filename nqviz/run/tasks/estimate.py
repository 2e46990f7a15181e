"""Estimate the processor time of tasks from those that have been done.

The estimator is that of a ratio: seconds in proportion to the weight of a task, which the search
estimates from the size of its part of the tree (D. E. Knuth, Estimating the efficiency of backtrack
programs, Math. Comp. 29 (1975), with the weights in place of random descents). The standard error
is that of the ratio over the tasks done, as if they were drawn at random (W. G. Cochran, Sampling
Techniques, 1977, section 6.4). The time of a task that is too long to be run is itself estimated:
it leaves all nodes below its own to others, one of them is drawn with a probability in proportion
to its weight, and its time over this probability stands for all of them (P.-C. Chen, Heuristic
sampling, SIAM J. Comput. 21 (1992), with a stratum for each node). The mean of such estimates is
right, but few of them may miss the large parts of a tree, and then their error is too small, too.
So the likely range is one of a factor: it grows with the relative error, and with the share of the
estimated time that no sample has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, hypot, inf, log10, sqrt

TOO_LARGE, TOO_SMALL = 0.5, 1.3
"""Standard deviations of the logarithm of an estimate of which nothing was run, on both sides.

From samples of a twelfth of the count of (7,3), a sixth of the proof of (8,3) and a twentieth of
the count of (10,3): more of them are too small, as the large parts of a tree are few.
"""
RANGE = 1.64
"""Standard deviations to both ends of a range that holds nine of ten values of a normal one."""


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

    def told(self, spent: float) -> str:
        """Return the estimate in words, with the range in which it likely lies, see `likely`.

        `spent`: seconds of the tasks that were run.
        """
        if not self.seconds:
            return "unknown" if self.seconds is None else duration(self.seconds)
        low, high = (end - spent for end in likely(spent + self.seconds, self.error, spent))
        return f"{duration(self.seconds)} (likely {duration(low)} to {duration(high)})"


def estimate(
    weights: Sequence[float],
    seconds: Sequence[float],
    left: float,
    draws: Sequence[int] | None = None,
) -> Estimate:
    """Return the processor time of tasks that are left, by tasks of which it is known.

    `weights`, `seconds`: of each task whose time is known or estimated, in the same order.
    `left`: the weight of the tasks of which nothing is known, together.
    `draws`: for each task the number of independent estimates whose mean its seconds are, 0 for one
    that was run to its end. A task with estimates counts to those that are left.
    """
    draws = draws or [0] * len(weights)
    total, spent = sum(weights), sum(seconds)
    guessed = sum(s for s, count in zip(seconds, draws, strict=True) if count)
    if left <= 0 and not any(draws):
        return Estimate(0.0, 0.0, max(seconds, default=0.0))
    if total <= 0 or spent <= 0:
        return Estimate(None, None)
    ratio, number = spent / total, len(weights)
    error = None
    if number > 1:
        squares = 0.0
        for weight, time, count in zip(weights, seconds, draws, strict=True):
            share = left / total + (1 / sqrt(count) if count else 0.0)
            squares += (share * (time - ratio * weight)) ** 2
        error = sqrt(squares * number / (number - 1))
    return Estimate(ratio * left + guessed, error, max(seconds))


def remaining(
    done: Sequence[tuple[float, float]], begun: Sequence[tuple[float, float]], total: float
) -> Estimate:
    """Return the processor time that is left of tasks of which some are under way.

    A task under way counts with twice what it has taken, or with what its weight says if that is
    longer.

    `done`, `begun`: the weight and the seconds so far of each task that is done, and under way.
    `total`: the weight of all tasks together.
    """
    weight, spent = (sum(each[place] for each in done) for place in (0, 1))
    ratio = spent / weight if weight > 0 else 0.0
    whole = [(each, max(2.0 * taken, ratio * each)) for each, taken in begun]
    known = [*done, *whole]
    left = total - sum(each for each, _ in known)
    if left <= total * 1e-9:  # rounded
        left = 0.0
    others = estimate([each for each, _ in known], [seconds for _, seconds in known], left)
    if others.seconds is None:
        return others
    under_way = sum(each - taken for (_, each), (_, taken) in zip(whole, begun, strict=True))
    error = hypot(others.error, under_way) if others.error is not None else None
    return Estimate(others.seconds + under_way, error, others.longest)


def likely(seconds: float, error: float | None, seen: float) -> tuple[float, float]:
    """Return the ends of the range in which a time lies that is estimated, in most cases.

    `seconds`, `error`: the estimate, and its standard error if there is one.
    `seen`: seconds of it that were run, not estimated.
    """
    if seconds <= seen:
        return seconds, seconds
    relative, unseen = 1.0 if error is None else error / seconds, 1.0 - seen / seconds
    least, most = (exp(RANGE * hypot(relative, side * unseen)) for side in (TOO_LARGE, TOO_SMALL))
    return max(seen, seconds / least), seconds * most


def whole_time(seconds: float) -> str:
    """Return in words about how long work takes of which little or nothing was run."""
    about = "more than 10^290 years" if seconds == inf else f"some {duration(seconds)}"
    return f"all of it takes {about} of one core"


def duration(seconds: float) -> str:
    """Return a time in words, with the unit that suits it."""
    if seconds >= 3e10:
        years = seconds / 31557600.0
        round_years = round(years, 1 - floor(log10(years)))
        return f"{round_years:,.0f} years" if years < 1e12 else f"10^{log10(years):.0f} years"
    for unit, size in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.3g} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10.0 else f"{seconds:.2g} s"
