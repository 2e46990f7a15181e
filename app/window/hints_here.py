"""Which hints help here and now: for each page, drawer and board."""

from __future__ import annotations

from collections.abc import Callable

from nqviz.core.board import Board
from nqviz.core.board_names import board_name
from nqviz.core.language import counted_tr, noun_tr, tr, tr_piece
from nqviz.core.shipped import shipped_text

from ..document.document import Document
from ..views.scene.layer_steps import needs_layer
from .pages import SCENE
from .status_bar import Hint

KeysOf = Callable[[str], str]
"""Returns the keys of an action by its name, as on plates; empty for an action without keys."""
MOST = 5


def _read(table: str) -> dict[str, tuple[Hint, ...]]:
    hints: dict[str, tuple[Hint, ...]] = {}
    for part in table.split("\n\n"):
        name, *lines = part.splitlines()
        pairs = (line.split(" | ") for line in lines)
        hints[name.strip("[]")] = tuple((keys, does) for keys, does in pairs)
    return hints


HINTS = _read(shipped_text("window", "hints.txt"))
"""By page, drawer or part of the atlas: keys or the name of an action, and what they do."""


def hints_here(document: Document, page: str, drawer: str, keys_of: KeysOf) -> tuple[Hint, ...]:
    """Return at most five hints for a page and an open drawer (empty without one)."""
    hints = _hints(document, page, drawer, keys_of)
    return tuple((keys, does) for keys, does in hints if keys)[:MOST]


def _hints(document: Document, page: str, drawer: str, keys_of: KeysOf) -> tuple[Hint, ...]:
    if page == "square":
        back, zoom = ("Esc", tr("back to the scene")), (tr("Wheel"), tr("zoom"))
        return (back, *_at_pointer(document)[:1], zoom)
    if page != SCENE:
        return tuple((tr(key), tr(does)) for key, does in HINTS.get(page, ()))
    if drawer in HINTS:
        return tuple(
            (keys_of(key) if "." in key else tr(key), tr(does)) for key, does in HINTS[drawer]
        )
    return _on_scene(document, keys_of)


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
        does = tr("unlock") if brief else tr_piece("unlock the queen", piece)
        return ((tr("Right click"), does),)
    if cell is not None and document.is_queen(cell):
        does = tr("remove") if brief else tr_piece("remove the queen", piece)
    else:
        does = tr("place") if brief else tr_piece("place a queen", piece)
    return ((tr("Click"), does), (tr("Right click"), tr("given")))


def _on_scene(document: Document, keys_of: KeysOf) -> tuple[Hint, ...]:
    board, view = document.board, document.view
    here = _at_pointer(document)
    layers, free = keys_of("view.layers_next"), (keys_of("view.free"), tr("free cells"))
    enlarge = (layers, tr("enlarge layers"))
    if view.share != "strip":
        return (
            *_at_pointer(document, brief=True),
            (tr("Arrows"), tr("move")),
            (tr("Space"), tr("place or remove")),
            (layers, tr("layers: strip, half, all")),
        )
    if board.d == 2:
        return (*here, (keys_of("view.top"), tr("from straight above")), free)
    if document.cursor is None and needs_layer(document):
        here = ((tr("Click"), tr("a layer, then a cell")),)
    if board.d > 3:
        step = _both(keys_of("view.cube_previous"), keys_of("view.cube_next"))
        cubes = (tr("Double click"), tr("a small cube: all cubes"))
        return (here[0], (step, tr("step through x4")), cubes, enlarge)
    return (here[0], (tr("Drag"), tr("turn")), (tr("Wheel"), tr("zoom")), free, enlarge)


def _both(keys: str, others: str) -> str:
    """Return the keys of two actions, what they begin with alike once: ``Ctrl ←→``."""
    before = keys.rpartition(" ")[0]
    if before and before == others.rpartition(" ")[0]:
        return keys + others.removeprefix(before).strip()
    return f"{keys} {others}".strip()


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
    if board.wraps and not board.torus:
        name = name.split(" ")[0]
        kind = tr("Moebius strip") if board.twist else tr("cylinder")
        axes = ", ".join(f"x{axis + 1}" for axis in board.wraps)
        shape = tr("{kind} along {axes}", kind=kind, axes=axes)
    parts = [board_name(name), shape, noun_tr(f"{board.piece}s")]
    if board.blocked:
        stops = tr(", lines stop") if board.stops else ""
        parts.append(f"{counted_tr(len(board.blocked), 'blocked cell')}{stops}")
    return " · ".join(parts)
