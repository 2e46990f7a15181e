"""The preferences: what is chosen is so at once, and stays so."""

from __future__ import annotations

import os
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QListWidget,
    QListWidgetItem,
    QSlider,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from nqviz.core.language import LANGUAGES, tr

from ..actions.shortcuts import Shortcuts
from ..preferences import AUTOSAVES, LONGEST, SPEEDS, TEXT_SIZES, UNDO_MEMORY, Preferences
from ..widgets.fields import GAP, field, label, link
from ..widgets.icons import icon
from ..widgets.labels import PlainLabel
from ..widgets.layouts import STRETCH, fill, horizontal, scrolling, vertical, within_screen
from ..widgets.messages import Dialog
from ..widgets.theme import SYSTEM, text_scale
from ..widgets.values import Control, changes_of, show_value, value_of
from ..widgets.widgets import button, combo, named, spin, switch
from .shortcut_editor import ShortcutEditor

SIZE = QSize(720, 520)
SECTIONS, PADDING = 184, 24
"""The width of the list of sections, and the room around the fields of one."""
WIDTH = 360
"""The width of fields, at a text size of 100 %."""


class PreferencesDialog(Dialog):
    """Sections at the left, the fields of one at the right; nothing waits for an OK.

    Return does nothing by itself: what was typed in a field holds, and a button is pressed only
    where it has the focus.
    """

    def __init__(self, preferences: Preferences, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__("preferences", tr("Preferences"), parent)
        self._sections = named(QListWidget(), "preferences.sections", tip=None)
        self._pages = QStackedWidget()
        fields = PreferenceFields(preferences, self)
        for drawing, title, inside in (
            ("palette", tr("Appearance"), fields.appearance()),
            ("target", tr("Searching"), fields.searching()),
            ("save", tr("Saving and undo"), fields.saving()),
            ("list", tr("Shortcuts"), ShortcutEditor(shortcuts)),
        ):
            self._add(drawing, title, inside)
        defaults = link(
            "preferences.defaults",
            on_click=lambda: shortcuts.reset_all() if self._is_last else preferences.reset(),
        )
        close = button("preferences.close", on_click=self.close)
        foot = horizontal(None, defaults, STRETCH, close, margins=(PADDING, 8, PADDING, PADDING))
        right = vertical(None, (self._pages, 1), foot, spacing=0)
        left = vertical(None, self._sections, margins=(GAP, PADDING, 0, GAP))
        horizontal(self, left, (right, 1), spacing=0)
        scale = text_scale(self.font())
        self._sections.setFixedWidth(round(SECTIONS * scale))
        self._sections.setIconSize(QSize(18, 18) * scale)
        self.resize(within_screen(self, SIZE * scale))
        self._sections.currentRowChanged.connect(self._pages.setCurrentIndex)
        self._sections.setCurrentRow(0)

    def _add(self, drawing: str, title: str, inside: QWidget) -> None:
        """Add a section with its head; one that is too high scrolls."""
        self._sections.addItem(QListWidgetItem(icon(drawing), title))
        page = QWidget()
        column = vertical(page, margins=(PADDING, PADDING, PADDING, 8), spacing=16)
        fill(column, label(title, "head"), (inside, 1))
        self._pages.addWidget(scrolling(page))

    @property
    def _is_last(self) -> bool:
        return self._pages.currentIndex() == self._pages.count() - 1


class PreferenceFields(QObject):
    """The fields of the sections; each changes its preference at once and follows it."""

    def __init__(self, preferences: Preferences, parent: QDialog) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._make()
        for name, control in self._controls.items():
            changes_of(control).connect(partial(self._change, name, control))
        self._update_ui()
        preferences.changed.connect(self._update_ui)

    def appearance(self) -> QWidget:
        """Return theme, size of text, language, motion."""
        speed = QWidget()
        horizontal(speed, (self._speed, 1), self._figure)
        self._figure.setMinimumWidth(self._figure.fontMetrics().horizontalAdvance("400 %"))
        return _column(
            field(self._theme),
            field(self._text, tr("Text size")),
            field(self._language),
            field(speed, tr("Speed of animations")),
            self._motion,
        )

    def searching(self) -> QWidget:
        """Return the limits of searches."""
        return _column(field(self._limit), field(self._threads))

    def saving(self) -> QWidget:
        """Return how often changes are saved, and how many can be undone."""
        autosave = field(self._autosave, tr("Autosave every"))
        return _column(autosave, field(self._undo, tr("Undo memory")))

    def _make(self) -> None:
        dark, light = (tr("Dark"), "dark"), (tr("Light"), "light")
        self._theme = combo("preferences.theme", [dark, light, (tr("As the system"), SYSTEM)])
        languages = [(name, code) for code, name in LANGUAGES.items()]
        self._language = combo("preferences.language", languages)
        self._text = spin("preferences.text_size", *TEXT_SIZES, 100, suffix=" %")
        self._text.setSingleStep(10)
        self._text.setKeyboardTracking(False)  # 1 of a typed 150 is no size yet
        self._speed = named(QSlider(Qt.Orientation.Horizontal), "preferences.speed")
        self._speed.setRange(*SPEEDS)
        self._speed.setSingleStep(25)
        self._speed.setPageStep(50)
        self._figure = PlainLabel()
        self._limit = self._seconds("preferences.time_limit", 0, LONGEST)
        self._limit.setSpecialValueText(tr("no limit"))
        cores = os.cpu_count() or 1
        tip = tr("Processor cores that a search may use; this machine has {cores}", cores=cores)
        self._threads = spin("preferences.threads", 1, cores, 1, tip=tip)
        self._autosave = self._seconds("preferences.autosave", *AUTOSAVES)
        self._undo = spin("preferences.undo_memory", *UNDO_MEMORY, UNDO_MEMORY[0], suffix=" MB")
        self._undo.setKeyboardTracking(False)
        self._motion = switch("preferences.reduced_motion")
        self._controls: dict[str, Control] = {
            "theme": self._theme,
            "language": self._language,
            "text_size": self._text,
            "speed": self._speed,
            "time_limit": self._limit,
            "threads": self._threads,
            "autosave": self._autosave,
            "undo_memory": self._undo,
            "reduced_motion": self._motion,
        }

    @staticmethod
    def _seconds(name: str, low: int, high: int) -> QSpinBox:
        box = spin(name, low, high, low, suffix=" s")
        box.setKeyboardTracking(False)
        return box

    def _change(self, name: str, control: Control, _shown: object) -> None:
        self._preferences.change(**{name: value_of(control)})

    def _update_ui(self) -> None:
        choices = self._preferences.choices
        for name, control in self._controls.items():
            show_value(control, getattr(choices, name))
        self._figure.setText(f"{choices.speed} %")


def _column(*parts: QWidget) -> QWidget:
    """Return fields below each other, no wider than they are easily read."""
    box = QWidget()
    column = vertical(box, spacing=GAP)
    width = round(WIDTH * text_scale(QApplication.font()))
    for part in parts:
        part.setMaximumWidth(width)
        column.addWidget(part)
    column.addStretch(1)
    return box
