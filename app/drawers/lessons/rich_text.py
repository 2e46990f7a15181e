"""The texts of lessons as rich text for labels."""

from __future__ import annotations


def page_text(text: str) -> str:
    """Return a text of a lesson as the HTML of a label."""
    from nqviz.lessons import to_html  # no start waits for it

    return to_html(text)
