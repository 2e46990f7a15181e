"""The active layer and the range of layers that is drawn, as edits of the view state."""

from __future__ import annotations

from dataclasses import replace

from ...document.document import Document


def set_active_layer(document: Document, layer: int | None) -> None:
    """Make a layer of the scene the active one, or none; a flat board has no layers."""
    if document.board.d > 2:
        document.set_view(replace(document.view, active_layer=layer))


def needs_layer(document: Document) -> bool:
    """Return whether clicks in the scene take no free cell before a layer is chosen."""
    view = document.view
    return document.board.d > 2 and view.active_layer is None and not view.free


def step_layer(document: Document, step: int) -> None:
    """Go up (1) or down (-1) by one layer; from no layer to the lowest or the highest one."""
    board, view = document.board, document.view
    if board.d < 3:
        return
    last = board.shape[view.dims.scene[-1]] - 1
    if view.active_layer is None:
        set_active_layer(document, 0 if step > 0 else last)
    else:
        set_active_layer(document, min(max(view.active_layer + step, 0), last))


def clip_layers(document: Document, low: int, high: int) -> None:
    """Draw only the layers from one to another."""
    view = document.view
    axis = view.dims.scene[-1]
    document.set_view(replace(view, clip={**view.clip, axis: (low, high)}))
