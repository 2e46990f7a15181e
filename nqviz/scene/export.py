"""Pictures of scenes in files, made without a screen."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pyvista as pv

from ..arrangement import Arrangement, FloatArray
from ..errors import InputError
from ..palette import theme_named
from ..picture import Picture
from .board_scene import BoardScene
from .camera import Eye
from .offscreen import Pixels, offscreen_plotter
from .options import SceneOptions, default_scene

ENDINGS = (".png",)
LARGEST_SIDE = 16_000
"""The longest side of a picture, in pixels."""

NORMAL_HEIGHT = 800
"""The height of a picture whose lines and texts have their plain size, in pixels."""

_LARGEST_DRAWN = 8192  # what every OpenGL can draw at once


def save_scene(
    picture: Picture,
    path: str | Path,
    *,
    size: tuple[int, int] = (1600, 1200),
    scale: float = 1.0,
    transparent: bool = False,
    theme: str = "light",
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    eye: Eye | None = None,
) -> None:
    """Draw a scene into an image file, without a screen.

    Parameters
    ----------
    picture : Picture
    path : str or Path
        The file, a ``.png``; it is written under another name first and then renamed.
    size : (int, int)
        Width and height in pixels.
    scale : float
        Multiplies the size: 2 gives the same picture twice as fine.
    transparent : bool
        Leave the background out.
    theme : str
        "light" or "dark".
    arrangement : Arrangement, optional
        Where cells are drawn; `default_scene` without it.
    options : SceneOptions, optional
    eye : Eye, optional
        Where to look from; from the corner, with all in sight, without it.

    Raises
    ------
    InputError
        If the ending of the path is unknown, the size is not possible, or there is no OpenGL.
    OSError
        If the file cannot be written.
    """
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise InputError(
            f"{target.name}: a scene is written as {' or '.join(ENDINGS)},"
            f" not as {target.suffix or 'a file without ending'!r}"
        )
    width, height = (round(side * scale) for side in size)
    if min(width, height) < 1 or max(width, height) > LARGEST_SIDE:
        raise InputError(
            f"a picture of {width} x {height} pixels is not possible;"
            f" a side has 1 to {LARGEST_SIDE:,}"
        )
    finer = 2 if max(width, height) * 2 <= _LARGEST_DRAWN else 1
    colours = theme_named(theme)
    with offscreen_plotter((width * finer, height * finer)) as plotter:
        scene = BoardScene(plotter, colours)
        scene.set_pixel_scale(height * finer / NORMAL_HEIGHT)
        scene.show(picture, arrangement or default_scene(picture.board), options or SceneOptions())
        if eye is None:
            scene.view("isometric")
        else:
            _look_like(scene, eye)
        if transparent:  # a background that changes from top to bottom is opaque
            plotter.set_background(colours.background)  # type: ignore[arg-type]
        pixels = _draw(plotter, transparent)
        scene.close()
    _write(_coarser(pixels, finer), target)


def _look_like(scene: BoardScene, eye: Eye) -> None:
    """Look from where another eye looks, so that all that it sees stays in sight."""
    scene.eye.azimuth, scene.eye.elevation = eye.azimuth, eye.elevation
    (width, height), (seen_width, seen_height) = scene.eye.size, eye.size
    wider = max(1.0, seen_width / seen_height * height / width)
    scene.eye.focus, scene.eye.distance = eye.focus.copy(), eye.distance * wider
    scene.eye.orthographic = eye.orthographic
    scene.orbit(0.0, 0.0)


def _draw(plotter: pv.Plotter, transparent: bool) -> Pixels:
    """Render and give the pixels, shape (height, width, 3 or 4)."""
    image = plotter.screenshot(None, return_img=True, transparent_background=transparent)
    return np.asarray(image, dtype=np.uint8)


def _coarser(pixels: Pixels, finer: int) -> Pixels:
    """Average squares of pixels, weighted by how opaque they are: edges become smooth."""
    if finer == 1:
        return pixels
    height, width, channels = pixels.shape
    squares = pixels.reshape(height // finer, finer, width // finer, finer, channels)
    if channels == 3:
        mean: FloatArray = squares.mean(axis=(1, 3))
        return np.rint(mean).astype(np.uint8)
    alpha = squares[..., 3:].astype(np.float32)
    weight = alpha.sum(axis=(1, 3))
    colour = (squares[..., :3] * alpha).sum(axis=(1, 3)) / np.maximum(weight, 1.0)
    both: FloatArray = np.concatenate((colour, weight / finer**2), axis=-1)
    return np.rint(both).astype(np.uint8)


def _write(pixels: Pixels, target: Path) -> None:
    from PIL import Image  # takes a moment, and only pictures in files need it

    handle, name = tempfile.mkstemp(suffix=target.suffix, prefix=".", dir=target.parent)
    os.close(handle)
    try:
        Image.fromarray(pixels).save(name)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
