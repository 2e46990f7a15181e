"""What the views show of a tab: kept while another tab is in front, and in session files.

The controls of the views have names that stay, so what they are set to is kept by these names, and
with it where the eye stands. What a file says wrongly, or what a board does not offer, is passed
over: a view is never a reason not to open a tab.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider, QSpinBox, QTabBar

from ..document.document import Document
from .flat import FlatViews
from .scene.scene_view import SceneView

VERSION = 1

FARTHEST = 1e6
"""How far from the board the eye may be said to stand, in cells."""

Control = QComboBox | QCheckBox | QSpinBox | QSlider | QTabBar
View = dict[str, object]

# In this order they are set: the first ones make others, the next ones push the values of others.
_KINDS: tuple[type[Control], ...] = (QComboBox, QCheckBox, QSpinBox, QSlider, QTabBar)


class ViewMemory(QObject):
    """Takes note of what the views show of a tab, and shows it again.

    Parameters
    ----------
    document : Document
    scene : SceneView
    flat : FlatViews
    free : QAction
        Marks the free cells.
    """

    def __init__(
        self, document: Document, scene: SceneView, flat: FlatViews, free: QAction
    ) -> None:
        super().__init__(document)
        self._document, self._scene, self._flat, self._free = document, scene, flat, free
        document.tab_leaving.connect(self.keep)
        document.tab_changed.connect(self._recall)

    def keep(self) -> None:
        """Let the tab that is looked at take what the views show of it."""
        controls = {control.objectName(): _value(control) for control in self._controls()}
        self._document.tab.view = {
            "version": VERSION,
            "controls": controls,
            "free": self._free.isChecked(),
            "eye": self._eye(),
        }

    def show(self, view: Mapping[str, object]) -> None:
        """Show what a view says, as far as it makes sense for the board."""
        if view.get("version") != VERSION:
            return
        controls = view.get("controls")
        if isinstance(controls, dict):
            self._set_controls(controls)
        if isinstance(free := view.get("free"), bool):
            self._free.setChecked(free)
        self._set_eye(view.get("eye"))

    def _set_controls(self, values: Mapping[str, object]) -> None:
        """Set all that can be set, and look for the controls again where that made others."""
        there = list(self._controls())
        for kind in _KINDS:
            kin = [each for each in there if isinstance(each, kind)]
            changed = [_set(each, values.get(each.objectName())) for each in kin]
            if any(changed):
                there = list(self._controls())

    def _recall(self) -> None:
        if self._document.tab.view is not None:
            self.show(self._document.tab.view)

    def _controls(self) -> Iterator[Control]:
        """Yield the controls that say what is shown, without those the board does not use."""
        for part in (self._scene, self._flat):
            for kind in _KINDS:
                for widget in part.findChildren(kind):
                    name = widget.objectName()
                    if name and not name.startswith("qt_") and not widget.isHidden():
                        yield widget

    # The eye ---------------------------------------------------------------------------------

    def _eye(self) -> View:
        eye = self._scene.scene.eye
        view: View = {"azimuth": eye.azimuth, "elevation": eye.elevation}
        if not self._scene.is_fitted:
            view |= {"distance": eye.distance, "focus": eye.focus.tolist()}
        return view

    def _set_eye(self, view: object) -> None:
        if not isinstance(view, dict):
            return
        direction = _numbers([view.get("azimuth"), view.get("elevation")])
        place = _numbers([view.get("distance"), *_list(view.get("focus"))])
        if len(direction) == 2:
            away = len(place) == 4 and place[0] > 0
            where = (place[0], np.array(place[1:])) if away else None
            self._scene.look_from(direction[0], direction[1], where)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _numbers(values: list[object]) -> list[float]:
    """Return numbers that a camera can bear; none if one of them is something else."""
    numbers = [float(each) for each in values if isinstance(each, (int, float))]
    fit = len(numbers) == len(values) and all(abs(each) <= FARTHEST for each in numbers)
    return numbers if fit else []


def _value(control: Control) -> str | int | bool:
    if isinstance(control, QComboBox):
        data = control.currentData()
        return data if isinstance(data, str) else control.currentText()
    if isinstance(control, QTabBar):
        return control.tabText(control.currentIndex())
    return control.isChecked() if isinstance(control, QCheckBox) else control.value()


def _set(control: Control, value: object) -> bool:
    """Set a control unless it has that value already or cannot have it; tell whether it was."""
    before = _value(control)
    if value == before:
        return False
    if isinstance(control, QCheckBox):
        if isinstance(value, bool):
            control.setChecked(value)
    elif isinstance(control, (QSpinBox, QSlider)):
        fits = isinstance(value, int) and control.minimum() <= value <= control.maximum()
        if fits and not isinstance(value, bool):
            control.setValue(int(str(value)))
    elif isinstance(control, QComboBox):
        index = max(control.findData(value), control.findText(str(value)))
        if index >= 0:
            control.setCurrentIndex(index)
    else:
        texts = [control.tabText(index) for index in range(control.count())]
        if value in texts:
            control.setCurrentIndex(texts.index(str(value)))
    return _value(control) != before
