"""Set the formulas of the guide as MathML, which browsers draw by themselves, without a network."""

import html
import re
from typing import Any

from latex2mathml.converter import convert

_FORMULA = re.compile(
    r'<(span|div) class="arithmatex">(?:\\\(|\\\[)(.*?)(?:\\\)|\\\])</\1>', re.DOTALL
)


def on_page_content(text: str, **_: Any) -> str:
    """Replace what the Markdown extension arithmatex found on a page."""
    return _FORMULA.sub(_set, text)


def _set(found: re.Match[str]) -> str:
    display = "block" if found[1] == "div" else "inline"
    return convert(html.unescape(found[2]).strip(), display=display)
