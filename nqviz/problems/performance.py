"""Performance profiles: how often each program and engine is within a factor of the fastest.

Source: E. D. Dolan and J. J. Moré, *Benchmarking optimization software with performance profiles*,
Mathematical Programming 91 (2002).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nqviz.run.outcome import Status

from .compare import Row

LEAST_SECONDS = 0.01
"""Shorter times count as this: they are noise."""
SOLVED = (Status.OPTIMAL, Status.INFEASIBLE, Status.FEASIBLE)


@dataclass(frozen=True)
class Profile:
    """The profile of one program with one engine."""

    name: str
    points: tuple[tuple[float, float], ...]
    """Ratios to the fastest time, increasing, and the share of instances that are solved within
    each; the last share stays."""


def performance_profiles(rows: Iterable[Row]) -> tuple[Profile, ...]:
    """Return the profiles of a comparison, from the medians over its seeds.

    Instances that nothing solved, or a bound settled, do not count.
    """
    times: dict[str, dict[str, float]] = {}
    names: dict[str, None] = {}
    for row in rows:
        name = " ".join(filter(None, (row.program, row.engine)))
        names[name] = None
        if row.status in SOLVED and row.seconds is not None:
            times.setdefault(row.instance, {})[name] = max(row.seconds, LEAST_SECONDS)
    profiles = []
    for name in names:
        ratios = sorted(own[name] / min(own.values()) for own in times.values() if name in own)
        shares = ((ratio, (k + 1) / len(times)) for k, ratio in enumerate(ratios))
        profiles.append(Profile(name, tuple(dict(shares).items())))
    return tuple(profiles)


def profiles_csv(profiles: Iterable[Profile]) -> str:
    """Write profiles as CSV: name, ratio and share."""
    lines = ["solver,ratio,share"]
    for profile in profiles:
        quoted = '"' + profile.name.replace('"', '""') + '"'
        lines += (f"{quoted},{ratio:.6g},{share:.6g}" for ratio, share in profile.points)
    return "\n".join(lines) + "\n"
