"""Numbers as the window writes them: thin spaces between thousands, or thousands and millions."""

from __future__ import annotations

import re

from nqviz.bounds import bracket

THIN = "\u202f"
"""A thin space at which no line breaks."""
_UNITS = ((10**9, "G", 2), (10**6, "M", 2), (10**3, "k", 0))
SHORT_FROM = 100_000
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

_EXPONENT, _RAISED = re.compile(r"\^(\d+)"), str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def spaced(value: int) -> str:
    """Write all digits of a number, with thin spaces between thousands."""
    return f"{value:,}".replace(",", THIN)


def short(value: int, start: int = SHORT_FROM) -> str:
    """Write a number from `start` on in thousands (112 k), millions (1.67 M) or more (3.32 G)."""
    if abs(value) < start:
        return spaced(value)
    for size, unit, places in _UNITS:
        if round(abs(value) / size, places) >= 1:
            places -= places > 0 and abs(value) >= 100 * size  # four digits at most
            return f"{value / size:.{places}f}{THIN}{unit}"
    return spaced(value)


def with_spaces(text: str) -> str:
    """Write the numbers of a text with thin spaces where they have commas between thousands."""
    return _THOUSANDS.sub(THIN, text)


def raised(text: str) -> str:
    """Write the exponents of a text as raised digits: ``10^11`` becomes ``10¹¹``."""
    return _EXPONENT.sub(lambda found: found[1].translate(_RAISED), text)


def spaced_bracket(lower: int, upper: int) -> str:
    """Write two bounds with all digits: ``[48]`` or ``[1 221, 1 272]``."""
    return bracket(lower, upper, spaced)


def short_bracket(lower: int, upper: int) -> str:
    """Write two bounds in a table, alike: ``[72 k, 112 k]``; without the brackets if equal."""
    start = 10_000 if upper >= SHORT_FROM else SHORT_FROM
    text = bracket(lower, upper, lambda value: short(value, start))
    return text[1:-1] if lower == upper else text
