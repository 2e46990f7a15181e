"""What a lesson needs of the tabs and drawers of the window, and the boards that it puts there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from nqviz.core.board_state import BoardState, Cut

from ...document.board_tab import BoardTab, window_state

if TYPE_CHECKING:
    from nqviz.lessons import Still


class Desk(Protocol):
    """What a lesson needs of the tabs."""

    @property
    def board_tabs(self) -> tuple[BoardTab, ...]:
        """The tabs that are open."""

    def open_tab(self, tab: BoardTab, beside: bool = False) -> BoardTab:
        """Open a tab, in front."""

    def show_tab(self, tab: BoardTab) -> None:
        """Bring a tab to the front."""

    def drop(self, tab: BoardTab) -> None:
        """Close a tab without asking."""


class Drawers(Protocol):
    """What a lesson needs of the drawers of the window."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all drawers."""

    @property
    def current(self) -> str:
        """The name of the open drawer, empty without one."""

    def open(self, name: str) -> None:
        """Open a drawer."""

    def close_drawer(self) -> None:
        """Close the open drawer."""


def state_of(picture: Still) -> BoardState:
    """Make the state of a document from a picture."""
    cut = picture.cut
    if cut is None:
        return window_state(picture.placement, picture.givens.tolist())
    dropped = np.sort(cut.outer_placement.indices[~cut.kept])
    words = f"{cut.count} of {len(cut.outer_placement)} queens are left for side {cut.m}"
    return window_state(picture.placement, cut=Cut(dropped, cut.deleted, words))
