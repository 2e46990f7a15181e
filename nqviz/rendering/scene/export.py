"""Images of scenes in files, drawn off screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.alt_text import AltText, alt_text_of
from nqviz.rendering.canvas.files import write_canvas
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings, format_of
from nqviz.view.palette import grey

from .board_scene import BoardScene
from .camera import CameraPose
from .offscreen_renderer import (
    OffscreenRenderer,
    Pixels,
    check_opengl,
    open_stage,
    pixels_from_below,
)
from .options import SceneOptions, default_scene

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("png", "svg", "pdf", "tex")
LARGEST_SIDE = 16_000
"""The longest side of a picture, in pixels."""

NORMAL_HEIGHT = 800
"""The height of a picture whose lines and texts have their plain size, in pixels."""

INSETS = (84.0, 28.0, 84.0, 76.0)
"""What is left free at the left, top, right and bottom, where coordinates stand."""

_LARGEST_DRAWN = 8192  # what every OpenGL can draw at once
_PNG_EFFORT = 3  # more takes three times as long for a file a fifth smaller


def save_scene(
    picture: BoardView,
    path: str | Path,
    *,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    pose: CameraPose | None = None,
    alt_text: AltText | None = None,
    **settings: Unpack[ImageChoices],
) -> None:
    """Draw a scene into an image file, off screen.

    Parameters
    ----------
    path : str or Path
        The file; svg, pdf and tex are vector drawings. It is written under another name first
        and then renamed.
    arrangement : Arrangement, optional
        Where cells are drawn; `default_scene` without it.
    pose : CameraPose, optional
        Where to look from; from the corner, with all in sight, without it.
    alt_text : AltText, optional
        What the picture shows, to be kept in the file; made of the picture without it.
    **settings
        size, scale, dpi, transparent and theme, see `ImageSettings`.

    Raises
    ------
    InputError
        If the ending of the path is unknown, the size is not possible, there is no OpenGL, or
        the file cannot be written.
    """
    ending = format_of(Path(path).name, FORMATS, "a picture of a scene")
    chosen, alt_text = ImageSettings(**settings), alt_text or alt_text_of(picture, "Scene")
    if ending != "png":
        from .drawing import draw_scene

        canvas = draw_scene(picture, chosen, arrangement, options, pose)
        write_canvas(canvas, path, ending, chosen, alt_text)
        return
    with drawing_scene(chosen) as studio:
        studio.show(picture, arrangement, options)
        if pose is None:
            studio.scene.view("isometric")
        else:
            studio.scene.look(pose)
        pixels = studio.pixels()
    atomic_write(path, png_bytes(pixels, chosen.dpi, alt_text.title))


@dataclass(frozen=True)
class Studio:
    """A scene in a renderer of its own, drawn at a higher resolution than it is returned."""

    scene: BoardScene
    stage: OffscreenRenderer
    """Its background is clear."""
    finer: int
    """How many pixels are drawn, each way, for one of the picture."""
    backdrop: Image | None
    """What the scene is laid over; nothing where the picture is transparent."""
    is_grey: bool = False
    """Whether colours become greys."""

    def show(
        self,
        picture: BoardView,
        arrangement: Arrangement | None = None,
        options: SceneOptions | None = None,
    ) -> None:
        """Update the scene from a board view."""
        places = arrangement or default_scene(picture.board)
        self.scene.show(picture, places, options or SceneOptions())

    def pixels(self) -> Pixels:
        """Draw and return the pixels, shape (height, width, 3), or 4 where it is transparent."""
        from .composing import clear, over, smaller  # takes a moment, and only files need it

        drawn = smaller(pixels_from_below(self.stage), self.finer)
        whole = clear(drawn) if self.backdrop is None else over(drawn, self.backdrop)
        if self.is_grey:
            whole[..., :3] = grey(whole[..., :3])
        return whole


@contextmanager
def drawing_scene(settings: ImageSettings, plain: bool = False) -> Iterator[Studio]:
    """Open a scene that draws images with given settings off screen, and close it at the end.

    Parameters
    ----------
    plain : bool
        Whether the background has one colour only.

    Raises
    ------
    InputError
        If the size is not possible or there is no OpenGL.
    """
    width, height = settings.pixels
    if max(width, height) > LARGEST_SIDE:
        raise InputError(
            f"a scene of {width} x {height} pixels is too large; at most {LARGEST_SIDE:,} each way"
        )
    finer = 2 if max(width, height) * 2 <= _LARGEST_DRAWN else 1
    stage = open_stage((width * finer, height * finer), transparent=True)
    try:
        check_opengl(stage)
        scene = BoardScene(stage, settings.colours, "fine")
        scene.set_pixel_scale(height * finer / NORMAL_HEIGHT)
        scene.set_insets(*INSETS)
        stage.renderer.SetBackground(0.0, 0.0, 0.0)
        yield Studio(scene, stage, finer, _backdrop(settings, plain), settings.colours.is_mono)
        scene.close()
    finally:
        stage.close()


def _backdrop(settings: ImageSettings, plain: bool) -> Image | None:
    from PIL import Image

    from .backdrop import backdrop

    if settings.transparent:
        return None
    if plain:
        return Image.new("RGB", settings.pixels, settings.colours.canvas_mid)
    return Image.fromarray(backdrop(settings.pixels, settings.colours))


def png_bytes(pixels: Pixels, dpi: float, title: str = "") -> bytes:
    """Return pixels as the bytes of a PNG file, with dots per inch and a title in it."""
    from PIL import Image, PngImagePlugin  # takes a moment, and only files need it

    told = PngImagePlugin.PngInfo()
    if title:
        told.add_text("Title", title)
    stream = BytesIO()
    image = Image.fromarray(pixels)
    image.save(stream, "png", compress_level=_PNG_EFFORT, dpi=(dpi, dpi), pnginfo=told)
    return stream.getvalue()
