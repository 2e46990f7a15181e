"""Images of scenes in files, drawn off screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.alt_text import AltText, alt_text_of
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.cropping import write_canvas
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings, format_of
from nqviz.view.paper import TYPE_UNITS
from nqviz.view.view_state import CameraState

from .board_scene import BoardScene
from .offscreen_renderer import (
    OffscreenRenderer,
    Pixels,
    check_opengl,
    open_offscreen,
    pixels_from_below,
)
from .options import SceneOptions, default_scene
from .texts import TEXT

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
    camera: CameraState | None = None,
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
    camera : CameraState, optional
        Where to look from; from the corner, with all in sight, without it.
    alt_text : AltText, optional
        What the picture shows, to be kept in the file; made of the picture without it.
    **settings
        What `ImageSettings` has: size, paper, dpi, crop, margin, transparent, theme ...

    Raises
    ------
    InputError
        If the ending of the path is unknown, the size is not possible, there is no OpenGL, or
        the file cannot be written.
    """
    ending = format_of(Path(path).name, FORMATS, "a picture of a scene")
    chosen, alt_text = ImageSettings.of(**settings), alt_text or alt_text_of(picture, "Scene")
    if ending != "png":
        from .drawing import draw_scene

        def draw(size: tuple[int, int]) -> Canvas:
            page = replace(chosen, size=size, scale=1.0, crop=False)
            return draw_scene(picture, page, arrangement, options, camera)

        write_canvas(draw, path, ending, chosen, alt_text)
        return

    def shown(page: ImageSettings) -> AbstractContextManager[SceneImage]:
        return _shown(picture, page, line_scale(chosen, page.scale), arrangement, options, camera)

    def draw_page(page: ImageSettings) -> Image:
        with shown(page) as image:
            return image.drawn()

    if chosen.crop:
        from .composing import cropped

        pixels = cropped(draw_page, chosen)
    else:
        with shown(chosen) as image:
            pixels = image.pixels()
    atomic_write(path, png_bytes(pixels, chosen.dpi, alt_text.title))


@contextmanager
def _shown(
    picture: BoardView,
    settings: ImageSettings,
    scale: float,
    arrangement: Arrangement | None,
    options: SceneOptions | None,
    camera: CameraState | None,
) -> Iterator[SceneImage]:
    """Open a scene with a picture, seen from a camera."""
    with drawing_scene(settings, scale=scale) as image:
        image.show(picture, arrangement, options)
        if camera is None:
            image.scene.view("isometric")
        else:
            image.scene.look(camera)
        yield image


@dataclass(frozen=True)
class SceneImage:
    """A scene in a renderer of its own, drawn at a higher resolution than it is returned."""

    scene: BoardScene
    offscreen: OffscreenRenderer
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

    def drawn(self) -> Image:
        """Draw and return the image without what is behind it."""
        from .composing import smaller  # takes a moment, and only files need it

        return smaller(pixels_from_below(self.offscreen), self.finer)

    def pixels(self) -> Pixels:
        """Draw and return the pixels, shape (height, width, 3), or 4 where it is transparent."""
        from .composing import composed

        return composed(self.drawn(), self.backdrop, self.is_grey)


def line_scale(settings: ImageSettings, scale: float) -> float:
    """Return the pixels of a logical one, by which lines and texts of a scene grow.

    On paper coordinates are as large as those of drawings; else they grow with the image.

    `settings`: of the whole image, before it is cropped.
    `scale`: pixels in a unit.
    """
    if settings.paper is not None:
        return scale * TYPE_UNITS / TEXT
    return scale * settings.size[1] / NORMAL_HEIGHT


@contextmanager
def drawing_scene(
    settings: ImageSettings, plain: bool = False, scale: float | None = None
) -> Iterator[SceneImage]:
    """Open a scene that draws images with given settings off screen, and close it at the end.

    `plain`: whether the background has one colour only.
    `scale`: the pixels of a logical one; those of `line_scale` without it.
    Raises InputError if the size is not possible or there is no OpenGL.
    """
    width, height = settings.pixels
    if max(width, height) > LARGEST_SIDE:
        raise InputError(
            f"a scene of {width} x {height} pixels is too large; at most {LARGEST_SIDE:,} each way"
        )
    from .composing import behind

    finer = 2 if max(width, height) * 2 <= _LARGEST_DRAWN else 1
    offscreen = open_offscreen((width * finer, height * finer), transparent=True)
    try:
        check_opengl(offscreen)
        scene = BoardScene(offscreen, settings.colours, "fine")
        scale = line_scale(settings, settings.scale) if scale is None else scale
        scene.set_pixel_scale(scale * finer)
        scene.set_insets(*INSETS)
        offscreen.renderer.SetBackground(0.0, 0.0, 0.0)
        yield SceneImage(scene, offscreen, finer, behind(settings, plain), settings.colours.is_mono)
        scene.close()
    finally:
        offscreen.close()


def png_bytes(pixels: Pixels, dpi: float, title: str = "") -> bytes:
    """Return pixels as the bytes of a PNG file, with dots per inch and a title in it.

    `pixels`, shape (height, width, 3 or 4).
    """
    from PIL import Image, PngImagePlugin  # takes a moment, and only files need it

    told = PngImagePlugin.PngInfo()
    if title:
        told.add_text("Title", title)
    stream = BytesIO()
    image = Image.fromarray(pixels)
    image.save(stream, "png", compress_level=_PNG_EFFORT, dpi=(dpi, dpi), pnginfo=told)
    return stream.getvalue()
