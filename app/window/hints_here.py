"""Which hints help here and now: for each page, drawer and board."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.core.board_names import board_name
from nqviz.core.language import counted_tr, noun_tr, tr, tr_later, tr_piece

from ..document.document import Document
from ..views.scene.layer_steps import needs_layer
from .hints import Hint
from .pages import SCENE

MOST = 5
_PAGES: dict[str, tuple[Hint, ...]] = {
    "graph": (
        ("Esc", tr_later("back to the scene")),
        (tr_later("Hover"), tr_later("a vertex for its edges")),
    ),
    "per_layer": (("Esc", tr_later("back to the scene")),),
    "chart": (
        ("Esc", tr_later("back to the scene")),
        (tr_later("Hover"), tr_later("a point for its numbers")),
    ),
    "compare": (("Esc", tr_later("back to the board")),),
}
_DRAWERS: dict[str, tuple[Hint, ...]] = {
    "solve": (
        (tr_later("Ctrl Enter"), tr_later("solve")),
        (tr_later("Ctrl ."), tr_later("stop")),
        (tr_later("Ctrl Shift Enter"), tr_later("accept")),
    ),
    "symmetry": (
        (tr_later("Hover"), tr_later("preview an image")),
        (tr_later("Click"), tr_later("apply it")),
        (tr_later("Arrows"), tr_later("move through the images")),
    ),
    "density": (
        (tr_later("Hover"), tr_later("a cell for its number")),
        (tr_later("Drag"), tr_later("turn")),
        ("E", tr_later("enlarge layers: numbers in the cells")),
    ),
}


def hints_here(document: Document, page: str, drawer: str) -> tuple[Hint, ...]:
    """Return at most five hints for a page and an open drawer (empty without one)."""
    if page == "square":
        return (
            ("Esc", tr("back to the scene")),
            *_at_pointer(document)[:1],
            (tr("Wheel"), tr("zoom")),
        )
    if page != SCENE:
        return _translated(_PAGES.get(page, ()))
    if drawer in _DRAWERS:
        return _translated(_DRAWERS[drawer])
    return _on_scene(document)[:MOST]


def _translated(hints: tuple[Hint, ...]) -> tuple[Hint, ...]:
    return tuple((tr(key), tr(does)) for key, does in hints)


def _at_pointer(document: Document, *, brief: bool = False) -> tuple[Hint, ...]:
    """Return what clicks do on the cell under the pointer, or on one that is free."""
    cell, piece = document.cursor, document.board.piece
    if document.tab.marks_cells:
        if cell is not None and cell in document.selection:
            return ((tr("Click"), tr("unmark") if brief else tr("unmark the cell")),)
        return ((tr("Click"), tr("mark") if brief else tr("mark a cell")),)
    if cell is not None and document.board.is_blocked[cell]:
        return (("B", tr("open##verb") if brief else tr("open the cell")),)
    if cell is not None and document.is_given(cell):
        return (
            (tr("Right click"), tr("unlock") if brief else tr_piece("unlock the queen", piece)),
        )
    if cell is not None and document.is_queen(cell):
        does = tr("remove") if brief else tr_piece("remove the queen", piece)
    else:
        does = tr("place") if brief else tr_piece("place a queen", piece)
    return ((tr("Click"), does), (tr("Right click"), tr("given")))


def _on_scene(document: Document) -> tuple[Hint, ...]:
    board, view = document.board, document.view
    here = _at_pointer(document)
    if view.share != "strip":
        return (
            *_at_pointer(document, brief=True),
            (tr("Arrows"), tr("move")),
            (tr("Space"), tr("place or remove")),
            ("E", tr("layers: strip, half, all")),
        )
    if board.d == 2:
        return (*here, ("3", tr("from straight above")), ("F", tr("free cells")))
    if document.cursor is None and needs_layer(document):
        here = ((tr("Click"), tr("a layer, then a cell")),)
    if board.d > 3:
        cubes = (tr("Double click"), tr("a small cube: all cubes"))
        return (
            here[0],
            (tr("Ctrl ←→"), tr("step through x4")),
            cubes,
            ("E", tr("enlarge layers")),
        )
    return (
        here[0],
        (tr("Drag"), tr("turn")),
        (tr("Wheel"), tr("zoom")),
        ("F", tr("free cells")),
        ("E", tr("enlarge layers")),
    )


def short_name(board: Board) -> str:
    """Return the name of a board for a narrow place: "(11,3)", "(8,2) · 2 blocked"."""
    name = board_name(str(board.without_blocked()).removesuffix(" board"))
    if not board.blocked:
        return name
    return tr("{board} · {count} blocked", board=name, count=len(board.blocked))


def board_sentence(board: Board) -> str:
    """Return which board this is, for the end of the status bar: "(11,3) · flat · queens"."""
    name = str(board.without_blocked()).removesuffix(" board").removesuffix(" torus")
    shape = tr("torus") if board.torus else tr("flat")
    parts = [board_name(name), shape, noun_tr(f"{board.piece}s")]
    if board.blocked:
        stops = tr(", lines stop") if board.stops else ""
        parts.append(f"{counted_tr(len(board.blocked), 'blocked cell')}{stops}")
    return " · ".join(parts)
