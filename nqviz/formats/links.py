"""Links that may stand in the place of the name of a file."""

from __future__ import annotations

from pathlib import Path


def is_lesson_link(text: str | Path) -> bool:
    """Return whether a text begins like a link to a lesson; see `nqviz.lessons.linked_step`."""
    return str(text).startswith("lesson:")
