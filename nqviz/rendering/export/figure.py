"""The description of one figure: what is drawn, how it is seen, its style and its paper.

The window, the command line and a session each make a `Figure`; it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.layers_layout import arrange_layers
from nqviz.run.plugins import PluginRegistry
from nqviz.view.animation import Animation
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings, format_of
from nqviz.view.view_state import ViewState

if TYPE_CHECKING:
    from nqviz.rendering.figures import Chart
    from nqviz.rendering.scene import PrintCheck, SceneOptions

_DRAWINGS = ("png", "svg", "pdf", "tex")
FORMATS = {
    **dict.fromkeys(("scene", "layers", "layer", "square", "graph", "contact", "chart"), _DRAWINGS),
    "film": ("mp4", "gif", "webm", "zip"),
    "solid": ("stl", "3mf", "glb", "ply", "vtp"),
    "page": ("html",),
}
"""What can be exported, and the built-in formats of each."""

_CALLED = {
    "scene": "a picture of a scene",
    "layers": "a drawing of layers",
    "layer": "a drawing of a layer",
    "square": "a drawing of a square",
    "graph": "a drawing of a graph",
    "contact": "a contact sheet",
    "chart": "a chart",
    "film": "a film",
    "solid": "a solid",
    "page": "a web page",
}


@dataclass(frozen=True)
class ExportFormat:
    """A file format that a plug-in adds.

    Raises InputError if the ending is built in, or nothing of this name is exported.
    """

    name: str
    """The name of its entry point."""
    what: str
    """What it writes: a key of `FORMATS`."""
    ending: str
    """How names of such files end, without the dot; none of the built-in endings."""
    title: str
    """Its label in the window."""
    write: Callable[[Figure, Path], None]
    """Takes a `Figure` and a path, and writes the file."""

    def __post_init__(self) -> None:
        if self.what not in FORMATS or any(self.ending in known for known in FORMATS.values()):
            raise InputError(f"no plug-in can write {self.what!r} as {self.ending!r}")


EXPORTS: PluginRegistry[ExportFormat] = PluginRegistry("nqviz.exports", ExportFormat, {})
"""The formats of plug-ins."""


def formats_of(what: str) -> tuple[str, ...]:
    """Return the endings of the files in which something, a key of `FORMATS`, is written."""
    more = (each.ending for each in EXPORTS.values() if each.what == what)
    return (*FORMATS[what], *dict.fromkeys(more))


def plugin_format(what: str, ending: str) -> ExportFormat | None:
    """Return the plug-in that writes something in a format; None if the format is built in."""
    if any(ending in known for known in FORMATS.values()):
        return None
    found = (each for each in EXPORTS.values() if (each.what, each.ending) == (what, ending))
    return next(found, None)


@dataclass(frozen=True, eq=False)
class Figure:
    """One figure, with all that changes how it is drawn.

    Raises InputError if there is no such figure.
    """

    what: str
    """A key of `FORMATS`."""
    picture: BoardView
    """The board with its queens and what is drawn beside them."""
    settings: ImageSettings = field(default_factory=ImageSettings)
    """Style and paper of all but solids, of which only the theme counts."""
    view: ViewState = field(default_factory=ViewState)
    """How the board is seen: the coordinates that are shown, the camera, the colours."""
    chart: Chart | None = None
    """What a chart shows; the queens of each layer without it."""
    animation: Animation = field(default_factory=Animation)
    of_layers: bool = False
    """Whether a film shows the layers instead of the scene."""
    steps: Sequence[BoardView] = ()
    """The moments of a replay."""
    cell: float = 8.0
    """Millimetres in a cell of a solid."""
    stand: bool | None = None
    """Whether a solid has a stand; an STL and a 3MF have one without it."""
    plates: bool = False
    """Whether each layer of a solid is a plate of its own, all of them side by side."""
    caption: str = ""
    source: str = ""
    """`caption` and `source`: what a page says of its board, plain text."""

    def __post_init__(self) -> None:
        if self.what not in FORMATS:
            raise InputError(f"cannot export {self.what!r}; choose one of {', '.join(FORMATS)}")
        if self.settings.crop and FORMATS[self.what] is not _DRAWINGS:
            raise InputError(f"{_CALLED[self.what]} is not cropped")

    # How it is drawn -------------------------------------------------------------------------

    @property
    def shown(self) -> ViewState:
        """The view with all axes named; a solid is not wrapped on a torus."""
        view = self.view.on(self.picture.board)
        return replace(view, wrapped=False) if self.what == "solid" else view

    @property
    def axis(self) -> int | None:
        """The (0-based) coordinate that numbers the layers; None on flat boards."""
        board = self.picture.board
        return self.shown.dims.scene[-1] if board.d > 2 else None

    @property
    def arrangement(self) -> Arrangement:
        """Where cells are drawn: in three dimensions for a scene, a film of it or a solid."""
        is_solid = self.what == "solid" and not self.plates
        if self.what == "scene" or is_solid or (self.what == "film" and not self.of_layers):
            from nqviz.rendering.scene import scene_arrangement

            return scene_arrangement(self.shown, self.picture.board)
        return self._layers()

    def _layers(self) -> Arrangement:
        """Arrange the flat boards so that they fill the page."""
        (width, height), dims = self.settings.size, self.shown.dims
        fixed, axis = dict(dims.fixed), self.axis
        if self.what == "layer" and axis is not None:
            fixed[axis] = self.shown.active_layer or 0
        return arrange_layers(self.picture.board, dims.layers, width / height, fixed)

    @property
    def options(self) -> SceneOptions:
        """How a scene looks, and the queens of a solid."""
        from nqviz.rendering.scene import scene_options

        options = scene_options(self.shown, self.picture.board)
        is_slice = self.picture.overlay is not None and options.density == "slice"
        if is_slice or options.queens == "layer":
            return options
        return replace(options, active_layer=None)  # a mark of the work, not of the board

    # What comes of it ------------------------------------------------------------------------

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the picture in pixels, before it is cropped; that of a film is even."""
        width, height = self.settings.pixels
        return (width - width % 2, height - height % 2) if self.what == "film" else (width, height)

    @property
    def frames(self) -> int:
        """How many pictures the film has."""
        return self.animation.length(self.picture.board, len(self.steps))

    def print_check(self, ending: str) -> PrintCheck:
        """Return size and walls of the solid in a format, and whether it is watertight."""
        from nqviz.rendering.scene import check_print

        return check_print(
            self.picture, ending, self.arrangement, self.options, self.cell, self.stand
        )

    def format_of(self, path: Path | str) -> str:
        """Return the format by the name of a file.

        Raises InputError if this cannot be written in that format.
        """
        ending = Path(path).suffix.lower().removeprefix(".")
        known = FORMATS[self.what] if ending in FORMATS[self.what] else formats_of(self.what)
        return format_of(Path(path).name, known, _CALLED[self.what])
