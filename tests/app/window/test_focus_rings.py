"""Whoever uses the keyboard sees where the focus is: a ring around every control, whole."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QSlider, QWidget

from nqviz import Board, Placement
from nqviz_app.widgets.theme import current_theme

from ..window_driver import wait_for_jobs

AROUND = 6
"""Pixels around a control in which its ring may be."""


def pixels(window, place):
    """Return the colours of a part of a window, shape (height, width, 3)."""
    image = window.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.width(), 4)[..., 2::-1].astype(int)


def takes_tab(widget):
    reaches = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return reaches and widget.isVisible() and widget.isEnabled() and "." in widget.objectName()


def without_ring(window, control):
    """Return what is wrong with the ring of a control in words; empty if it has one."""
    control.setFocus(Qt.FocusReason.TabFocusReason)
    scrolled = control.parentWidget()
    while scrolled is not None:
        if isinstance(scrolled, QScrollArea) and control.visibleRegion().isEmpty():
            scrolled.ensureWidgetVisible(control)
        scrolled = scrolled.parentWidget()
    QApplication.processEvents()
    corner = control.mapTo(window, QPoint())
    place = QRect(corner, control.size()).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    place = place.intersected(window.rect())
    if place.isEmpty():
        return "out of sight"
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as Tab itself does
    focused = pixels(window, place)
    control.clearFocus()
    QApplication.processEvents()
    changed = (focused != pixels(window, place)).any(axis=2)
    theme = current_theme()
    colours = np.array([QColor(each).getRgb()[:3] for each in (theme.accent, theme.text)])
    away = np.abs(focused[..., None, :] - colours).max(axis=3).min(axis=2)
    ring = changed & (away < 60)
    if not ring.any():
        return "no ring"
    high, wide = np.ptp(np.argwhere(ring), axis=0) + 1
    if isinstance(control, QSlider):
        return ""  # it is around the handle
    if wide < 0.3 * min(control.width(), 60) or high < 0.3 * min(control.height(), 60):
        return f"only {wide} x {high} of a ring"
    return ""


def rings(window, part):
    """Yield what is wrong with the rings of the controls in a part of a window."""
    for control in filter(takes_tab, part.findChildren(QWidget)):
        wrong = without_ring(window, control)
        if wrong:
            yield f"{control.objectName()} ({type(control).__name__}): {wrong}"


@pytest.fixture
def window(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.resize(1366, 768)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_control_of_the_window_shows_its_focus(window, qtbot, theme):
    window.set_theme(theme)
    wrong = []
    for name in window.drawers.names:
        window.drawers.open(name)
        window.drawers.finish()
        wait_for_jobs(qtbot, window)
        wrong += rings(window, window.drawers.drawer(name))
    window.drawers.close_drawer()
    window.drawers.finish()
    wrong += rings(window, window)
    for name in window.pages.names:
        window.pages.show_page(name)
        wait_for_jobs(qtbot, window)
        wrong += rings(window, window.pages.currentWidget())
    assert not wrong, "\n".join(dict.fromkeys(wrong))


@pytest.mark.parametrize(
    "action",
    ["file.export", "edit.preferences", "file.export_problem", "edit.select_rule", "help.keys"],
)
def test_every_control_of_a_dialog_shows_its_focus(window, qtbot, action):
    window.actions_[action].trigger()
    (dialog,) = [each for each in window.findChildren(QDialog) if each.isVisible()]
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    wrong = list(rings(dialog, dialog))
    dialog.close()
    assert not wrong, "\n".join(wrong)
