"""The preferences: what is chosen is so at once, and stays so."""

from __future__ import annotations

import os

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ..actions.shortcuts import Shortcuts
from ..preferences import AUTOSAVES, LONGEST, SPEEDS, TEXT_SIZES, UNDO_MEMORY, Preferences
from ..widgets.theme import SYSTEM
from ..widgets.widgets import combo, named, spin
from .shortcut_editor import ShortcutEditor


class PreferencesDialog(QDialog):
    """Two pages, General and Shortcuts; nothing waits for an OK."""

    def __init__(self, preferences: Preferences, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("preferences")
        self.setWindowTitle("Preferences")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        pages = named(QTabWidget(), "preferences.pages", "Pages of preferences")
        pages.setToolTip("")
        pages.addTab(GeneralPage(preferences), "&General")
        pages.addTab(ShortcutEditor(shortcuts), "&Shortcuts")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        named(close, "preferences.close", "Close", "Close the preferences")
        reset = buttons.addButton("Defaults", QDialogButtonBox.ButtonRole.ResetRole)
        named(reset, "preferences.defaults", "Defaults", "All of this page as at the first start")
        reset.clicked.connect(
            lambda: preferences.reset() if pages.currentIndex() == 0 else shortcuts.reset_all()
        )
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(pages)
        column.addWidget(buttons)
        em = self.fontMetrics().height()
        self.resize(34 * em, 26 * em)


class GeneralPage(QWidget):
    """Theme, text, speed, searching, autosave, undo and motion."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._make()
        form = QFormLayout(self)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow("&Theme", self._theme)
        form.addRow("Te&xt size", self._text)
        form.addRow(self._label("Speed of &animations"), self._with_figure(self._speed))
        form.addRow("Time &limit of a search", self._limit)
        form.addRow("T&hreads of a search", self._threads)
        form.addRow("A&utosave every", self._autosave)
        form.addRow("U&ndo memory", self._undo)
        form.addRow(self._motion)
        self._connect()
        self._update_ui()
        preferences.changed.connect(self._update_ui)

    def _make(self) -> None:
        themes: list[tuple[str, object]] = [
            ("As the system", SYSTEM),
            ("Light", "light"),
            ("Dark", "dark"),
        ]
        self._theme = combo("preferences.theme", "Theme", themes, "The colours of the window")
        self._text = spin(
            "preferences.text_size",
            "Text size in percent",
            *TEXT_SIZES,
            100,
            "The size of all text; 100 % is what the system asks for",
        )
        self._text.setSingleStep(10)
        self._text.setSuffix(" %")
        self._text.setKeyboardTracking(False)  # 1 of a typed 150 is no size yet
        self._speed = named(
            QSlider(Qt.Orientation.Horizontal),
            "preferences.speed",
            "Speed of animations in percent",
            "How fast turntables turn and layers play",
        )
        self._speed.setRange(*SPEEDS)
        self._speed.setSingleStep(25)
        self._speed.setPageStep(50)
        self._figure = QLabel()
        self._limit = self._seconds(
            "preferences.time_limit", "Time limit of a search", 0, LONGEST, "How long to search"
        )
        self._limit.setSpecialValueText("no limit")
        cores = os.cpu_count() or 1
        self._threads = spin(
            "preferences.threads",
            "Threads of a search",
            1,
            cores,
            1,
            f"Processor cores that a search may use; this machine has {cores}",
        )
        self._autosave = self._seconds(
            "preferences.autosave",
            "Seconds between autosaves",
            *AUTOSAVES,
            "How often changes are saved, so that they can be restored after a crash",
        )
        self._undo = spin(
            "preferences.undo_memory",
            "Undo memory in megabytes",
            *UNDO_MEMORY,
            UNDO_MEMORY[0],
            "Memory for the history of each board; the oldest steps beyond it cannot be undone",
        )
        self._undo.setSuffix(" MB")
        self._undo.setKeyboardTracking(False)
        self._motion = named(
            QCheckBox("&Reduce motion"),
            "preferences.reduced_motion",
            "Reduce motion",
            "Drawers and the camera move at once, without an animation",
        )

    @staticmethod
    def _seconds(name: str, title: str, low: int, high: int, tip: str) -> QSpinBox:
        box = spin(name, title, low, high, low, tip)
        box.setSuffix(" s")
        box.setKeyboardTracking(False)
        return box

    def _label(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setBuddy(self._speed)
        return label

    def _with_figure(self, slider: QSlider) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(slider, 1)
        row.addWidget(self._figure)
        self._figure.setMinimumWidth(self._figure.fontMetrics().horizontalAdvance("400 %"))
        return row

    def _connect(self) -> None:
        change = self._preferences.change
        self._theme.currentIndexChanged.connect(
            lambda: change(theme=str(self._theme.currentData()))
        )
        self._text.valueChanged.connect(lambda value: change(text_size=value))
        self._speed.valueChanged.connect(lambda value: change(speed=value))
        self._limit.valueChanged.connect(lambda value: change(time_limit=value))
        self._threads.valueChanged.connect(lambda value: change(threads=value))
        self._autosave.valueChanged.connect(lambda value: change(autosave=value))
        self._undo.valueChanged.connect(lambda value: change(undo_memory=value))
        self._motion.toggled.connect(lambda on: change(reduced_motion=on))

    def _update_ui(self) -> None:
        choices = self._preferences.choices
        for box, value in (
            (self._text, choices.text_size),
            (self._speed, choices.speed),
            (self._limit, choices.time_limit),
            (self._threads, choices.threads),
            (self._autosave, choices.autosave),
            (self._undo, choices.undo_memory),
        ):
            with QSignalBlocker(box):
                box.setValue(value)
        with QSignalBlocker(self._theme):
            self._theme.setCurrentIndex(self._theme.findData(choices.theme))
        with QSignalBlocker(self._motion):
            self._motion.setChecked(choices.reduced_motion)
        self._figure.setText(f"{choices.speed} %")
