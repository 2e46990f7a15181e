"""A preview of the export, drawn in a process of its own."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.rendering.export import Figure, Previews
from nqviz.run.context import RunContext
from nqviz.run.processes import processes_allowed
from nqviz.view.palette import Theme, mix

from ..widgets.timing import single_shot
from ..widgets.widgets import named

REST = 300
"""Milliseconds without a new choice before one is drawn."""
SIZE = QSize(393, 267)
"""The size of the picture, which does not grow with the text."""
SQUARE = 8
"""The side of the squares of the checkerboard behind transparent parts, in pixels."""
FADED = 0.35
"""How strong a picture is that is no longer what was chosen."""

Describe = Callable[[], Figure]
"""Returns what is to be exported, whole; it may take long and runs beside the window."""


class _Wishes:
    """The newest wish; it is drawn in a thread that ends by itself once it is closed."""

    def __init__(self, deliver: Callable[[int, object], None]) -> None:
        self._deliver = deliver
        self._closed = threading.Event()
        self._changed = threading.Condition()
        self._newest: tuple[int, Describe, tuple[int, int]] | None = None
        self.thread = threading.Thread(target=self._run, name="previews", daemon=True)
        self.thread.start()

    def put(self, number: int, describe: Describe, most: tuple[int, int]) -> None:
        """Request a preview; it replaces one that has not been started."""
        with self._changed:
            self._newest = number, describe, most
            self._changed.notify()

    def close(self) -> None:
        """End whatever is drawn."""
        self._closed.set()
        with self._changed:
            self._changed.notify()

    def _run(self) -> None:
        with Previews(RunContext(stop=self._closed)) as previews:
            while (wish := self._next()) is not None:
                number, describe, most = wish
                drawn = self._draw(previews, describe, most)
                with self._changed:  # after `close` nobody may be there any more
                    if not self._closed.is_set():
                        self._deliver(number, drawn)

    def _draw(self, previews: Previews, describe: Describe, most: tuple[int, int]) -> QImage | str:
        """Return the preview, or one line that says why there is none."""
        try:
            drawn = previews.draw(describe(), most, lambda: self._newest is not None)
            image = QImage.fromData(drawn)
        except (InputError, OSError) as error:
            return str(error)
        except MemoryError:
            return tr("there is not enough memory for it")
        except Exception as error:  # noqa: BLE001 - whatever fails is reported, and the next one drawn
            traceback.print_exc()
            fault = " ".join(f"{type(error).__name__}: {error}".split())
            return tr("drawing it failed: {fault}", fault=fault)
        return tr("it is not an image") if image.isNull() else image

    def _next(self) -> tuple[int, Describe, tuple[int, int]] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._newest or self._closed.is_set())
            wish, self._newest = self._newest, None
        return None if self._closed.is_set() else wish


class ExportPreview(QWidget):
    """A frame of one size with the picture in it, or words where there is none.

    `theme`: the colours of the frame.
    """

    _arrived = Signal(int, object)  # from the thread: which wish, and an image or words

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        tip = tr("What the export will look like; a checkerboard marks transparency")
        named(self, "export.preview", tip=tip)
        self._theme = theme
        self.image = QImage()  # the picture that is shown; null without one
        self.words = ""  # the text in its place
        self.is_waiting = False  # whether a requested preview is not there yet
        self._number = 0
        self._wishes: _Wishes | None = None
        self._describe: Describe | None = None
        self._timer = single_shot(self, self._send, REST)
        self._arrived.connect(self._show)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return SIZE

    def wish(self, describe: Describe | None, what: str) -> None:
        """Ask for a picture, or for none; it comes when nothing else is wished for some time.

        `what`: what it shows, in words.
        """
        self.setAccessibleDescription(what)
        self._number += 1
        self._describe = describe
        is_possible = describe is not None and processes_allowed()
        self.is_waiting = is_possible
        if not is_possible:
            self._timer.stop()
            self.image, self.words = QImage(), tr("No preview")
        elif self.image.isNull():
            self.words = tr("Drawing a preview …")
        if is_possible and self._wishes is None:  # it takes a while to begin
            self._wishes = wishes = _Wishes(self._poke)
            self.destroyed.connect(wishes.close)
            self._send()
        elif is_possible:
            self._timer.start()
        self.update()

    def stop(self) -> None:
        """Draw nothing any more."""
        self._timer.stop()
        if self._wishes is not None:
            self._wishes.close()

    def _send(self) -> None:
        if self._wishes is not None and self._describe is not None:
            size = self._inside().size() * self.devicePixelRatio()
            self._wishes.put(self._number, self._describe, (size.width(), size.height()))

    def _poke(self, number: int, drawn: object) -> None:
        with suppress(RuntimeError):  # the dialog is gone
            self._arrived.emit(number, drawn)

    def _show(self, number: int, drawn: object) -> None:
        if number != self._number:
            return
        self.image = drawn if isinstance(drawn, QImage) else QImage()
        self.words = tr("No preview: {reason}", reason=drawn) if self.image.isNull() else ""
        self.is_waiting = False
        self.update()

    # Painting ------------------------------------------------------------------------------------

    def _inside(self) -> QRect:
        return self.rect().adjusted(1, 1, -1, -1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        inside, theme = self._inside(), self._theme
        painter.fillRect(self.rect(), QColor(theme.lattice))
        painter.fillRect(inside, QColor(theme.panel))
        if self.image.isNull():
            painter.setPen(QColor(theme.text_3))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(inside.adjusted(12, 12, -12, -12), flags, self.words)
            return
        place = self._place(inside)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(FADED if self.is_waiting else 1.0)
        if self.image.hasAlphaChannel():
            self._paint_squares(painter, place)
        painter.drawImage(place, self.image)
        painter.setPen(QColor(theme.lattice))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def _place(self, inside: QRect) -> QRect:
        """Return where the image stands: as large as it fits, and never larger than it is."""
        size = self.image.size() / self.devicePixelRatio()
        if size.width() > inside.width() or size.height() > inside.height():
            size = size.scaled(inside.size(), Qt.AspectRatioMode.KeepAspectRatio)
        size = size.expandedTo(QSize(1, 1))
        place = QRect(QPoint(), size)
        place.moveCenter(inside.center())
        return place

    def _paint_squares(self, painter: QPainter, place: QRect) -> None:
        theme = self._theme
        painter.fillRect(place, QColor(theme.background))
        dark = QColor(mix(theme.background, theme.lattice, 0.6))
        for row, y in enumerate(range(place.top(), place.bottom() + 1, SQUARE)):
            for x in range(place.left() + row % 2 * SQUARE, place.right() + 1, 2 * SQUARE):
                painter.fillRect(QRect(x, y, SQUARE, SQUARE) & place, dark)
