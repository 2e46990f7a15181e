"""The speed of all animations: one for the whole application."""

from __future__ import annotations

from nqviz.core.language import tr_later

SPEEDS = (
    (tr_later("Slow"), 0.5),
    (tr_later("Normal"), 1.0),
    (tr_later("Fast"), 3.0),
    (tr_later("Very fast"), 12.0),
)
"""The speeds that a player of steps offers, beside the usual one."""

_percent = 100


def set_animation_speed(percent: int) -> None:
    """Choose the pace, in percent of the usual one, from now on."""
    global _percent  # noqa: PLW0603 -- as the theme, it is one for all windows
    _percent = percent


def at_animation_speed(speed: float) -> float:
    """Return the speed of something at the chosen pace."""
    return speed * _percent / 100


def pause(milliseconds: int) -> int:
    """Return the time between two steps at the chosen pace."""
    return max(1, round(milliseconds * 100 / _percent))
