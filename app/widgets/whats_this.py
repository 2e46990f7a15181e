"""What's this: one sentence or two for every control of the window, by its name."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr_piece

from .controls import controls_of
from .tooltips import tip_of
from .whats_this_dialogs import DIALOG_SENTENCES
from .whats_this_drawers import DRAWER_SENTENCES
from .whats_this_window import CLOSE, PAGE_SENTENCES, WINDOW_SENTENCES

SENTENCES = DRAWER_SENTENCES | PAGE_SENTENCES
_ALL = DIALOG_SENTENCES | WINDOW_SENTENCES | SENTENCES

_NUMBER = re.compile(r"_[0-9]+$")


def explain(window: QWidget, piece: str = "queen") -> None:
    """Set the What's This text of every control; without a text of its own, its tooltip's.

    Texts about queens are about another piece where one is given.
    """
    for control in controls_of(window):
        sentence = _sentence(control.objectName()) or tip_of(control)
        if sentence:
            control.setWhatsThis(tr_piece(sentence, piece))


def _sentence(name: str) -> str:
    """Find the sentence of a name, or of what it is one of many of: scene.dims.4, scene.dims."""
    if name.endswith(".close") and name not in _ALL:
        return CLOSE
    name = _NUMBER.sub("", name)
    while name and name not in _ALL:
        name = name.rpartition(".")[0]
    return _ALL.get(name, "")
