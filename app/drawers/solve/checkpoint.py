"""A link that keeps a long search in a file, from which it goes on another time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QFileDialog

from ...widgets.widgets import named, set_enabled

KEEP = "Keep the search in a file"
TIP = "Write a long search into a file now and then, and go on from it another time"
REFUSED = "The chosen engine does not keep its searches"


class Checkpoint(QCheckBox):
    """Asks for the file when it is checked, and drops it when it is not.

    Attributes
    ----------
    path : str, optional
        The file; None without one, or where the engine keeps none.
    """

    def __init__(self, name: str, start: str = "long.search", refused: str = REFUSED) -> None:
        super().__init__(KEEP)
        named(self, name, KEEP, TIP)
        self.start = start
        self._refused = refused
        self._path: Path | None = None
        self.clicked.connect(self._ask)

    @property
    def path(self) -> str | None:
        """The file in which searches are kept, None without one."""
        return str(self._path) if self._path is not None and self.isEnabled() else None

    def offer(self, offered: bool) -> None:
        """Offer it, or show that the engine keeps no searches."""
        set_enabled(self, offered, TIP if offered else self._refused)

    def _ask(self, checked: bool) -> None:
        path = ""
        if checked:
            path, _ = QFileDialog.getSaveFileName(
                self,
                "Keep the search in",
                self.start,
                "Searches (*.search)",
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
        self.keep_in(Path(path) if path else None)

    def keep_in(self, path: Path | None) -> None:
        """Keep searches in a file, or in none."""
        self._path = path
        self.setChecked(path is not None)
        self.setText(KEEP if path is None else f"Kept in {path.name}")
