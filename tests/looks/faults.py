"""What may not be seen in any window: things that overlap, leave their place or are cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)
from vtkmodules.vtkCommonDataModel import vtkPolyData

from nqviz.rendering.scene.flat_actors import Labels
from nqviz.rendering.scene.screen_labels import ScreenLabels
from nqviz.rendering.scene.texts import TEXT, Texts
from nqviz_app.views.scene.floating import Plate
from nqviz_app.widgets.theme import font

CONTROLS = (QLabel, QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QAbstractSlider)
SLACK = 1
"""Pixels that neighbours may share: those of rounding."""
LINK_EDGES = 8
"""Pixels beside the text of a link, in which its focus is outlined."""
APART = 4
"""Pixels that are at least between a text of the scene and what floats over it."""


def faults(window: Any) -> list[str]:
    """Return what is wrong with what a window shows now, in words; empty where nothing is."""
    found = [*_controls_that_meet(window), *cut_off(window)]
    if window.scene.canvas.isVisible():
        found += _over_the_scene(window)
    return found


# Over the scene ------------------------------------------------------------------------------


def overlays(window: Any) -> dict[str, QRect]:
    """Return the rectangles of what floats over the scene, by their names."""
    canvas = window.scene.canvas
    found = {}
    for name, part in window.scene.overlays.parts.items():
        if part.isVisible():
            inside = part.plate if isinstance(part, Plate) else part.rect()
            found[name] = QRect(part.mapTo(canvas, inside.topLeft()), inside.size())
    return found


def texts(window: Any) -> list[tuple[str, QRectF]]:
    """Return what the scene itself writes, each with its rectangle on the canvas."""
    scene, canvas = window.scene.scene, window.scene.canvas
    ratio = canvas.devicePixelRatioF()
    size = TEXT * scene._text_scale
    written = []
    (group,) = [each for each in scene._groups if isinstance(each, Texts)]
    for labels, weight in (
        (group._numbers, QFont.Weight.Medium),
        (group._letters, QFont.Weight.DemiBold),
        (group._names, QFont.Weight.DemiBold),
        (group._blocks, QFont.Weight.Medium),
    ):
        metrics = QFontMetricsF(font(size, weight))
        for text, x, y in _places(labels, scene):
            box = QRectF(0, 0, metrics.horizontalAdvance(text), metrics.capHeight())
            box.moveCenter(QRectF(x / ratio, canvas.height() - y / ratio, 0, 0).topLeft())
            written.append((text, box))
    return written


def _places(labels: Labels | ScreenLabels, scene: Any) -> Iterator[tuple[str, float, float]]:
    """Return the texts of an actor with the pixels of their middles, from the lower left."""
    if not labels.prop.GetVisibility():
        return
    if isinstance(labels, ScreenLabels):
        for text, (x, y, _) in zip(labels.texts, labels.places.tolist(), strict=True):
            yield text, x, y
        return
    data: vtkPolyData = labels.data
    array = data.GetPointData().GetAbstractArray("text")
    for row in range(data.GetNumberOfPoints()):
        x, y = scene.camera.project([data.GetPoint(row)])[0]
        yield array.GetValue(row), x, y


def _over_the_scene(window: Any) -> Iterator[str]:
    canvas = window.scene.canvas.rect()
    places, written = overlays(window), texts(window)
    for name, place in places.items():
        if not canvas.contains(place):
            yield f"{name} {place} leaves the scene"
    for (name, place), (other, there) in combinations(places.items(), 2):
        if place.intersects(there):
            yield f"{name} and {other} meet"
    for text, box in written:
        if not QRectF(canvas).contains(box):
            yield f"the text {text} of the scene is cut off at {box.center()}"
        around = box.adjusted(-APART, -APART, APART, APART)
        for name, place in places.items():
            if name != "verdict" and around.intersects(QRectF(place)):
                yield f"the text {text} of the scene lies under {name}"
        for words in map(QRectF, _words(window)):
            if around.intersects(words):
                yield f"the text {text} of the scene lies under the verdict"
    for (text, box), (second, beside) in combinations(written, 2):
        if box.intersects(beside):
            yield f"the texts {text} and {second} of the scene meet"


def _words(window: Any) -> list[QRect]:
    """Return the rectangles of the words of the verdict: beside a short one there is room."""
    verdict = window.scene.overlays.verdict
    if not verdict.isVisible():
        return []
    return list(verdict.word_rects)


# Controls ------------------------------------------------------------------------------------


def _seen(window: QWidget) -> list[tuple[QWidget, QRect]]:
    """Return the controls that are seen, each with what is seen of it."""
    found: list[tuple[QWidget, QRect]] = []
    for each in window.findChildren(QWidget):
        if not isinstance(each, CONTROLS) or not each.isVisible() or each.window() is not window:
            continue
        if isinstance(each, QLabel) and not each.text() and each.pixmap().isNull():
            continue
        region = each.visibleRegion().boundingRect()
        if not region.isEmpty():
            found.append((each, QRect(each.mapTo(window, region.topLeft()), region.size())))
    return found


def _controls_that_meet(window: QWidget) -> Iterator[str]:
    for (one, here), (other, there) in combinations(_seen(window), 2):
        shared = here.intersected(there)
        if shared.width() <= SLACK or shared.height() <= SLACK:
            continue
        if not one.isAncestorOf(other) and not other.isAncestorOf(one):
            yield f"{_name(one)} and {_name(other)} meet"


def cut_off(window: QWidget) -> list[str]:
    """Return what is too small for its text, or leaves what it lies in at the right."""
    found = []
    for each, _ in _seen(window):
        if isinstance(each, QLabel) and not each.wordWrap():
            if each.width() < each.sizeHint().width() - 1:
                found.append(f"{_name(each)} is cut off")
        elif isinstance(each, QLabel):
            if each.height() < each.heightForWidth(each.width()) - 1:
                found.append(f"{_name(each)} is cut off below")
        elif isinstance(each, QAbstractButton) and each.text() and not _has_icon_alone(each):
            metrics = each.fontMetrics()
            need = metrics.horizontalAdvance(each.text().replace("&", ""))
            need += LINK_EDGES if each.property("kind") == "link" else 0
            if each.width() < need or each.height() < metrics.height():
                found.append(f"{_name(each)} is cut off")
        elif isinstance(each, QComboBox) and not each.isEditable():
            need = each.fontMetrics().horizontalAdvance(each.currentText())
            if each.width() < need + 36:  # the padding and the arrow
                found.append(f"{_name(each)} is cut off: {each.currentText()}")
        elif isinstance(each, QSpinBox):
            need = each.fontMetrics().horizontalAdvance(each.text())
            if each.lineEdit().width() < need:
                found.append(f"{_name(each)} is cut off: {each.text()}")
        right = each.mapTo(window, QPoint(each.width() - 1, 0)).x()
        if right >= window.width():
            found.append(f"{_name(each)} leaves the window")
    return found


def _has_icon_alone(button: QAbstractButton) -> bool:
    if not isinstance(button, QToolButton):
        return False
    return button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly


def _name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{widget.objectName() or type(widget).__name__} {text[:40]!r}".removesuffix(" ''")
