"""Render a placement or an empty board into a file by the name of a view."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.view.animation import REPLAY, Animation
from nqviz.view.board_overlays import BoardOverlays, picture_of
from nqviz.view.image_settings import ImageChoices, ImageSettings
from nqviz.view.view_state import ViewState

from .figure import FORMATS, Figure, plugin_format
from .steps import placing_steps
from .writing import write_export

VIEWS = ("3d", "layers", "square", "graph", "contact", "chart", "density")
SCENES = ("3d", "layers")
"""The views of animations; a 3D model has the first one."""


def render(
    subject: Placement | Board,
    path: str | Path,
    run: RunContext | None = None,
    *,
    view: str = "3d",
    state: ViewState | None = None,
    overlays: BoardOverlays | None = None,
    animation: Animation | None = None,
    cell: float = 8.0,
    stand: bool | None = None,
    plates: bool = False,
    caption: str = "",
    source: str = "",
    **image: Unpack[ImageChoices],
) -> None:
    """Write an image, a drawing, an animation or a 3D model of a placement or an empty board.

    Parameters
    ----------
    path : path
        The file; its ending chooses the format, see `FORMATS`.
    run : RunContext, optional
        For animations: progress and the stop flag; one that is stopped leaves no file.
    view : str
        One of `VIEWS` but ``density``.
    state : ViewState, optional
        How the board is seen: the coordinates that are shown, the camera, the colours, free cells.
    overlays : BoardOverlays, optional
        What is drawn beside the queens: the attack lines of a cell, values, marks.
    animation : Animation, optional
        What an animation shows; a turntable by default.
    cell : float
        Millimetres in a cell of a solid.
    stand : bool, optional
        Whether a solid has a stand; by default an STL and a 3MF have.
    plates : bool
        Whether each layer of a solid is a plate of its own.
    caption, source : str
        What a page (``.html``) says of its board, plain text.
    **image
        What `ImageSettings` has: ``size`` in pixels, or ``paper`` (``"column"``, ``"12cm"``, a
        `Paper`) with type in points; ``dpi``, ``crop``, ``margin``, ``transparent``, ``theme`` ...

    Raises
    ------
    InputError
        If there is no such view, it has no such format, or the file cannot be written.
    """
    placement = Placement(subject) if isinstance(subject, Board) else subject
    state, what = state or ViewState(), what_of(view, path)
    is_replay = animation is not None and animation.kind == REPLAY
    figure = Figure(
        what,
        picture_of(BoardState(placement), state, overlays),
        ImageSettings.of(**image),
        state,
        animation=animation or Animation(),
        of_layers=view == "layers",
        steps=placing_steps(placement) if is_replay else (),
        cell=cell,
        stand=stand,
        plates=plates,
        caption=caption,
        source=source,
    )
    write_export(figure, path, run)


def what_of(view: str, path: str | Path) -> str:
    """Return what is exported, a key of `FORMATS`, by the view and the ending of the file.

    Raises InputError if there is no such view, or a film or a solid does not show it.
    """
    if view not in VIEWS:
        raise InputError(f"no view {view!r}; choose one of {', '.join(VIEWS)}")
    ending = Path(path).suffix.lower().removeprefix(".")
    for what, shown in (("film", SCENES), ("solid", ("3d",)), ("page", (*SCENES, "density"))):
        if ending in FORMATS[what] or plugin_format(what, ending) is not None:
            if view not in shown:
                raise InputError(f"a {what} does not show --view {view}")
            return what
    return {"3d": "scene", "density": "layers"}.get(view, view)
