"""Pictures of scenes in files, made without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Unpack

import numpy as np

from ..arrangement import Arrangement
from ..errors import InputError
from ..files import atomic_write
from ..look import Look, LookChoices, format_of
from ..palette import rgb
from ..picture import Picture
from .board_scene import BoardScene
from .camera import Sight
from .offscreen import Pixels, Stage, check_opengl, drawn_pixels, open_stage
from .options import SceneOptions, default_scene

FORMATS = ("png",)
LARGEST_SIDE = 16_000
"""The longest side of a picture, in pixels."""

NORMAL_HEIGHT = 800
"""The height of a picture whose lines and texts have their plain size, in pixels."""

_LARGEST_DRAWN = 8192  # what every OpenGL can draw at once
_PNG_EFFORT = 3  # more takes three times as long for a file a fifth smaller


def save_scene(
    picture: Picture,
    path: str | Path,
    *,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    sight: Sight | None = None,
    title: str = "",
    **look: Unpack[LookChoices],
) -> None:
    """Draw a scene into an image file, without a screen.

    Parameters
    ----------
    picture : Picture
    path : str or Path
        The file, a ``.png``; it is written under another name first and then renamed.
    arrangement : Arrangement, optional
        Where cells are drawn; `default_scene` without it.
    options : SceneOptions, optional
    sight : Sight, optional
        Where to look from; from the corner, with all in sight, without it.
    title : str
        Words to keep in the file.
    **look
        size, scale, dpi, transparent and theme, see `Look`.

    Raises
    ------
    InputError
        If the ending of the path is unknown, the size is not possible, there is no OpenGL, or
        the file cannot be written.
    """
    format_of(Path(path).name, FORMATS, "a picture of a scene")
    chosen = Look(**look)
    with drawing_scene(chosen) as studio:
        studio.show(picture, arrangement, options)
        if sight is None:
            studio.scene.view("isometric")
        else:
            studio.scene.look(sight)
        pixels = studio.pixels()
    atomic_write(path, png_bytes(pixels, chosen.dpi, title))


@dataclass(frozen=True)
class Studio:
    """A scene on a stage of its own, drawn finer than it is given."""

    scene: BoardScene
    stage: Stage
    finer: int
    transparent: bool

    def show(
        self,
        picture: Picture,
        arrangement: Arrangement | None = None,
        options: SceneOptions | None = None,
    ) -> None:
        """Bring the scene up to date with a picture."""
        places = arrangement or default_scene(picture.board)
        self.scene.show(picture, places, options or SceneOptions())

    def pixels(self) -> Pixels:
        """Draw, and give the pixels, shape (height, width, 3), or 4 where it is transparent."""
        drawn = drawn_pixels(self.stage)
        return _coarser(drawn if self.transparent else drawn[..., :3], self.finer)


@contextmanager
def drawing_scene(look: Look, plain: bool = False) -> Iterator[Studio]:
    """Open a scene that draws pictures of a look without a screen, and close it in the end.

    Parameters
    ----------
    look : Look
    plain : bool
        Whether the background has one colour only.

    Raises
    ------
    InputError
        If the size is not possible or there is no OpenGL.
    """
    width, height = look.pixels
    if max(width, height) > LARGEST_SIDE:
        raise InputError(
            f"a scene of {width} x {height} pixels is too large; at most {LARGEST_SIDE:,} each way"
        )
    finer = 2 if max(width, height) * 2 <= _LARGEST_DRAWN else 1
    stage = open_stage((width * finer, height * finer))
    try:
        if look.transparent and stage.render_window is not None:
            stage.render_window.SetAlphaBitPlanes(True)
        check_opengl(stage)
        scene = BoardScene(stage, look.colours)
        scene.set_pixel_scale(height * finer / NORMAL_HEIGHT)
        if plain or look.transparent:  # a background that changes from top to bottom is opaque
            stage.renderer.GradientBackgroundOff()
            stage.renderer.SetBackground(*(value / 255 for value in rgb(look.colours.background)))
        if look.transparent:
            stage.renderer.SetBackgroundAlpha(0.0)
        yield Studio(scene, stage, finer, look.transparent)
        scene.close()
    finally:
        stage.close()


def _coarser(pixels: Pixels, finer: int) -> Pixels:
    """Average squares of pixels, weighted by how opaque they are: edges become smooth."""
    if finer == 1:
        return np.ascontiguousarray(pixels)
    height, width, channels = pixels.shape
    squares = pixels.reshape(height // finer, finer, width // finer, finer, channels)
    parts = [squares[:, row, :, column] for row in range(finer) for column in range(finer)]
    if channels == 3:
        total = np.full(parts[0].shape, len(parts) // 2, np.uint16)
        for part in parts:
            total += part
        return (total // len(parts)).astype(np.uint8)
    colour = np.zeros((*parts[0].shape[:2], 3), np.uint32)
    weight = np.zeros((*parts[0].shape[:2], 1), np.uint32)
    for part in parts:
        alpha = part[..., 3:].astype(np.uint32)
        colour += part[..., :3] * alpha
        weight += alpha
    mean = (colour + weight // 2) // np.maximum(weight, 1)
    both: Pixels = np.concatenate((mean, weight // len(parts)), axis=-1).astype(np.uint8)
    return both


def png_bytes(pixels: Pixels, dpi: float, title: str = "") -> bytes:
    """Give pixels as the bytes of a PNG file, with dots per inch and a title in it."""
    from PIL import Image, PngImagePlugin  # takes a moment, and only files need it

    told = PngImagePlugin.PngInfo()
    if title:
        told.add_text("Title", title)
    stream = BytesIO()
    image = Image.fromarray(pixels)
    image.save(stream, "png", compress_level=_PNG_EFFORT, dpi=(dpi, dpi), pnginfo=told)
    return stream.getvalue()
