"""The commands about what is seen: pages, shares of the layers, marks, themes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nqviz.view.view_state import Share

from ..widgets.theme import SYSTEM

if TYPE_CHECKING:
    from .main_window import MainWindow


class Seeing:
    """Carries out the commands of the View menu for a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._document = window, window.document

    # Pages -------------------------------------------------------------------------------------

    def scene(self) -> None:
        """Show the scene with its layers."""
        self._window.pages.back()

    def square(self) -> None:
        """Show the board from above."""
        self._window.pages.show_page("square")

    def graph(self) -> None:
        """Show the graph of attacks."""
        self._window.pages.show_page("graph")

    def per_layer(self) -> None:
        """Show the queens of each layer."""
        self._window.pages.show_page("per_layer")

    def chart(self) -> None:
        """Show the chart of the last search or of the density."""
        self._window.pages.show_page("chart")

    # Shares of the layers ----------------------------------------------------------------------

    def next_share(self) -> None:
        """Show the layers as a strip, on half of the window and on all of it, by turns."""
        self._window.pages.back()
        self._window.scene_page.next_share()

    def strip(self) -> None:
        """Show the layers as a strip beside the scene."""
        self._share("strip")

    def half(self) -> None:
        """Show scene and layers side by side."""
        self._share("half")

    def all(self) -> None:
        """Show the layers alone."""
        self._share("all")

    def _share(self, share: Share) -> None:
        self._window.pages.back()
        self._window.scene_page.set_share(share)

    def fit(self) -> None:
        """Bring the whole board into sight, in scene and layers."""
        self._window.scene.camera.reset()
        self._window.layers.fit()

    def mark_free(self, marked: bool) -> None:
        """Mark the free cells, or not."""
        self._document.set_view(replace(self._document.view, free=marked))

    # Themes ------------------------------------------------------------------------------------

    def system(self) -> None:
        """Follow the theme of the system."""
        self._window.set_theme(SYSTEM)

    def light(self) -> None:
        """Use the light theme."""
        self._window.set_theme("light")

    def dark(self) -> None:
        """Use the dark theme."""
        self._window.set_theme("dark")
