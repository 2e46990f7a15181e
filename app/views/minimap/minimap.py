"""The minimap: which cube of a board of four dimensions or more the scene and the layers show.

Along one coordinate the cubes are cards in a row. With two there is a small square for each of
them, and a card of the one in sight; further coordinates have steppers.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton

from nqviz.core.language import noun_tr, tr, tr_later

from ...document.document import Document
from ...widgets.fields import Stepper
from ...widgets.icons import icon, icon_size
from ...widgets.motion import pause
from ...widgets.painting import MIDDLE_RIGHT, TipsByPlace, write_in
from ...widgets.theme import USUAL_PIXELS, font
from ...widgets.timing import ticking
from ...widgets.widgets import named
from .canvas import FIELD, GAP, NAME, CubeCanvas

KEYS = tr_later(
    "Left and Right choose the cube in sight, Up and Down along the next coordinate, Space shows"
    " all cubes"
)
PLAY_PAUSE = 1000
"""Milliseconds that each cube stays while they are played."""


class Minimap(TipsByPlace, CubeCanvas):
    """Shows the cubes of a document and brings the one that is clicked into sight."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._was_spread = False
        named(self, "minimap.cube")
        self.setAccessibleDescription(tr(KEYS))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._clock = ticking(self, lambda: self.cubes.step(0, 1, around=True))
        self._play = named(QToolButton(self), "minimap.play")
        self._play.setText(f" {tr('Play')}")  # the style leaves too little room beside an icon
        self._play.setProperty("kind", "quiet")
        self._play.setCheckable(True)
        self._play.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._play.setIconSize(icon_size(16, self))
        self._play.toggled.connect(self._on_play)
        self._show_icon()
        self._steppers: dict[int, Stepper] = {}
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._on_queens)
        document.view_changed.connect(self._on_view)
        self._axes: tuple[int, ...] = ()
        self._on_board()

    # Commands ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Show one cube after another, or stop that."""
        self._play.setChecked(bool(self.cubes.axes) and not self._play.isChecked())

    def show_all(self) -> None:
        """Show all cubes at once, or one of them again."""
        at = self.cubes.at
        self.cubes.show_all() if self.cubes.focus is not None else self.cubes.show(at)

    # What happens in the document --------------------------------------------------------------

    def _on_board(self) -> None:
        self._play.setChecked(False)
        self._on_queens()
        self.update()
        self._on_view()

    def _on_queens(self) -> None:
        """Count the queens of each cube anew, and paint what a change of them can change."""
        if self.cubes.axes:
            changed = self.cubes.read()
            self._queens = self.cubes.queens()
            self._repaint_cubes(changed)

    def _on_view(self) -> None:
        axes = self.cubes.axes
        if axes != self._axes:
            self._axes = axes
            self.cubes.invalidate()
            self._on_queens()
            self._offer(axes[2:])
        if not axes:
            return
        for axis, stepper in self._steppers.items():
            if axis in axes[2:]:
                with QSignalBlocker(stepper):
                    stepper.setRange(1, self.cubes.side(axis))
                    stepper.setValue(self.cubes.at[axes.index(axis)] + 1)
        self._place()
        self.update()

    def _offer(self, axes: tuple[int, ...]) -> None:
        """Offer a stepper for each of these axes."""
        for axis in axes:
            if axis not in self._steppers:
                name, tip = f"x{axis + 1}", tr("The value of x{axis}", axis=axis + 1)
                stepper = named(Stepper(), f"minimap.{name}", name, tip)
                stepper.setParent(self)
                stepper.valueChanged.connect(partial(self._on_stepper, axis))
                self._steppers[axis] = stepper
        for axis, stepper in self._steppers.items():
            stepper.setVisible(axis in axes)

    def _on_stepper(self, axis: int, value: int) -> None:
        values = list(self.cubes.at)
        values[self.cubes.axes.index(axis)] = value - 1
        self.cubes.show(values)

    def _place(self) -> None:
        """Put the controls where they belong, and bring the cube in sight into sight."""
        content, scale = self._content, self._scale
        self._play.adjustSize()
        width, height = self._play.width(), min(max(28, self._play.height()), round(self._top) - 4)
        edge = round(self._head.right()) - width
        self._play.setGeometry(edge, (round(self._top) - height) // 2, width, height)
        self._keys_end = float(self._play.x())
        axes, left = self.cubes.axes[2:], content.left() + self._sides[0] * self._square
        columns = (len(axes) + 1) // 2
        for place, axis in enumerate(axes):
            if self._is_narrow:
                row, column = divmod(place, columns)
                x = left + (GAP + NAME + column * (NAME + FIELD)) * scale
                high = min(32 * scale, content.height() / 2 - 2)
                top = content.top() + row * content.height() / 2
            else:
                x = left + self._card.width() + (2 * GAP + place * (FIELD + GAP)) * scale
                top, high = content.top() + 24 * scale, 32 * scale
            box = QRectF(x, top, FIELD * scale, high).toRect()
            self._steppers[axis].setGeometry(box)
        self._keep_in_range()
        if self.is_row and self.cubes.focus is not None:
            card = self.card_rect(self.cubes.focus)
            past = max(card.right() - content.right(), 0.0)
            self._scroll += past + min(card.left() - content.left(), 0.0)
            self._keep_in_range()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        write_in(painter, font(USUAL_PIXELS * self._scale), self._theme.text_2)
        for axis in self.cubes.axes[2:]:
            box, scale = self._steppers[axis].geometry(), self._scale
            if self._is_narrow:
                before = QRectF(box).adjusted(-NAME * scale, 0, -(FIELD + 8) * scale, 0)
                painter.drawText(before, MIDDLE_RIGHT, f"x{axis + 1}")
            else:
                painter.drawText(box.topLeft() - QPoint(0, round(6 * scale)), f"x{axis + 1}")

    # Mouse and keys ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.cube_at(event.position()))

    def _hover(self, values: tuple[int, ...] | None) -> None:
        if values != self._hovered:
            self._hovered = values
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        values = self.cube_at(event.position())
        if values is not None and event.button() == Qt.MouseButton.LeftButton:
            self._play.setChecked(False)
            self._was_spread = self.cubes.focus is None
            self.cubes.show(values)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show all cubes at once; where all were in sight, the first click has shown one."""
        if self.cube_at(event.position()) is not None and not self._was_spread:
            self.cubes.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        self._scroll -= turn.y() or turn.x()
        self._keep_in_range()
        self.update()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, key = Qt.Key, Qt.Key(event.key())
        steps = {keys.Key_Left: (0, -1), keys.Key_Right: (0, 1)}
        steps |= {keys.Key_Down: (1, -1), keys.Key_Up: (1, 1)}
        if key in steps:
            self.cubes.step(*steps[key])
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_all()
        else:
            super().keyPressEvent(event)

    def tip_at(self, place: QPoint) -> str:
        """Return which cube it is, how many queens it has, and what clicks do."""
        values = self.cube_at(QPointF(place))
        if values is None:
            return ""
        pairs = zip(self.cubes.axes, values, strict=True)
        where = ", ".join(f"x{axis + 1} = {value + 1}" for axis, value in pairs)
        queens = f"{self._queens[values]} {noun_tr(f'{self.cubes.piece}s')}"
        return tr("{place}: {queens}. Double click: all cubes at once", place=where, queens=queens)

    def _on_play(self, plays: bool) -> None:
        self._show_icon()
        if plays:
            self._clock.start(pause(PLAY_PAUSE))
        else:
            self._clock.stop()

    def _show_icon(self) -> None:
        self._play.setIcon(icon("pause" if self._play.isChecked() else "play", "text_2"))

    def hideEvent(self, event: QHideEvent) -> None:
        self._play.setChecked(False)
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.cubes.axes:
            self._place()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self.cubes.invalidate()
            self.fit_into(self._room)
            self._play.setIconSize(icon_size(16, self))
            self._on_view()
        super().changeEvent(event)
