"""Rows of a list in a drawer: an icon, a name, and a line about it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from .icons import icon_pixmap
from .painting import draw_outline, fill_with, smooth_painter, write_in
from .theme import current_theme, font, text_scale
from .wrapped_tips import set_tip

RADIUS = 8
USUAL_WIDTH = 280
_LEFT, _TEXT, _RIGHT = 11, 40, 8
_ABOVE = 5
_SIDE = 16
_WRAP = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


class IconRow(QAbstractButton):
    """A button of two lines beside an icon; a checked one has the colours of a choice.

    `name`, `title`: the object name, and the first line.
    `drawing`: the icon.
    `text`: the second line; it wraps.
    """

    def __init__(self, name: str, drawing: str, title: str, text: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self._drawing, self._is_link = drawing, False
        self.description = text
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def describe(self, title: str, text: str, tip: str = "", *, is_link: bool = False) -> None:
        """Show other lines; the second one has the colour of a link if a click leads elsewhere."""
        set_tip(self, tip)
        if (title, text, is_link) == (self.text(), self.description, self._is_link):
            return
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.description, self._is_link = text, is_link
        self.updateGeometry()
        self.update()

    # Size --------------------------------------------------------------------------------------

    def _boxes(self, width: int) -> tuple[QRect, QRect]:
        """Return the rectangles of the two lines in a row of a width."""
        scale = text_scale(self.font())
        left, room = round(_TEXT * scale), max(40, width - round((_TEXT + _RIGHT) * scale))
        upper = _height(self.text(), room, scale, bold=True)
        lower = _height(self.description, room, scale)
        return QRect(left, _ABOVE, room, upper), QRect(left, _ABOVE + upper, room, lower)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._boxes(width)[1].bottom() + 1 + _ABOVE

    def sizeHint(self) -> QSize:
        width = round(USUAL_WIDTH * text_scale(self.font()))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # Painting ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        painter = smooth_painter(self)
        whole = QRectF(self.rect())
        ground = theme.accent_soft if self.isChecked() else theme.raised
        if self.isChecked() or self.isDown() or (self.underMouse() and self.isEnabled()):
            fill_with(painter, ground)
            painter.drawRoundedRect(whole, RADIUS, RADIUS)
        if self.hasFocus():
            draw_outline(painter, whole.adjusted(1, 1, -1, -1), theme.accent, RADIUS - 1)
        side = round(_SIDE * scale)
        tint = theme.accent if self.isChecked() else theme.text_2
        mark = icon_pixmap(
            self._drawing, side, tint if self.isEnabled() else theme.control,
            self.devicePixelRatioF(),
        )  # fmt: skip
        painter.drawPixmap(QPointF(_LEFT * scale, (self.height() - side) / 2), mark)
        above, below = self._boxes(self.width())
        inks = (theme.text, theme.accent if self._is_link else theme.text_2)
        for box, words, face, ink in zip(
            (above, below), (self.text(), self.description), _fonts(scale), inks, strict=True
        ):
            write_in(painter, face, ink if self.isEnabled() else theme.control)
            painter.drawText(box, _WRAP | int(Qt.AlignmentFlag.AlignVCenter), words)


def _fonts(scale: float) -> tuple[QFont, QFont]:
    """Return the fonts of the two lines."""
    return font(13 * scale, QFont.Weight.DemiBold), font(13 * scale)


@lru_cache(maxsize=512)  # a layout asks for it a dozen times
def _height(words: str, room: int, scale: float, *, bold: bool = False) -> int:
    """Return the height of a line that wraps in a room; 0 without words."""
    metrics = QFontMetrics(_fonts(scale)[0 if bold else 1])
    height = metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAP, words).height()
    return max(height, round(17 * scale)) if words else 0
