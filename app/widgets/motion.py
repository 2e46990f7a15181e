"""Motion: how long things take to move, no motion where it is not wanted, and one speed."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QEvent,
    QObject,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from nqviz.core.language import tr_later

from .timing import single_shot

DRAWER, CAMERA = 160, 200
"""Milliseconds that a drawer and the camera take to move."""
RESIZED = 100
"""Milliseconds after a drawer's movement by which the scene beside it is drawn in its new size."""
NEXT_LOOK = 20
"""Milliseconds until a late movement, or a picture that is late, is looked at again."""
LOOKS = 10
"""How often a picture that is late is looked at before it is waited for no longer."""
_REDUCED = "motion_is_reduced"
_DRAWS = "a_picture_is_drawn"
_SWITCH = "NQVIZ_REDUCED_MOTION"


def reduce_motion(reduced: bool) -> None:
    """Choose whether nothing moves by itself; without a choice the system decides."""
    application = QApplication.instance()
    if application is not None:
        application.setProperty(_REDUCED, reduced)


def duration(milliseconds: int) -> int:
    """Return how long a movement takes, in milliseconds: 0 where motion is reduced."""
    application = QApplication.instance()
    if not isinstance(application, QApplication) or os.environ.get(_SWITCH):
        return 0
    animates = application.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
    return 0 if application.property(_REDUCED) or not animates else milliseconds


def animation(parent: QObject, milliseconds: int) -> QVariantAnimation:
    """Return an animation from 0.0 to 1.0 that slows down at its end."""
    made = QVariantAnimation(parent)
    made.setStartValue(0.0)
    made.setEndValue(1.0)
    made.setDuration(duration(milliseconds))
    made.setEasingCurve(QEasingCurve.Type.OutCubic)
    return made


def is_running(each: QAbstractAnimation) -> bool:
    """Return whether an animation is under way."""
    return each.state() == QAbstractAnimation.State.Running


def note_drawing(widget: QWidget, draws: bool) -> None:
    """Note whether a picture is drawn between turns of the event loop for a window of a widget."""
    widget.window().setProperty(_DRAWS, draws)


def is_drawing(widget: QWidget) -> bool:
    """Return whether OpenGL draws a picture of the window now, as `note_drawing` was told."""
    return bool(widget.window().property(_DRAWS))


def beside_drawing(widget: QWidget, call: Callable[[], object]) -> QTimer:
    """Return a timer that calls once, in a turn of the event loop that no such picture takes.

    Where one follows another, as while the board is turned, it waits for `LOOKS` looks only.
    """
    looks = 0

    def come() -> None:
        nonlocal looks
        looks += 1
        if looks < LOOKS and is_drawing(widget):
            timer.start(NEXT_LOOK)
        else:
            looks = 0
            call()

    timer = single_shot(widget, come)
    return timer


class Entrance(QObject):
    """The time for which a drawer slides into sight, after a widget in it is shown.

    It ends when the scene has been drawn beside the drawer; there is none where motion is reduced.

    Signals
    -------
    ended()
        It is over.
    """

    ended = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._timer = single_shot(self, self._on_time)
        widget.installEventFilter(self)

    @property
    def is_over(self) -> bool:
        """Whether nothing moves any more."""
        return not self._timer.isActive()

    def when_over(self, call: Callable[[], object]) -> None:
        """Call once nothing moves any more, which may be at once."""
        if self.is_over:
            call()
        else:
            self.ended.connect(call, Qt.ConnectionType.SingleShotConnection)

    def _on_time(self) -> None:
        """End it once nothing is late: a busy machine moves and draws later."""
        if self._moves() or is_drawing(self._widget):
            self._timer.start(NEXT_LOOK)
        else:
            self.ended.emit()

    def _moves(self) -> bool:
        """Return whether what holds the widget moves."""
        above, direct = self._widget.parentWidget(), Qt.FindChildOption.FindDirectChildrenOnly
        while above is not None:
            if any(map(is_running, above.findChildren(QVariantAnimation, options=direct))):
                return True
            above = above.parentWidget()
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin when the widget is shown."""
        time = duration(DRAWER)
        if event.type() == QEvent.Type.Show and time:
            self._timer.start(time + RESIZED)
        return False


SPEEDS = (
    (tr_later("Slow"), 0.5),
    (tr_later("Normal"), 1.0),
    (tr_later("Fast"), 3.0),
    (tr_later("Very fast"), 12.0),
)
"""The speeds that a player of steps offers, beside the usual one."""

_percent = 100


def set_animation_speed(percent: int) -> None:
    """Choose the pace, in percent of the usual one, from now on."""
    global _percent  # noqa: PLW0603 -- as the theme, it is one for all windows
    _percent = percent


def at_animation_speed(speed: float) -> float:
    """Return the speed of something at the chosen pace."""
    return speed * _percent / 100


def pause(milliseconds: int) -> int:
    """Return the time between two steps at the chosen pace."""
    return max(1, round(milliseconds * 100 / _percent))
