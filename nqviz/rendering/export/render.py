"""Render a placement or an empty board into a file by the name of a view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.view.animation import REPLAY, Animation
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings
from nqviz.view.view_state import SIDES, ViewState

from .request import FORMATS, Export, plugin_format
from .steps import placing_steps
from .writing import write_export

if TYPE_CHECKING:
    from nqviz.rendering.scene import CameraPose

VIEWS = ("3d", "layers", "square", "graph", "contact", "chart", "density")
CORNER = "corner"
FROM = (CORNER, "front", "right", "top")
"""From where a scene is seen."""


class SceneChoices(TypedDict, total=False):
    """How a scene or a solid is drawn; what is left out keeps its default."""

    style: str
    colour_by: str
    density: str
    active_layer: int | None


def render(
    subject: Placement | Board,
    path: str | Path,
    *,
    view: str = "3d",
    free: bool = False,
    animation: Animation | None = None,
    scene: SceneChoices | None = None,
    side: str = CORNER,
    axis: int | None = None,
    cell: float = 8.0,
    stand: bool | None = None,
    run: RunContext | None = None,
    **image: Unpack[ImageChoices],
) -> None:
    """Write an image, a drawing, an animation or a 3D model of a placement or an empty board.

    Parameters
    ----------
    path : path
        The file; its ending chooses the format, see `FORMATS`.
    view : str
        One of `VIEWS` but ``density``.
    free : bool
        Whether free cells are marked.
    animation : Animation, optional
        What an animation shows; a turntable by default.
    scene : mapping, optional
        How a scene or a solid is drawn: see `SceneChoices`.
    side : str
        From where a scene is seen: one of `FROM`.
    axis : int, optional
        The coordinate, from 0, that numbers the layers.
    cell : float
        Millimetres in a cell of a solid.
    stand : bool, optional
        Whether a solid has a stand; by default only an STL has.
    run : RunContext, optional
        For animations: progress and the stop flag; one that is stopped leaves no file.
    **image
        The size, scale, dpi, transparent and theme of `ImageSettings`.

    Raises
    ------
    InputError
        If there is no such view, it has no such format, or the file cannot be written.
    """
    placement = Placement(subject) if isinstance(subject, Board) else subject
    picture = BoardView.of(placement, free=free)
    export = Export(what_of(view, path), picture, ImageSettings(**image), cell=cell, stand=stand)
    export = described(export, view, axis, side, scene)
    if animation is not None:
        steps = placing_steps(placement) if animation.kind == REPLAY else export.steps
        export = replace(export, animation=animation, steps=steps)
    write_export(export, path, run)


def what_of(view: str, path: str | Path) -> str:
    """Return what is exported, a key of `FORMATS`, by the view and the ending of the file.

    Raises
    ------
    InputError
        If there is no such view, or a film or a solid does not show it.
    """
    if view not in VIEWS:
        raise InputError(f"no view {view!r}; choose one of {', '.join(VIEWS)}")
    ending = Path(path).suffix.lower().removeprefix(".")
    for what in ("film", "solid"):
        if ending in FORMATS[what] or plugin_format(what, ending) is not None:
            if view not in ("3d", "layers") or (what, view) == ("solid", "layers"):
                raise InputError(f"a {what} does not show --view {view}")
            return what
    return {"3d": "scene", "density": "layers"}.get(view, view)


def described(
    export: Export,
    view: str,
    axis: int | None = None,
    side: str | None = None,
    scene: SceneChoices | None = None,
    state: ViewState | None = None,
) -> Export:
    """Return an export with the arrangement, the camera and the options of its view.

    Parameters
    ----------
    view, axis, side, scene
        As for `render`; they come before the state.
    state : ViewState, optional
        One that `ViewState.on` has returned for the board.

    Raises
    ------
    InputError
        If the board has no such coordinate, or a choice is unknown.
    """
    board = export.picture.board
    if axis is not None and not 0 <= axis < board.d:
        raise InputError(f"--axis {axis + 1}: the {board} has coordinates 1 to {board.d}")
    export = replace(export, axis=axis)
    width, height = export.settings.size
    if export.what == "layers" and state is not None and axis is None:
        from nqviz.rendering.canvas.layout import arrange_layers

        dims = state.dims
        places = arrange_layers(board, dims.layers, width / height, dims.fixed)
        return replace(export, arrangement=places)
    if export.what in ("layers", "graph"):
        from nqviz.rendering.figures import default_layers

        return replace(export, arrangement=default_layers(board, width / height, axis))
    if export.what in ("scene", "film", "solid"):
        return _described_scene(export, view == "layers", side, scene or {}, state)
    return export


def _described_scene(
    export: Export, of_layers: bool, side: str | None, scene: SceneChoices, state: ViewState | None
) -> Export:
    """Return an export with the arrangement, the camera and the options of a scene."""
    from nqviz.rendering.scene import SceneOptions, scene_arrangement, scene_options

    board = export.picture.board
    places, looks = None, SceneOptions()
    if state is not None:
        state = replace(state, wrapped=state.wrapped and export.what != "solid")
        places = None if of_layers else scene_arrangement(state, board)
        looks = scene_options(state, board)
        if looks.queens != "layer":
            looks = replace(looks, active_layer=None)  # a mark of the work, not of the board
    pose = _sight(side, state, export.settings.size)
    looks = replace(looks, **scene)
    return replace(export, arrangement=places, options=looks, pose=pose, of_layers=of_layers)


def _sight(side: str | None, state: ViewState | None, size: tuple[int, int]) -> CameraPose | None:
    """Return where a scene is seen from; None for a corner."""
    from nqviz.rendering.scene import CameraPose

    if side not in (None, *FROM):
        raise InputError(f"no side {side!r}; choose one of {', '.join(FROM)}")
    if side is not None:
        return None if side == CORNER else CameraPose(*SIDES[side])
    camera = None if state is None else state.camera
    if camera is None:
        return None
    width, height = size
    place = None if camera.distance is None else (camera.distance, camera.focus, width / height)
    return CameraPose(camera.azimuth, camera.elevation, place)
