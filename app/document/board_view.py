"""What the window shows of a tab, as a picture that every view paints."""

from __future__ import annotations

from dataclasses import replace

from nqviz.view.board_overlays import BoardOverlays, clique_of, in_order, picture_of
from nqviz.view.board_view import BoardView
from nqviz.view.view_state import ViewState

from .board_tab import BoardTab


def marks_in(view: ViewState) -> tuple[object, ...]:
    """Return the part of a view state that changes the picture of a board."""
    return view.free, view.rings, view.clique, view.clique_size


def overlays_of(tab: BoardTab) -> BoardOverlays:
    """Return what is drawn on the board of a tab beside its queens."""
    return BoardOverlays(
        tab.cursor,
        tab.overlay,
        tab.marks,
        tab.excluded,
        tab.greedy,
        tab.costs,
        tab.suggestion,
        tab.preview,
        tab.selection,
    )


class Picture:
    """The picture of the tab that is shown, made again only when something has changed."""

    def __init__(self) -> None:
        self._shown: BoardView | None = None

    def of(self, tab: BoardTab, view: ViewState) -> BoardView:
        """Return the picture of a tab; the same object until it is cleared or changed."""
        if self._shown is None:
            self._shown = picture_of(tab.state, view, overlays_of(tab))
        return self._shown

    def clear(self) -> None:
        """Discard the picture, because the board or its overlays have changed."""
        self._shown = None

    def move_cursor(self, tab: BoardTab, view: ViewState) -> None:
        """Show the cursor of the tab, with the clique there."""
        if self._shown is not None:
            self._shown = at_cursor(self._shown, view, tab.cursor)

    def select(self, tab: BoardTab) -> None:
        if self._shown is not None:
            self._shown = replace(self._shown, selected=in_order(tab.selection))


def at_cursor(picture: BoardView, view: ViewState, cursor: int | None) -> BoardView:
    """Return a picture with another cursor, and the clique there."""
    return replace(picture, cursor=cursor, clique=clique_of(picture.board, view, cursor))
