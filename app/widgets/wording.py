"""The words of controls: tooltips of a calm width, and the name of the piece that is on the board.

What is written of queens is said of rooks on a board of rooks. Words that stand still are followed
here: names, tooltips, captions, choices, commands. What is said of what happens names the piece
where it is said.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QWidget,
)

from nqviz.core.pieces import worded

TIP_CHARACTERS = 56
"""How long the lines of a tooltip are at most."""
QUEEN = "queen"
_TIP, _KEYS, _PIECE = "what the tooltip says", "keys that do the same", "piece that words name"
_AS_WRITTEN = {"board.piece"}
"""Controls whose words compare the pieces."""
_Text = tuple[str, Callable[[], str], Callable[[str], object]]
"""One text of a thing: its name, what reads it and what writes it."""


# Tooltips -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def wrapped(tip: str) -> str:
    """Break a tooltip into lines of a calm width; Qt shows plain text as wide as it is.

    The same few hundred tooltips come again and again, dozens of them at each change of the board.
    """
    lines = (
        textwrap.wrap(line, TIP_CHARACTERS, break_long_words=False, break_on_hyphens=False)
        for line in tip.split("\n")
    )
    return "\n".join("\n".join(line) for line in lines)


def set_tip(widget: QWidget, tip: str) -> None:
    """Set the tooltip of a control; the keys that do the same are appended."""
    widget.setProperty(_TIP, tip)
    keys = widget.property(_KEYS)
    said = worded(tip, piece_of(widget))
    widget.setToolTip(wrapped(f"{said} ({keys})" if keys and widget.isEnabled() else said))


def set_keys(widget: QWidget, keys: str) -> None:
    """Set the keys that do the same as a control; they are shown in its tooltip."""
    widget.setProperty(_KEYS, keys)
    set_tip(widget, tip_of(widget))


def tip_of(widget: QWidget) -> str:
    """Return what a control's tooltip says, in one line as it is written."""
    return str(widget.property(_TIP) or widget.toolTip())


# The piece ----------------------------------------------------------------------------------


def piece_of(thing: QObject) -> str:
    """Return which piece the words of a control or command name."""
    return str(thing.property(_PIECE) or QUEEN)


def name_piece(piece: str, roots: Iterable[QWidget], actions: Iterable[QAction] = ()) -> None:
    """Name a piece instead of queens in controls, all that is in them, and actions."""
    for root in roots:
        for widget in (root, *root.findChildren(QWidget)):
            if widget.objectName() not in _AS_WRITTEN:
                _follow(widget, piece, _texts(widget))
                if widget.toolTip():
                    set_tip(widget, tip_of(widget))
    for action in actions:
        _follow(action, piece, _texts_of_action(action))


def _follow(thing: QObject, piece: str, texts: Iterable[_Text]) -> None:
    """Set each text with the name of a piece; its original is kept until it is changed."""
    thing.setProperty(_PIECE, piece)
    for name, read, write in texts:
        now, key = read(), f"{name} as written and as said"
        written, said = thing.property(key) or (now, now)
        if said != now:  # it was changed meanwhile
            written = now
        said = worded(written, piece)
        if said != now:
            write(said)
            thing.setProperty(key, [written, said])


def _texts(widget: QWidget) -> Iterator[_Text]:
    yield "name", widget.accessibleName, widget.setAccessibleName
    yield "description", widget.accessibleDescription, widget.setAccessibleDescription
    yield "sentence", widget.whatsThis, widget.setWhatsThis
    if isinstance(widget, QAbstractButton) or (
        isinstance(widget, QLabel) and not widget.objectName()  # a caption
    ):
        yield "text", widget.text, widget.setText
    elif isinstance(widget, QGroupBox | QMenu):
        yield "title", widget.title, widget.setTitle
    elif isinstance(widget, QComboBox):
        for i in range(widget.count()):
            yield f"choice {i}", partial(widget.itemText, i), partial(widget.setItemText, i)
    elif isinstance(widget, QTabBar):
        for i in range(widget.count()):
            yield f"tab {i}", partial(widget.tabToolTip, i), partial(widget.setTabToolTip, i)


def _texts_of_action(action: QAction) -> Iterator[_Text]:
    yield "text", action.text, action.setText
    yield "tip", action.toolTip, action.setToolTip
    yield "status", action.statusTip, action.setStatusTip
    yield "sentence", action.whatsThis, action.setWhatsThis
