"""Round values along the axes of charts, for the window and for files."""

from __future__ import annotations

from math import ceil, floor, log10


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return at most about `most` round values between two, in steps of 1, 2 or 5 times a ten.

    With `whole` no step is below 1.
    """
    if not high > low:
        return [low]
    least = (high - low) / max(most, 1)
    power = 10.0 ** floor(log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999)
    step = max(1.0, step) if whole else step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [value * step for value in range(first, last + 1)]
