"""How the views show the board of a lesson: its data, in the words of the views' own controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqviz.core.board import Board
from nqviz.rendering.scene.camera import VIEWS

from .view_state import VERSION, View, ViewMemory

if TYPE_CHECKING:
    from nqviz.lessons import ViewState

FLAT = {"layers": "Layers", "square": "Square", "graph": "Graph", "per layer": "Per layer"}
EYES = {"corner": "isometric", "front": "front", "right": "right", "top": "top"}


def show_lesson_view(memory: ViewMemory, view: ViewState, board: Board) -> None:
    """Let the views show a board as a lesson wants it."""
    memory.show(_view(view, board))


def _view(view: ViewState, board: Board) -> View:
    colour = "theme" if view.colour == "layer" and board.d < 3 else view.colour
    controls: View = {
        "flat.tabs": FLAT[view.flat],
        "scene.colour": colour,
        "scene.gap": view.gap,
        "scene.layer": 1,
        "scene.clique": "No clique" if view.clique is None else view.clique.kind,
    }
    if view.clique is not None:
        controls["scene.clique_size"] = view.clique.size
    if board.d > 1:
        across, up = view.layers or (1, 2)
        controls["layers.shown"] = f"x{across}, x{up}"
    for axis in range(1, board.d + 1):
        controls[f"layers.dims.{axis}"] = view.hold.get(axis, 0)
    shown: View = {"version": VERSION, "controls": controls, "free": view.free}
    if view.eye is not None and board.d > 2:
        eye = "rows" if view.eye == "corner" and board.d > 3 else EYES[view.eye]
        azimuth, elevation = VIEWS[eye]
        shown["eye"] = {"azimuth": azimuth, "elevation": elevation}
    return shown
