"""A link that keeps a long search in a file, from which it goes on another time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QFileDialog

from nqviz.core.language import tr, tr_later

from ...widgets.widgets import named, set_enabled

KEEP = tr_later("Keep the search in a file")
TIP = tr_later("Write a long search into a file now and then, and go on from it another time")
REFUSED = tr_later("The chosen engine does not keep its searches")


class Checkpoint(QCheckBox):
    """Asks for the file when it is checked, and drops it when it is not.

    `path`: the file; None without one, or where the engine keeps none.
    """

    def __init__(self, name: str, start: str = "long.search", refused: str = REFUSED) -> None:
        super().__init__(tr(KEEP))
        named(self, name, tr(KEEP), tr(TIP))
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
        set_enabled(self, offered, tr(TIP) if offered else tr(self._refused))

    def _ask(self, checked: bool) -> None:
        path = ""
        if checked:
            title, kinds = tr("Keep the search in"), tr("Searches (*.search)")
            option = QFileDialog.Option.DontConfirmOverwrite
            path, _ = QFileDialog.getSaveFileName(self, title, self.start, kinds, options=option)
        self.keep_in(Path(path) if path else None)

    def keep_in(self, path: Path | None) -> None:
        """Keep searches in a file, or in none."""
        self._path = path
        self.setChecked(path is not None)
        self.setText(tr(KEEP) if path is None else tr("Kept in {file}", file=path.name))
