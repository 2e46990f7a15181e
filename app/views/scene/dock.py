"""The dock below the scene: fit, turntable, explode, clip and free cells."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QToolButton, QVBoxLayout, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.view.view_state import LARGEST_GAP

from ...document.document import Document
from ...widgets.icons import icon_pixmap
from ...widgets.painting import KeptPainting
from ...widgets.theme import current_theme, font, text_scale
from ...widgets.widgets import named
from .floating import DOCK, SHADOW, Plate

HEIGHT, BUTTON, NARROW, ICON = 40, 32, 36, 16
PADDING, BETWEEN = 12, 7
APART, NARROW_APART = 4, 2
GAP_STEPS = 10
"""The steps of the gap in a cell."""
FIRST_GAP = 1.0
"""The gap in cells with which layers are first pulled apart."""
LINGER = 2500
"""Milliseconds that the slider stays when nothing is done with it."""

BUTTONS: dict[str, tuple[str, str, str, str]] = {
    "fit": (
        "maximize",
        tr_later("Fit"),
        tr_later("Fit the whole board into the scene"),
        "view.reset",
    ),
    "turntable": (
        "rotate-3d",
        tr_later("Turntable"),
        tr_later("Turn the board by itself, until it is dragged"),
        "view.turntable",
    ),
    "explode": (
        "unfold-vertical",
        tr_later("Explode"),
        tr_later("Pull the layers apart, to look between them"),
        "view.explode",
    ),
    "clip": (
        "scissors",
        tr_later("Clip"),
        tr_later("Draw only some layers, by handles on the ruler"),
        "view.clip",
    ),
    "free": (
        "circle-dot-dashed",
        tr_later("Free cells"),
        tr_later("Mark the cells that are free"),
        "view.free",
    ),
}
"""For each button its drawing, its word, its tooltip and the action that does the same."""
FLAT = ("fit", "turntable", "free")
"""What a flat board offers."""


class DockButton(QToolButton):
    """An icon and a word; the icon alone where there is little room."""

    def __init__(self, name: str) -> None:
        super().__init__()
        drawing, word, tip, _ = BUTTONS[name]
        word = tr(word)
        named(self, f"dock.{name}", word, tr(tip))
        self._drawing = drawing
        self.setText(word)
        self.setCheckable(name != "fit")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.is_narrow = False
        self._kept = KeptPainting()

    def _font(self) -> QFont:
        return font(13 * text_scale(self.font()), QFont.Weight.Medium)

    def sizeHint(self) -> QSize:
        scale = text_scale(self.font())
        if self.is_narrow:
            return QSize(round(NARROW * scale), round(BUTTON * scale))
        words = QFontMetricsF(self._font()).horizontalAdvance(self.text())
        width = words + (2 * PADDING + ICON + BETWEEN) * scale
        return QSize(round(width), round(BUTTON * scale))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        state = self.isChecked(), self.isDown(), self.underMouse(), self.hasFocus()
        self._kept.show(self, self._paint, self.is_narrow, *state)

    def _paint(self, painter: QPainter) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        box = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked() or self.isDown():
            painter.setBrush(QColor(theme.accent_soft))
            painter.drawRoundedRect(box, 6, 6)
        elif self.underMouse():
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(box, 6, 6)
        ink = theme.accent if self.isChecked() else theme.text_2
        side = round(ICON * scale)
        x = (box.width() - side) / 2 if self.is_narrow else PADDING * scale
        mark = icon_pixmap(self._drawing, side, ink, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(x, (box.height() - side) / 2), mark)
        if not self.is_narrow:
            painter.setFont(self._font())
            painter.setPen(QColor(ink))
            words = box.adjusted(x + side + BETWEEN * scale, 0, 0, 0)
            left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(words, left, self.text())
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)


class Dock(Plate):
    """The buttons of the scene; what they toggle is in the view state, but for the turntable."""

    fit_wanted = Signal()
    turntable_wanted = Signal(bool)
    clip_wanted = Signal(bool)  # the handles on the ruler are to be shown, or all layers drawn
    resized = Signal()  # it needs another size

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent, DOCK)
        self.setObjectName("dock")
        self.setAccessibleName(tr("Scene"))
        self._document = document
        self._gap = FIRST_GAP
        self._is_clipping = False
        self.buttons = {name: DockButton(name) for name in BUTTONS}
        row = QHBoxLayout(self)
        row.setContentsMargins(SHADOW + 4, SHADOW, SHADOW + 4, SHADOW)
        row.setSpacing(APART)
        for button in self.buttons.values():
            row.addWidget(button)
        self.slider = GapSlider(document, parent)  # rises above the button Explode
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        buttons, document = self.buttons, self._document
        buttons["fit"].clicked.connect(self.fit_wanted)
        buttons["turntable"].toggled.connect(self.turntable_wanted)
        buttons["explode"].clicked.connect(self.set_exploded)
        buttons["clip"].clicked.connect(self.set_clipping)
        buttons["free"].clicked.connect(self.mark_free)
        buttons["explode"].installEventFilter(self)
        document.view_changed.connect(self.refresh)
        document.board_changed.connect(self.refresh)

    # What is shown ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the view state, and the buttons that the board has."""
        view, is_flat = self._document.view, self._document.board.d < 3
        old = self.needs(self.buttons["fit"].is_narrow)
        for name, button in self.buttons.items():
            button.setVisible(not is_flat or name in FLAT)
        self.buttons["explode"].setChecked(view.gap > 0)
        self.buttons["clip"].setChecked(self._is_clipping or bool(view.clip))
        self.buttons["free"].setChecked(view.free)
        if view.gap > 0:
            self._gap = view.gap
        else:
            self.slider.hide()
        if self.needs(self.buttons["fit"].is_narrow) != old:
            self.resized.emit()

    def needs(self, is_narrow: bool) -> QSize:
        """Return the size of the plate, with words or with icons alone."""
        for button in self.buttons.values():
            button.is_narrow = is_narrow
        shown = [button for button in self.buttons.values() if not button.isHidden()]
        scale = text_scale(self.font())
        layout = self.layout()
        assert layout is not None
        apart = NARROW_APART if is_narrow else APART
        layout.setSpacing(apart)
        width = sum(button.sizeHint().width() for button in shown) + apart * (len(shown) - 1) + 8
        return QSize(width, round((HEIGHT - BUTTON) + BUTTON * scale))

    def place(self, rect: QRect) -> None:
        super().place(rect)
        for button in self.buttons.values():
            button.updateGeometry()
            button.setFixedSize(button.sizeHint())
        self._place_slider()

    def _place_slider(self) -> None:
        plate, button = self.plate_in_parent, self.buttons["explode"]
        centre = button.mapTo(self._below, button.rect().center()).x()
        self.slider.rise(centre, plate.top() - 8)

    # What is done ----------------------------------------------------------------------------

    def set_exploded(self, on: bool) -> None:
        """Pull the layers apart as they were last, or put them together."""
        view = self._document.view
        self._document.set_view(replace(view, gap=self._gap if on else 0.0))
        self.refresh()
        self.slider.setVisible(on and self._document.board.d > 2)
        if on:
            self._place_slider()
            self.slider.linger()

    def set_clipping(self, on: bool) -> None:
        """Show the handles on the ruler; without them all layers are drawn."""
        self._is_clipping = on and self._document.board.d > 2
        if not on and self._document.view.clip:
            self._document.set_view(replace(self._document.view, clip={}))
        self.refresh()
        self.clip_wanted.emit(self.is_clipping)
        if self._is_clipping:
            self._document.report(tr("Drag the two handles on the ruler to see only some layers"))

    @property
    def is_clipping(self) -> bool:
        """Whether the handles are shown."""
        return self._document.board.d > 2 and (self._is_clipping or bool(self._document.view.clip))

    def mark_free(self, on: bool) -> None:
        self._document.set_view(replace(self._document.view, free=on))

    def stop_turning(self) -> None:
        self.buttons["turntable"].setChecked(False)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Show the slider again while the pointer is over its button."""
        if isinstance(event, QEnterEvent) and self._document.view.gap > 0:
            self.slider.show()
            self.slider.linger()
        return False


class GapSlider(Plate):
    """The gap between the layers, on a plate that rises above its button."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent, DOCK)
        self.setObjectName("dock.gap_plate")
        self._document = document
        self._slider = named(QSlider(Qt.Orientation.Vertical), "dock.gap")
        self._slider.setRange(0, round(LARGEST_GAP * GAP_STEPS))
        self._slider.setPageStep(5)
        self._slider.valueChanged.connect(self._on_value)
        column = QVBoxLayout(self)
        column.setContentsMargins(SHADOW + 8, SHADOW + 10, SHADOW + 8, SHADOW + 10)
        column.addWidget(self._slider)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(LINGER)
        self._clock.timeout.connect(self._leave)
        document.view_changed.connect(self._show_gap)
        self.hide()
        self._show_gap()

    def rise(self, centre: int, bottom: int) -> None:
        """Stand above a button."""
        self.place(QRect(centre - 20, bottom - 150, 40, 150))
        self.raise_()

    def linger(self) -> None:
        """Stay for a while."""
        self.raise_()
        self._clock.start()

    def _leave(self) -> None:
        if self.underMouse() or self._slider.hasFocus() or self._slider.isSliderDown():
            self._clock.start()
        else:
            self.hide()

    def hideEvent(self, event: object) -> None:
        self._clock.stop()

    def _show_gap(self) -> None:
        self._slider.blockSignals(True)
        self._slider.setValue(round(self._document.view.gap * GAP_STEPS))
        self._slider.blockSignals(False)

    def _on_value(self, steps: int) -> None:
        gap = max(steps, 1) / GAP_STEPS
        self._document.set_view(replace(self._document.view, gap=gap))
        self.linger()
