"""Motion: how long things take to move, and no motion at all where it is not wanted."""

from __future__ import annotations

import os

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QApplication, QStyle

DRAWER, CAMERA = 160, 200
"""Milliseconds that a drawer and the camera take to move."""
_REDUCED = "motion_is_reduced"
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
