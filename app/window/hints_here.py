"""Which hints help here and now: for each page, drawer and board."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.core.pieces import counted

from ..document.document import Document
from .hints import Hint
from .pages import SCENE

MOST = 5
_PAGES: dict[str, tuple[Hint, ...]] = {
    "square": (("Esc", "back to the scene"), ("Click", "place a queen"), ("Wheel", "zoom")),
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
    if page != SCENE:
        return _PAGES.get(page, ())
    if drawer in _DRAWERS:
        return _DRAWERS[drawer]
    return _on_scene(document)[:MOST]


def _on_scene(document: Document) -> tuple[Hint, ...]:
    board, view = document.board, document.view
    if view.share != "strip":
        return (
            ("Click", "place"),
            ("Right click", "given"),
            ("Arrows", "move"),
            ("Space", "place or remove"),
            ("E", "layers: strip, half, all"),
        )
    place = ("Click", f"place a {board.piece}")
    if board.d == 2:
        above = ("3", "from straight above")
        return (place, ("Right click", "given"), above, ("F", "free cells"))
    if board.d > 3:
        cubes = ("Double click", "a small cube: all cubes")
        return (place, ("Ctrl ←→", "step through x4"), cubes, ("E", "enlarge layers"))
    return (
        place,
        ("Drag", "turn"),
        ("Wheel", "zoom"),
        ("F", "free cells"),
        ("E", "enlarge layers"),
    )


def board_sentence(board: Board) -> str:
    """Return which board this is, for the end of the status bar: "(11,3) · flat · queens"."""
    name = str(board.without_blocked()).removesuffix(" board").removesuffix(" torus")
    parts = [name.removeprefix("torus "), "torus" if board.torus else "flat", f"{board.piece}s"]
    if board.blocked:
        stops = ", lines stop" if board.stops else ""
        parts.append(f"{counted(len(board.blocked), 'blocked cell')}{stops}")
    return " · ".join(parts)
