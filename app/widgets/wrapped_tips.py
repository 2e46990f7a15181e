"""Tooltips of a limited width, never taken for markup, with the keys that do the same."""

from __future__ import annotations

import re
import sys
import textwrap
from functools import lru_cache

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr, tr_later

TIP_CHARACTERS = 56
"""How long the lines of a tooltip are at most."""
_MARKUP = re.compile("<(?!\u200b)|&(?=lt;)")
"""What Qt takes for markup; a space without width behind it ends that."""
_TIP, _KEYS = "tip", "keys"
"""Properties: what the tooltip says, and the keys that do the same."""

_PARTED = re.compile(r"(?<=[^+])\+|, ")
_PLATES = {
    "Ctrl": tr_later("Ctrl"),
    "Shift": tr_later("Shift##key"),
    "Return": tr_later("Enter"),
    "Enter": tr_later("Enter"),
    "Del": tr_later("Del##key"),
    "Space": tr_later("Space"),
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
}
"""Names of keys that are written otherwise on plates."""


@lru_cache(maxsize=1024)
def wrapped(tip: str) -> str:
    """Break a tooltip into lines of a calm width; Qt shows plain text as wide as it is.

    The same few hundred tooltips come again and again, dozens of them at each change of the board.
    """
    lines = (
        textwrap.wrap(line, TIP_CHARACTERS, break_long_words=False, break_on_hyphens=False)
        for line in tip.split("\n")
    )
    plain = "\n".join("\n".join(line) for line in lines)
    return _MARKUP.sub("\\g<0>\u200b", plain)


def set_tip(widget: QWidget, tip: str) -> None:
    """Set the tooltip of a control; the keys that do the same are appended."""
    widget.setProperty(_TIP, tip)
    keys = widget.property(_KEYS)
    text = wrapped(f"{tip} ({keys})" if keys and widget.isEnabled() else tip)
    if text != widget.toolTip():  # Qt sends an event for the same text, too
        widget.setToolTip(text)


def text_of_keys(keys: QKeySequence) -> str:
    """Return keys as they are shown everywhere."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def key_plates(keys: QKeySequence) -> str:
    """Return keys as they are written on plates: ``Ctrl Shift Enter``; empty without keys."""
    if sys.platform == "darwin":
        return text_of_keys(keys)
    parts = _PARTED.split(keys.toString(QKeySequence.SequenceFormat.PortableText))
    return " ".join(tr(_PLATES.get(part, part)) for part in parts)


def set_keys(widget: QWidget, keys: QKeySequence) -> None:
    """Set the keys that do the same as a control; they are shown in its tooltip."""
    widget.setProperty(_KEYS, text_of_keys(keys))
    set_tip(widget, tip_of(widget))


def tip_of(widget: QWidget) -> str:
    """Return what a control's tooltip says, in one line as it is written."""
    return str(widget.property(_TIP) or widget.toolTip())
