"""What's this: one sentence or two for every control of the window, by its name."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr_piece

from .controls import controls_of
from .tooltips import tip_of

_NUMBER = re.compile(r"_[0-9]+$")


@cache
def sentences(*parts: str) -> dict[str, str]:
    """Return the English sentences of controls by name, of all parts of the window or of some.

    The parts are those of ``whats_this.json``: dialogs, drawers, pages and window.
    """
    file = resources.files("nqviz_resources.window").joinpath("whats_this.json")
    tables: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8"))
    return {name: text for part in parts or tables for name, text in tables[part].items()}


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
    known = sentences()
    if name.endswith(".close") and name not in known:
        return known["close"]
    name = _NUMBER.sub("", name)
    while name and name not in known:
        name = name.rpartition(".")[0]
    return known.get(name, "")
