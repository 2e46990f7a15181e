"""Which hints help here and now: for each page, drawer and board."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.core.pieces import counted

from ..document.document import Document
from ..views.scene.layer_steps import needs_layer
from .hints import Hint
from .pages import SCENE

MOST = 5
_PAGES: dict[str, tuple[Hint, ...]] = {
    "graph": (("Esc", "back to the scene"), ("Hover", "a vertex for its edges")),
    "per_layer": (("Esc", "back to the scene"),),
    "chart": (("Esc", "back to the scene"), ("Hover", "a point for its numbers")),
    "compare": (("Esc", "back to the board"),),
}
_DRAWERS: dict[str, tuple[Hint, ...]] = {
    "solve": (("Ctrl Enter", "solve"), ("Ctrl .", "stop"), ("Ctrl Shift Enter", "accept")),
    "symmetry": (
        ("Hover", "preview an image"),
        ("Click", "apply it"),
        ("Arrows", "move through the images"),
    ),
    "density": (
        ("Hover", "a cell for its number"),
        ("Drag", "turn"),
        ("E", "enlarge layers: numbers in the cells"),
    ),
}


def hints_here(document: Document, page: str, drawer: str) -> tuple[Hint, ...]:
    """Return at most five hints for a page and an open drawer (empty without one)."""
    if page == "square":
        return (("Esc", "back to the scene"), *_at_pointer(document)[:1], ("Wheel", "zoom"))
    if page != SCENE:
        return _PAGES.get(page, ())
    if drawer in _DRAWERS:
        return _DRAWERS[drawer]
    return _on_scene(document)[:MOST]


def _at_pointer(document: Document) -> tuple[Hint, ...]:
    """Return what clicks do on the cell under the pointer, or on one that is free."""
    cell, piece = document.cursor, document.board.piece
    if document.tab.marks_cells:
        is_marked = cell is not None and cell in document.selection
        return (("Click", "unmark the cell" if is_marked else "mark a cell"),)
    if cell is not None and document.board.is_blocked[cell]:
        return (("B", "open the cell"),)
    if cell is not None and document.is_given(cell):
        return (("Right click", f"unlock the {piece}"),)
    does = f"place a {piece}"
    if cell is not None and document.is_queen(cell):
        does = f"remove the {piece}"
    return (("Click", does), ("Right click", "given"))


def _on_scene(document: Document) -> tuple[Hint, ...]:
    board, view = document.board, document.view
    here = _at_pointer(document)
    if view.share != "strip":
        return (
            *((key, does.partition(" ")[0]) for key, does in here),
            ("Arrows", "move"),
            ("Space", "place or remove"),
            ("E", "layers: strip, half, all"),
        )
    if board.d == 2:
        return (*here, ("3", "from straight above"), ("F", "free cells"))
    if document.cursor is None and needs_layer(document):
        here = (("Click", "a layer, then a cell"),)
    if board.d > 3:
        cubes = ("Double click", "a small cube: all cubes")
        return (here[0], ("Ctrl ←→", "step through x4"), cubes, ("E", "enlarge layers"))
    return (
        here[0],
        ("Drag", "turn"),
        ("Wheel", "zoom"),
        ("F", "free cells"),
        ("E", "enlarge layers"),
    )


def short_name(board: Board) -> str:
    """Return the name of a board for a narrow place: "(11,3)", "(8,2) · 2 blocked"."""
    name = str(board.without_blocked()).removesuffix(" board")
    return f"{name} · {len(board.blocked)} blocked" if board.blocked else name


def board_sentence(board: Board) -> str:
    """Return which board this is, for the end of the status bar: "(11,3) · flat · queens"."""
    name = str(board.without_blocked()).removesuffix(" board").removesuffix(" torus")
    parts = [name.removeprefix("torus "), "torus" if board.torus else "flat", f"{board.piece}s"]
    if board.blocked:
        stops = ", lines stop" if board.stops else ""
        parts.append(f"{counted(len(board.blocked), 'blocked cell')}{stops}")
    return " · ".join(parts)
