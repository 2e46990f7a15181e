"""What a person prefers: kept in the settings of the system, with a signal for each change."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from nqviz.core.language import ENGLISH, LANGUAGES
from nqviz.formats.history import UNDO_BYTES

from .widgets.theme import SYSTEM

THEMES = (SYSTEM, "light", "dark")
TEXT_SIZES = (80, 200)
SPEEDS = (25, 400)
LONGEST = 86_400
AUTOSAVES = (1, 600)
UNDO_MEMORY = (16, 16_384)


@dataclass(frozen=True)
class Choices:
    """All that can be preferred."""

    theme: str = "dark"  # light, dark or system
    text_size: int = 100  # the size of all text in percent of what the system asks for, 80 to 200
    speed: int = 100  # the speed of turntables and of what plays by itself, in percent, 25 to 400
    # Seconds that a search may take unless its panel says otherwise; 0 means no limit.
    time_limit: int = 60
    threads: int = 1  # processor cores that a search may use unless its panel says otherwise
    autosave: int = 3  # seconds between two autosaves, 1 to 600
    # The memory limit of the history of each tab, in MB (2^20 bytes), 16 to 16,384.
    undo_memory: int = UNDO_BYTES // 2**20
    reduced_motion: bool = False  # whether drawers and the camera move at once
    # Whether the card of the first view is still to be shown; never again once it was used.
    first_view: bool = True
    language: str = ENGLISH  # the code of the language of texts, from the next start on

    def __post_init__(self) -> None:
        """Refuse what no control could have chosen."""
        if self.theme not in THEMES:
            raise ValueError(f"there is no theme {self.theme!r}")
        if self.language not in LANGUAGES:
            raise ValueError(f"there are no texts in {self.language!r}")
        cores = os.cpu_count() or 1
        for name, (low, high) in {
            "text_size": TEXT_SIZES,
            "speed": SPEEDS,
            "time_limit": (0, LONGEST),
            "threads": (1, cores),
            "autosave": AUTOSAVES,
            "undo_memory": UNDO_MEMORY,
        }.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be from {low} to {high}")


class Preferences(QObject):
    """The choices of this run; without settings they last as long as it does."""

    # (Choices) what was preferred before; `choices` is what is preferred now.
    changed = Signal(object)

    def __init__(self, settings: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.choices = Choices() if settings is None else _stored(settings)

    def change(self, **values: str | int | bool) -> None:
        """Prefer something else, at once and at every later start."""
        before = self.choices
        self.choices = replace(before, **values)  # type: ignore[arg-type]
        if self.choices == before:
            return
        if self._settings is not None:
            for name in values:
                self._settings.setValue(name, getattr(self.choices, name))
        self.changed.emit(before)

    def reset(self) -> None:
        """Prefer what a first start prefers; what was seen once stays seen."""
        fresh = Choices(first_view=self.choices.first_view)
        self.change(**{field.name: getattr(fresh, field.name) for field in fields(fresh)})


def stored_texts(settings: QSettings | None, key: str) -> list[str]:
    """Return a list of texts of settings, some of which keep a list of one as a text."""
    value = settings.value(key, []) if settings is not None else []
    if isinstance(value, str):
        return [value] if value else []
    return [str(each) for each in value] if isinstance(value, list) else []


class ListedFolders:
    """Folders whose files are listed as well, now and at every later start.

    `reload`: lists the files again.
    """

    def __init__(self, settings: QSettings | None, key: str, reload: Callable[[], object]) -> None:
        self._settings, self._key, self._reload = settings, key, reload
        self.paths = stored_texts(settings, key)

    def ask(self, parent: QWidget, title: str) -> None:
        """Ask for a folder, and list its files."""
        folder = QFileDialog.getExistingDirectory(parent, title)
        if folder and folder not in self.paths:
            self.add(folder)

    def add(self, folder: str) -> None:
        """List the files of a folder, or list them again."""
        self.set(list(dict.fromkeys((*self.paths, folder))))

    def set(self, paths: list[str]) -> None:
        """List the files of these folders and of no others."""
        self.paths = paths
        if self._settings is not None:
            self._settings.setValue(self._key, paths)
        self._reload()


def _stored(settings: QSettings) -> Choices:
    """Read the choices; one that makes no sense, or not on this machine, is the default."""
    choices = Choices()
    for field in fields(Choices):
        text = str(settings.value(field.name, "")).lower()  # some settings keep words only
        default = getattr(choices, field.name)
        try:
            if isinstance(default, bool):
                value: str | int | bool = {"true": True, "false": False}.get(text, default)
            else:
                value = text if isinstance(default, str) else int(text)
            choices = replace(choices, **{field.name: value})  # type: ignore[arg-type]
        except ValueError:
            continue
    return choices
