"""The commands about what is seen: shares of the layers, and marks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nqviz.view.view_state import SHARES, Share

if TYPE_CHECKING:
    from .main_window import MainWindow


class Seeing:
    """Carries out the commands of the View menu for a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._document = window, window.document

    def next_share(self) -> None:
        """Show the layers as a strip, on half of the window and on all of it, by turns."""
        self.share(SHARES[(SHARES.index(self._document.view.share) + 1) % len(SHARES)])

    def share(self, share: Share) -> None:
        """Show the layers as a strip beside the scene, on half of the window, or alone."""
        self._window.pages.back()
        self._document.set_view(replace(self._document.view, share=share))

    def fit(self) -> None:
        """Bring the whole board into sight, in scene and layers."""
        self._window.scene.camera.reset()
        self._window.layers.fit()

    def mark_free(self, marked: bool) -> None:
        self._document.set_view(replace(self._document.view, free=marked))
