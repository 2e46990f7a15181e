"""The titles and tooltips of controls, by their object names, from a table."""

from __future__ import annotations

from nqviz.core.language import tr_piece
from nqviz.core.shipped import shipped_text


def _read(table: str) -> dict[str, tuple[str, str]]:
    """Return the title and the tooltip of each control.

    A control has a row with its name and its title, and below it the tooltip where it says more.
    """
    lines = table.splitlines()
    return {
        name: (title, tip.strip() if tip.startswith(" ") else "")
        for line, tip in zip(lines, [*lines[1:], ""], strict=True)
        if not line.startswith(" ")
        for name, title in [line.split(" | ")]
    }


PRESENTATION, LESSONS = "presentation.", "lessons."
"""A lesson has the same controls in a presentation as in its drawer."""
CONTROLS = _read(shipped_text("window", "control_texts.txt"))


def title_of(control: str, piece: str = "queen") -> str:
    """Return the title of a control, worded for a piece; empty where the table has none."""
    return _shown(control, 0, piece)


def tip_in_table(control: str, piece: str = "queen") -> str:
    """Return what the tooltip of a control says beside its title; may be empty."""
    return _shown(control, 1, piece)


def _shown(control: str, part: int, piece: str) -> str:
    text = CONTROLS.get(control.replace(PRESENTATION, LESSONS), ("", ""))[part]
    return tr_piece(text, piece) if text else ""
