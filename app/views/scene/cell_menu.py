"""The menu of a cell of the scene."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from nqviz.core.language import Texts, tr, tr_piece
from nqviz.core.notation import place_text

from ...document.document import Document
from .pointer import look_at

LOOKS: Texts = {
    "front": "Look along x2",
    "right": "Look along x1",
    "top": "Look down on the layers",
}


def cell_menu(
    document: Document, index: int, look_from: Callable[[str], object], parent: QWidget
) -> QMenu:
    """Return a menu of what can be done with a cell; it deletes itself when it is closed."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setObjectName("scene.cell_menu")
    piece, board = document.board.piece, document.board
    title = menu.addAction(place_text(board, index))
    title.setEnabled(False)
    is_queen, is_given = document.is_queen(index), document.is_given(index)

    def add(name: str, text: str, call: Callable[[], object], enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(f"cell.{name}")
        action.setEnabled(enabled)
        action.triggered.connect(lambda _checked=False: call())

    remove, place = tr_piece("Remove the queen", piece), tr_piece("Place a queen", piece)
    is_open = not board.is_blocked[index]
    add(
        "toggle",
        f"{remove if is_queen else place}\t{tr('Space')}",
        lambda: document.toggle(index),
        is_open and not is_given,
    )
    given = tr("Make given") if is_queen else tr_piece("Place a given queen", piece)
    given = tr("Not given") if is_given else given
    add("given", f"{given}\tL", lambda: document.toggle_given(index), is_open)
    blocked = tr("Block the cell") if is_open else tr("Open the blocked cell")
    add("blocked", f"{blocked}\tB", lambda: document.toggle_blocked(index), not is_given)
    menu.addSeparator()
    chosen = index in document.selection
    add(
        "select",
        tr("Do not select") if chosen else tr("Select"),
        lambda: document.set_selection(document.selection ^ {index}),
    )
    if board.d > 2:
        axis = document.view.dims.scene[-1]
        layer = board.cell(index)[axis]
        add(
            "layer",
            tr("Make layer {layer} active", layer=layer + 1),
            lambda: look_at(document, index),
        )
    menu.addSeparator()
    for name, text in LOOKS.items():
        if board.d > 2 or name != "right":
            add(f"look.{name}", tr(text), partial(look_from, name))
    return menu
