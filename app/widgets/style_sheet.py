"""The style sheet of the window: one text for all themes, ``style.qss``, filled with their tokens.

A control chooses its look by the properties ``kind`` (buttons: primary, secondary, link, icon) and
``role`` (labels: verdict, head, lead, label, caption; frames: bar, drawer, card, divider).
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template

from nqviz.view.palette import Theme, contrast, mix, rgb


def style_sheet(theme: Theme, family: str, scale: float = 1.0) -> str:
    """Return the style sheet of a theme, with text and controls `scale` times their usual size.

    It names the font for every widget: where there is a style sheet, Qt does not pass a new font
    of the application on to widgets that exist.
    """
    veil = 0.16 if theme.name == "dark" else 0.10
    sizes = {f"px{size}": round(size * scale) for size in range(6, 37)}
    return _template().substitute(
        vars(theme),
        **sizes,
        family=family,
        accent_hover=mix(theme.accent, theme.text, 0.12),
        accent_veil="rgba({}, {}, {}, {})".format(*rgb(theme.accent), veil),
        segment=_farther(theme.canvas, theme.raised, theme.panel),
    )


@cache
def _template() -> Template:
    file = resources.files("nqviz_resources.window").joinpath("style.qss")
    return Template(file.read_text("utf-8"))


def _farther(ground: str, *colours: str) -> str:
    """Return the colour that stands out most from a ground."""
    return max(colours, key=lambda colour: contrast(rgb(colour), rgb(ground)))
