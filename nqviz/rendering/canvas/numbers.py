"""Numbers of placements as words: short enough for a cell, and beside a scale."""

from __future__ import annotations

from nqviz.view.board_view import BoardView


def number_text(value: float) -> str:
    """Write a number of placements in as few characters as tell it: 7, 1344, 12k, 3.4M, 0.25."""
    if value == round(value) and value < 10_000:
        return str(round(value))
    for unit, name in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            scaled = value / unit
            return f"{scaled:.1f}{name}" if scaled < 9.95 else f"{scaled:.0f}{name}"
    return f"{value:.2g}"


def number_size(words: list[str], cell: float) -> float:
    """Return the text size at which the longest of the words fits into a cell; 0 if none does."""
    longest = max(map(len, words), default=1)
    size = min(0.42 * cell, 0.86 * cell / (0.64 * longest), 20.0)
    return size if size >= 6.0 else 0.0


def scale_values(top: float) -> list[float]:
    """Choose which values to write beside a scale from 0 to `top`."""
    if top <= 0:
        return [0.0]
    middle = float(round(top / 2)) if top >= 2 else top / 2
    return [0.0, middle, top]


def scale_title(picture: BoardView) -> tuple[str, str]:
    """Return in two lines what the colours of a density count."""
    if picture.density_words is not None:
        return picture.density_words
    total = picture.density_total
    if not total:
        return "placements", "in all"
    return "placements", f"of {total:,}" if total < 10_000_000 else f"of {number_text(total)}"
