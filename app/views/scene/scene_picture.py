"""The pixels of the scene: a picture of the board, and over it one of what follows the pointer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from nqviz.core.errors import InputError
from nqviz.rendering.scene import (
    PixelBox,
    Pixels,
    begin_front,
    begin_picture,
    check_opengl,
    draws_in_software,
    front_pixels,
    open_offscreen,
    part_from_below,
    smooth_front_pixels,
)
from nqviz.view.palette import LIGHT, Theme, rgb

from .backdrop import PREMULTIPLIED, Backdrop

SOFT = 2
"""How many pixels beyond an edge are changed where it is made smooth."""

MEANWHILE = 20
"""Milliseconds in which OpenGL draws while the event loop turns."""

CORNER = 0.01
"""The share of the picture, each way, that is drawn where only the drawing itself is wanted."""

_Mode = QPainter.CompositionMode
_READ = QImage.Format.Format_RGBA8888_Premultiplied


class ScenePicture:
    """What an offscreen renderer draws, kept until it changes.

    The picture of the board is drawn only when the board, its options or the camera have changed.
    What follows the pointer is a small picture of its own, hidden by what stands before it, so
    that a movement of the mouse costs next to nothing however much is on the board. Pictures are
    drawn again into the memory of the ones before: to get new memory takes longer than to compose
    them.
    """

    def __init__(self) -> None:
        # What is drawn.
        self.offscreen = open_offscreen((400, 400), transparent=True, with_front=True)
        # Return what the board and what follows the pointer take of it, as `BoardScene` does.
        self.board_box: Callable[[], PixelBox | None] = self._whole
        self.front_box: Callable[[], PixelBox | None] = lambda: None
        # What of the next picture differs from the last one, None where that is not known, and
        # what draws such a part alone.
        self.changed_box: Callable[[], PixelBox | None] = lambda: None
        self.drawing: Callable[[PixelBox | None], AbstractContextManager[None]] = _draws_all
        self.problem = ""  # why nothing can be drawn; empty where everything can
        # How long the last picture of the board with smooth edges took to draw.
        self.smooth_seconds = 0.0
        self._ratio = 1.0
        self._drawn = QRect()  # what the board took of the last picture
        self._unread = QRect()  # what of the last picture has been drawn, and not read yet
        self._board, self._backdrop = QImage(), Backdrop(QSize(), LIGHT)
        self._is_on_black = False  # how the board was drawn last; see `_draw_board`
        self._pixels: Pixels = np.zeros((1, 1, 4), np.uint8)
        self._is_front_smooth = False
        self._front: tuple[QPoint, QImage] | None = None
        self.theme = LIGHT
        self._is_open = self._is_awaited = False
        self._is_board_stale = self._is_front_stale = True
        self._is_all_stale = True  # more than `changed_box` says

    # What has changed --------------------------------------------------------------------------

    def change(self) -> QRect:
        """Draw everything anew when it is asked for next, and return where that changes pixels.

        In pixels from the upper left.
        """
        self._is_all_stale = True
        return self.change_board()

    def change_board(self) -> QRect:
        """Draw anew what of the board has changed, and return where, as `change` does."""
        self._is_board_stale = self.offscreen.render_window is not None
        part = self._part()
        board = self._changed()[0] if part is None else self._rect(part)
        return board.united(self.change_front())

    def change_front(self) -> QRect:
        """Draw what follows the pointer anew, and return where, as `change` does."""
        self._is_front_stale = self.offscreen.render_window is not None
        return self._front_rect().united(self._rect(self.front_box()))

    def set_smooth(self, board: bool, front: bool) -> tuple[bool, bool]:
        """Choose whose edges are smooth, and return whether that has changed for each."""
        before = self.is_smooth
        self.offscreen.renderer.SetUseFXAA(board)
        self._is_front_smooth = front
        return board != before[0], front != before[1]

    @property
    def is_smooth(self) -> tuple[bool, bool]:
        """Whether edges of the board, and of what follows the pointer, are drawn smooth."""
        return bool(self.offscreen.renderer.GetUseFXAA()), self._is_front_smooth

    def set_theme(self, theme: Theme) -> None:
        """Draw the background of a theme from the next picture on."""
        self.theme = theme
        self._backdrop = Backdrop(QSize(), theme)

    def begin(self) -> None:
        """Begin to draw the board: without a graphics card by threads, while others are painted."""
        is_wanted = self._is_open and self._is_board_stale and self._unread.isEmpty()
        if is_wanted and not self.is_smooth[0]:
            self._draw_board()

    def wait(self) -> bool:
        """Draw what has changed of the board by `step`; return whether there is a picture so far.

        Until the last step that one is painted, in the middle of another size.
        """
        self._is_awaited = self._is_open
        return self._is_awaited

    def step(self) -> int | None:
        """Draw the board, or read what was drawn; return after how many milliseconds to go on.

        None after the last step. OpenGL draws between two steps, without a graphics card by threads
        that a search delays.
        """
        if not self._unread.isEmpty():
            self._read()
        elif self._is_board_stale:
            self._draw_board()
            return MEANWHILE
        self._is_awaited = self._is_board_stale
        return 0 if self._is_awaited else None

    def resize(self, size: QSize, ratio: float) -> bool:
        """Draw another size, in pixels of which a logical one has a number; False once closed."""
        window = self.offscreen.render_window
        if window is None:
            return False
        self._ratio = ratio
        self._unread = QRect()
        window.SetSize(max(size.width(), 1), max(size.height(), 1))
        return True

    def compile(self) -> bool:
        """Make OpenGL compile what the scene is drawn with now, without a new picture.

        Returns whether there is OpenGL.
        """
        window, renderer = self.offscreen.render_window, self.offscreen.renderer
        if window is None or not self._is_open or not self._unread.isEmpty():
            return False
        smooth = self.is_smooth
        self.set_smooth(False, False)
        renderer.SetViewport(0.0, 0.0, CORNER, CORNER)  # what is seen elsewhere stays
        window.Render()
        renderer.SetViewport(0.0, 0.0, 1.0, 1.0)
        self.set_smooth(*smooth)
        return True

    def close(self) -> None:
        """Release all VTK objects; the last picture stays."""
        self._is_board_stale = self._is_front_stale = self._is_awaited = False
        self._unread = QRect()
        self.offscreen.close()

    @property
    def draws_in_software(self) -> bool:
        """Whether no graphics card draws, as far as that is known."""
        window = self.offscreen.render_window
        return self._is_open and window is not None and draws_in_software(window)

    # Drawing -----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Paint all of it, where it has been drawn."""
        painter.save()
        painter.scale(1 / self._ratio, 1 / self._ratio)  # the images have pixels of the screen
        if not self._is_awaited:
            self._draw()
        elif self._board.size() != QSize(*self._size()):
            place = QRect(0, 0, *self._size())
            painter.fillRect(place, QColor(self.theme.canvas))
            painter.translate(place.center() - self._board.rect().center())
        painter.setCompositionMode(_Mode.CompositionMode_Source)
        painter.drawImage(0, 0, self._board)
        painter.setCompositionMode(_Mode.CompositionMode_SourceOver)
        if self._front is not None:
            painter.drawImage(*self._front)
        painter.restore()

    def image(self) -> QImage:
        self._draw()
        whole = self._board.copy()
        if self._front is not None and not whole.isNull():
            painter = QPainter(whole)
            painter.drawImage(*self._front)
            painter.end()
        whole.setDevicePixelRatio(self._ratio)
        return whole

    def _draw(self) -> None:
        """Draw what has changed."""
        if not self._is_open and self._is_board_stale:
            try:
                check_opengl(self.offscreen)
            except InputError as error:
                self.problem = str(error)
                self._is_board_stale = self._is_front_stale = False
                return
            self._is_open = True
        if self._is_board_stale:
            began = perf_counter()
            self._draw_board()
            self._read()
            if self.is_smooth[0]:
                self.smooth_seconds = perf_counter() - began
        changed, box = self._fetch(), self.front_box() if self._is_front_stale else None
        if box is not None:
            begin_front(self.offscreen)
        self._compose(changed)  # meanwhile
        if self._is_front_stale:
            self._is_front_stale = False
            self._front = None if box is None else self._drawn_front(box)

    def _draw_board(self) -> None:
        """Draw the board, or a part of it; `_read` reads where it is and where it was.

        What is drawn on black is laid over the background in one step; smooth edges take in about
        its colour.
        """
        self._is_board_stale = False
        if self._is_on_black == self.is_smooth[0]:
            self._read()  # what was drawn on the other
            self._is_on_black = not self._is_on_black
        ground = (0, 0, 0) if self._is_on_black else rgb(self.theme.canvas)
        self.offscreen.renderer.SetBackground(*(value / 255 for value in ground))
        part = self._part()
        if part is None:
            changed, self._drawn = self._changed()
        else:
            changed = self._rect(part)
            self._drawn |= changed
        with self.drawing(part):
            begin_picture(self.offscreen)
        self._is_all_stale = False
        self._unread |= changed

    def _read(self) -> None:
        """Read what has been drawn of the board and put it over the background."""
        self._compose(self._fetch())

    def _fetch(self) -> QRect:
        """Read what has been drawn of the board, and return where that is."""
        changed, self._unread = self._unread, QRect()
        if changed.isEmpty():
            return changed
        self._keep_sizes(*self._size())
        rows = slice(changed.top(), changed.bottom() + 1)
        columns = slice(changed.left(), changed.right() + 1)
        height = len(self._pixels)
        box = columns.start, height - rows.stop, columns.stop, height - rows.start
        self._pixels[rows, columns] = part_from_below(self.offscreen, box)[::-1]
        return changed

    def _compose(self, part: QRect) -> None:
        """Put a part of what has been read over the background."""
        if not part.isEmpty():
            drawn = _as_image(self._pixels)
            self._backdrop.put_under(drawn, self._is_on_black, self._board, QPoint(), part)

    def _keep_sizes(self, width: int, height: int) -> None:
        """Replace the images of the whole picture if it has another size, or another theme."""
        size = QSize(width, height)
        if self._board.size() != size:
            self._board = QImage(size, QImage.Format.Format_RGB32)
            self._pixels = np.zeros((height, width, 4), np.uint8)
        if self._backdrop.size != size:
            self._backdrop = Backdrop(size, self.theme)

    def _drawn_front(self, box: PixelBox) -> tuple[QPoint, QImage]:
        """Return what `begin_front` has drawn, and where it lies.

        Smooth edges take in what is behind them: there the image has the pixels of both.
        """
        rect, pixels = self._rect(box), front_pixels(self.offscreen, box)
        if not self._is_front_smooth:
            return rect.topLeft(), _as_image(pixels).convertToFormat(PREMULTIPLIED)
        touched = _widened(pixels[..., 3] > 0)
        below = self._pixels[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]
        pixels = smooth_front_pixels(self.offscreen, box, below)
        image = QImage(rect.size(), PREMULTIPLIED)
        self._backdrop.put_under(_as_image(pixels), False, image, rect.topLeft(), rect)
        values = np.frombuffer(image.bits(), np.uint32).reshape(image.height(), -1)
        values[~touched] = 0
        return rect.topLeft(), image

    def _size(self) -> tuple[int, int]:
        """Return the width and the height of the picture; (0, 0) once closed."""
        window = self.offscreen.render_window
        return (0, 0) if window is None else window.GetSize()

    def _whole(self) -> PixelBox:
        return 0, 0, *self._size()

    def _rect(self, box: PixelBox | None) -> QRect:
        """Return a part of the picture from the upper left; an empty one for none."""
        if box is None:
            return QRect()
        left, low, right, high = box
        return QRect(left, self._size()[1] - high, right - left, high - low)

    def _changed(self) -> tuple[QRect, QRect]:
        """Return where the next picture of the board differs from the last one, and where it is."""
        rect = self._rect(self.board_box())
        if self._backdrop.size != QSize(*self._size()):
            return self._rect(self._whole()), rect
        return self._drawn.united(rect), rect

    def _part(self) -> PixelBox | None:
        """Return the part to which the next picture of the board is limited; None for all of it."""
        is_whole = self._is_all_stale or self.is_smooth[0]
        return None if is_whole or self._backdrop.size.isEmpty() else self.changed_box()

    def _front_rect(self) -> QRect:
        if self._front is None:
            return QRect()
        place, image = self._front
        return QRect(place, image.size())


def _draws_all(_part: PixelBox | None) -> AbstractContextManager[None]:
    return nullcontext()


def _as_image(pixels: Pixels) -> QImage:
    """Return an image that shares the memory of the pixels."""
    height, width, _ = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, _READ)


def _widened(touched: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Add to the pixels that are drawn on, shape (height, width), those within `SOFT` of them."""
    for axis in (0, 1):
        low, high = [slice(None)] * 2, [slice(None)] * 2
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        for _ in range(SOFT):
            wider = touched.copy()
            wider[tuple(low)] |= touched[tuple(high)]
            wider[tuple(high)] |= touched[tuple(low)]
            touched = wider
    return touched
