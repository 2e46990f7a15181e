"""What forms of drawers and cards are made of: fields with labels, switches, segments, rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QWidget,
)

from nqviz.core.language import tr

from .control_texts import tip_in_table, title_of
from .icons import IconButton, grown, icon, icon_pixmap, icon_size
from .labels import PlainLabel
from .layouts import STRETCH, horizontal, vertical
from .painting import MIDDLE_LEFT, NeverSmaller, draw_outline, fill_with, smooth_painter
from .theme import GrowsWithText, current_theme, text_scale
from .wrapped_tips import set_tip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractSpinBox as _SpinBox
else:
    _SpinBox = object  # a class of Qt has one base of Qt

OnClick: TypeAlias = Callable[..., object] | SignalInstance | None
"""What is called, or the signal that is sent, when a button is clicked."""

GAP = 12
"""Pixels between two fields."""
FIELD = 32
"""The height of a field, in pixels."""


def label(text: str, role: str = "label", name: str = "", *, wraps: bool = False) -> QLabel:
    """Return a label of plain text in a role of the style sheet; sentences wrap, others if asked.

    `name`: of the object; what it is called for screen readers is in the table of controls.
    """
    made = PlainLabel(text)
    made.setProperty("role", role)
    made.setWordWrap(wraps or role in ("sentence", "caption"))
    made.setObjectName(name)
    made.setAccessibleName(title_of(name))
    return made


def set_role(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet looks at, and apply it anew."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def divider() -> QFrame:
    """Return a dividing line of one pixel."""
    line = QFrame()
    line.setProperty("role", "divider")
    line.setFixedHeight(1)
    return line


def field(control: QWidget, title: str = "", extra: QWidget | None = None) -> QWidget:
    """Return a control with its label above it, and what stands at the end of that line.

    `title`: in place of the name of the control.
    """
    box, above = QWidget(), label(title or control.accessibleName())
    above.setBuddy(control)
    line = horizontal(None, (above, 1), spacing=0)
    if extra is not None:
        extra.setFixedHeight(above.sizeHint().height())
        line.addWidget(extra)
    vertical(box, line, control, spacing=4)
    return box


def beside(*parts: QWidget, shares: Sequence[int] = ()) -> QWidget:
    """Return parts side by side, equally wide or with shares of the width; 0: as wide as needed."""
    box = QWidget()
    row = horizontal(box, spacing=GAP)
    for part, share in zip(parts, shares or (1,) * len(parts), strict=True):
        if share:
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            part.setSizePolicy(policy)
        row.addWidget(part, share)
    return box


def row_of(*widgets: QWidget) -> QWidget:
    """Return widgets side by side, at the left."""
    holder = QWidget()
    horizontal(holder, *widgets, STRETCH)
    return holder


def link(name: str, text: str = "", tip: str = "", on_click: OnClick = None) -> QPushButton:
    made = QPushButton(text or title_of(name))
    made.setObjectName(name)
    made.setAccessibleName(made.text())
    made.setToolTip(tip or tip_in_table(name))
    made.setProperty("kind", "link")
    made.setAutoDefault(False)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    if on_click is not None:
        made.clicked.connect(on_click)
    return made


def icon_button(
    name: str,
    drawing: str,
    title: str = "",
    *,
    side: int = 32,
    size: int = 18,
    on_click: OnClick = None,
) -> QToolButton:
    """Return a square button with an icon; its title is the tooltip and the accessible name."""
    title = title or title_of(name)
    made = IconButton(side, side, size)
    made.setObjectName(name)
    made.setAccessibleName(title)
    made.setToolTip(title)
    made.setIcon(icon(drawing))
    made.setProperty("kind", "icon")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if on_click is not None:
        made.clicked.connect(on_click)
    return made


class Choice(QComboBox):
    """A combo box with the arrow of the theme."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_icon(self, "chevron-down", 16, 16)


class _Arrows(_SpinBox):
    """The look of a spin box with the arrows of the theme."""

    LEFT, RIGHT = 13, 24
    """Pixels beside the number, at a text size of 100 %; the style would leave none."""

    def sizeHint(self) -> QSize:
        height = round(FIELD * text_scale(QApplication.font()))
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_edit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._place_edit()

    def _place_edit(self) -> None:
        left, right = grown(self.LEFT, self), grown(self.RIGHT, self)
        room = self.rect().adjusted(left, 2, -right, -2)
        self.lineEdit().setGeometry(room)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_icon(self, "chevrons-up-down", 14, 14)


class Number(_Arrows, QSpinBox):
    """A field for a whole number."""


class Decimal(_Arrows, QDoubleSpinBox):
    """A field for a number with decimals."""


def draw_icon(widget: QWidget, name: str, right: int, side: int) -> None:
    """Draw an icon on a field, in the middle of its height.

    `right`: the distance of its middle from the right edge, in pixels at a text size of 100 %.
    `side`: its side, likewise.
    """
    theme, x, side = current_theme(), widget.width() - grown(right, widget), grown(side, widget)
    colour = theme.text_2 if widget.isEnabled() else theme.control
    painter = QPainter(widget)
    pixmap = icon_pixmap(name, side, colour, widget.devicePixelRatioF())
    painter.drawPixmap(QPointF(x - side / 2, (widget.height() - side) / 2), pixmap)
    painter.end()


class Stepper(Number):
    """A number between two buttons, each at an end of the field.

    A step counts at once, what is typed when Enter is pressed or the field is left.

    `less`, `more`: the icons of the buttons.
    """

    LEFT, RIGHT = 32, 32

    def __init__(self, less: str = "minus", more: str = "plus") -> None:
        super().__init__()
        self.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setKeyboardTracking(False)
        self.setProperty("kind", "stepper" if less == "minus" else "choice")
        self._minus, self._plus = (self._button(*each) for each in ((less, -1), (more, 1)))

    def _button(self, drawing: str, step: int) -> QToolButton:
        tip = tr("One less") if step < 0 else tr("One more")
        made = icon_button("", drawing, tip, side=28, size=16)
        made.setParent(self)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setAutoRepeat(True)
        made.clicked.connect(lambda: self.stepBy(step))
        return made

    def setObjectName(self, name: str) -> None:
        super().setObjectName(name)
        self._minus.setObjectName(f"{name}.less")
        self._plus.setObjectName(f"{name}.more")

    def paintEvent(self, event: QPaintEvent) -> None:
        QSpinBox.paintEvent(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = self._minus.width()
        top = (self.height() - side) // 2
        self._minus.move(2, top)
        self._plus.move(self.width() - side - 2, top)


class Switch(NeverSmaller, QCheckBox):
    """A check box that is drawn as a switch, its text at the left."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 52, max(32, metrics.height() + 8))

    def hitButton(self, place: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        painter = smooth_painter(self)
        width, height = 36 * scale, 20 * scale
        track = QRectF(self.width() - width, (self.height() - height) / 2, width, height)
        painter.setPen(QColor(theme.text if self.isEnabled() else theme.control))
        words = self.rect().adjusted(0, 0, -round(width) - 8, 0)
        painter.drawText(words, MIDDLE_LEFT, self.text())
        on = self.isChecked()
        painter.setPen(QPen(QColor(theme.accent if on else theme.control), 1))
        painter.setBrush(QColor(theme.accent if on else theme.raised))
        inner = track.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inner, height / 2, height / 2)
        radius = height / 2 - 4 * scale
        x = track.right() - height / 2 if on else track.left() + height / 2
        knob = theme.text_2 if self.isEnabled() else theme.control
        fill_with(painter, theme.on_accent if on else knob)
        painter.drawEllipse(QPointF(x, track.center().y()), radius, radius)
        if self.hasFocus():
            draw_outline(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.accent, 6)


class Segments(QFrame):
    """Choices side by side, of which one is chosen.

    `texts`: in English, which the names of the buttons are made of; shown in the language of texts.
    `tips`: their tooltips, if they say more.
    """

    chosen = Signal(int)  # the place of the choice that was clicked

    def __init__(
        self, name: str, title: str, texts: Sequence[str], tips: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        row = horizontal(self, margins=(2, 2, 2, 2), spacing=2)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for place, (text, tip) in enumerate(zip_longest(texts, tips, fillvalue="")):
            button, shown = QToolButton(), tr(text)
            button.setText(shown)
            button.setObjectName(f"{name}.{text.lower().replace(' ', '_')}")
            button.setAccessibleName(shown)
            set_tip(button, tip or f"{title}: {shown}")
            button.setCheckable(True)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, place)
            row.addWidget(button, 1)
        self._group.idClicked.connect(self.chosen)
        self.setProperty("role", "segments")

    @property
    def place(self) -> int:
        """The place of the choice that is chosen, -1 without one."""
        return self._group.checkedId()

    def show_place(self, place: int) -> None:
        """Show a choice as chosen, without a signal."""
        self._group.button(place).setChecked(True)

    def button(self, place: int) -> QAbstractButton:
        return self._group.button(place)


class Disclosure(GrowsWithText, QWidget):
    """A row with an arrow that shows and hides what is rarely needed."""

    toggled = Signal(bool)

    def __init__(self, name: str, body: QWidget) -> None:
        super().__init__()
        self.row, title = QToolButton(), title_of(name)
        self.row.setObjectName(name)
        self.row.setAccessibleName(title)
        set_tip(self.row, tip_in_table(name) or tr("Show or hide: {title}", title=title))
        self.row.setText(title)
        self.row.setCheckable(True)
        self.row.setIcon(icon("chevron-right", chosen="text_2"))
        self.row.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.row.setStyleSheet("padding: 0; background: transparent;")
        self.row.setProperty("kind", "disclosure")
        self.body = body
        vertical(self, self.row, body, spacing=8)
        body.hide()
        self._grow()
        self.row.toggled.connect(self._show)

    def _grow(self) -> None:
        self.row.setIconSize(icon_size(16, self))

    def _show(self, opened: bool) -> None:
        self.row.setIcon(icon("chevron-down" if opened else "chevron-right", chosen="text_2"))
        self.body.setVisible(opened)
        self.toggled.emit(opened)
