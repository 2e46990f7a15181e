"""Mouse and keys of the scene, as edits of the document and steps of its cursor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent

from nqviz.rendering.scene import BoardScene

from ...document.document import Document
from .canvas import SceneCanvas
from .layer_steps import step_layer

ARROWS = {
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Up: (1, 1),
    Qt.Key.Key_Down: (1, -1),
}
"""For each arrow the place of the axis among those of the scene, and the step along it."""
TURNS = {
    Qt.Key.Key_Left: (-24.0, 0.0),
    Qt.Key.Key_Right: (24.0, 0.0),
    Qt.Key.Key_Up: (0.0, 24.0),
    Qt.Key.Key_Down: (0.0, -24.0),
}
"""How far an arrow turns the board where no layer is active, in pixels of a drag."""


class Pointer(QObject):
    """Turns what happens on the canvas into edits.

    `scene`: returns the scene, with everything in it that the document holds.
    `show_menu`: opens the menu of a cell at a point of the screen.
    """

    def __init__(
        self,
        document: Document,
        canvas: SceneCanvas,
        scene: Callable[[], BoardScene],
        show_menu: Callable[[int, QPoint], object],
    ) -> None:
        super().__init__(canvas)
        self._document, self._canvas, self._scene = document, canvas, scene
        self._show_menu = show_menu
        self._carried: int | None = None
        canvas.takes_drag = self._takes_drag
        canvas.clicked.connect(self._on_click)
        canvas.dropped.connect(self._on_dropped)
        canvas.menu_wanted.connect(self._on_menu)
        canvas.pressed_key.connect(self._on_key)
        canvas.layer_stepped.connect(lambda steps: step_layer(document, steps))

    @property
    def has_sheet(self) -> bool:
        """Whether there is a layer whose cells take clicks: the active one, or a flat board."""
        return self._document.board.d < 3 or self._document.view.active_layer is not None

    def pick(self, x: float, y: float) -> int | None:
        """Return the cell that a click at a pixel takes, or None."""
        return self._scene().pick(x, y)

    # Mouse -----------------------------------------------------------------------------------

    def _on_click(self, x: float, y: float, is_right: bool) -> None:
        index = self.pick(x, y)
        if index is None:
            return
        if is_right:
            self._document.toggle_given(index)
        else:
            self._document.toggle(index)

    def _takes_drag(self, x: float, y: float) -> bool:
        """Begin to move a queen of the active layer."""
        index = self.pick(x, y) if self.has_sheet else None
        if index is None or not self._document.is_queen(index):
            return False
        self._carried = index
        return True

    def _on_dropped(self, x: float, y: float) -> None:
        """Move the queen to the cell where it was let go, in one step."""
        start, self._carried = self._carried, None
        end = self.pick(x, y)
        if start is not None and end is not None:
            self._document.move(start, end)

    def _on_menu(self, x: float, y: float, place: QPoint) -> None:
        index = self._document.cursor if x < 0 else self.pick(x, y)
        if index is not None:
            self._document.set_cursor(index)
            self._show_menu(index, place)

    # Keys ------------------------------------------------------------------------------------

    def _on_key(self, event: QKeyEvent) -> None:
        """Accept the keys that mean something here; all others stay the window's."""
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~_KEYPAD
        if not plain:
            return
        if key in ARROWS:
            self._on_arrow(key)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and self._document.board.d > 2:
            step_layer(self._document, 1 if key == Qt.Key.Key_PageUp else -1)
        elif key == Qt.Key.Key_Space and self._document.cursor is not None:
            self._document.toggle(self._document.cursor)
        elif key == Qt.Key.Key_L and self._document.cursor is not None:
            self._document.toggle_given(self._document.cursor)
        elif key == Qt.Key.Key_B and self._document.cursor is not None:
            self._document.toggle_blocked(self._document.cursor)
        else:
            return
        event.accept()

    def _on_arrow(self, key: Qt.Key) -> None:
        """Move the cursor on the active layer; without one turn the board."""
        if not self.has_sheet:
            dx, dy = TURNS[key]
            ratio = self._canvas.devicePixelRatioF()
            self._canvas.turned.emit(dx * ratio, dy * ratio)
            return
        board, view = self._document.board, self._document.view
        cell = self._start_cell()
        if self._document.cursor is not None:
            place, step = ARROWS[key]
            axis = view.dims.scene[place] if place < len(view.dims.scene) else None
            if axis is not None:
                cell[axis] = min(max(cell[axis] + step, 0), board.shape[axis] - 1)
        self._document.set_cursor(board.index(cell))

    def _start_cell(self) -> list[int]:
        """Return the cursor on the active layer; without a cursor the first cell in sight."""
        document, view = self._document, self._document.view
        cursor = document.cursor
        if cursor is not None:
            cell = list(document.board.cell(cursor))
        else:
            cell = [view.dims.fixed.get(axis, 0) for axis in range(document.board.d)]
        if document.board.d > 2 and view.active_layer is not None:
            cell[view.dims.scene[-1]] = view.active_layer
        return cell


_KEYPAD = Qt.KeyboardModifier.KeypadModifier


def follow_layer(document: Document) -> None:
    """Move the cursor to the active layer when another one becomes active."""
    view, cursor = document.view, document.cursor
    if cursor is None or view.active_layer is None or document.board.d < 3:
        return
    cell = list(document.board.cell(cursor))
    if cell[view.dims.scene[-1]] != view.active_layer:
        cell[view.dims.scene[-1]] = view.active_layer
        document.set_cursor(document.board.index(cell))


def look_at(document: Document, index: int) -> None:
    """Make the layer of a cell the active one."""
    view = document.view
    layer = document.board.cell(index)[view.dims.scene[-1]]
    document.set_view(replace(view, active_layer=layer))
