"""The frames of animations in three dimensions, drawn off screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.animation import FLIGHT, REPLAY, Animation
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.view_state import CameraState

from .export import SceneImage, drawing_scene
from .offscreen_renderer import Pixels
from .options import SceneOptions, default_scene, layer_axis

FLIGHT_ELEVATION, FLIGHT_TURN = 48.0, 50.0
"""The elevation of a flight and how far it turns from start to end, in degrees."""
FLIGHT_NEARER = 0.25
"""The share of the distance by which a flight approaches."""


def scene_frames(
    animation: Animation,
    picture: BoardView,
    settings: ImageSettings,
    *,
    steps: Sequence[BoardView] = (),
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    camera: CameraState | None = None,
    plain: bool = False,
) -> Iterator[Pixels]:
    """Draw the frames of an animation, each of shape (height, width, 3).

    Parameters
    ----------
    steps : sequence of BoardView
        The moments of a replay, at least one.
    arrangement : Arrangement, optional
        Where cells are drawn; `default_scene` without it.
    camera : CameraState, optional
        Where a turn begins or a replay is looked at from; the corner without it.
    plain : bool
        Whether the background has one colour only.

    Raises
    ------
    InputError
        If the board has no layers to fly through, the size is not possible, or there is no OpenGL.
    """
    places = arrangement or default_scene(picture.board)
    film = _Film(animation, picture, places, options or SceneOptions(), camera)
    with drawing_scene(replace(settings, transparent=False), plain) as image:
        if animation.kind == REPLAY:
            yield from _replay(image, film, steps)
        else:
            yield from (_flight if animation.kind == FLIGHT else _turn)(image, film)


@dataclass(frozen=True)
class _Film:
    """What is filmed, and how it is looked at."""

    animation: Animation
    picture: BoardView
    places: Arrangement
    options: SceneOptions
    camera: CameraState | None


def _turn(image: SceneImage, film: _Film) -> Iterator[Pixels]:
    """Turn the board once, as on a turntable; it rests before and after."""
    animation, camera = film.animation, film.camera
    image.show(film.picture, film.places, film.options)
    scene = image.scene
    scene.view("isometric")
    if camera is not None:
        scene.look(camera)
    if camera is None or camera.distance is None:
        scene.surround()
    frames = animation.length(film.picture.board)
    shown, pixels = 0.0, image.pixels()
    for frame in range(frames):
        share = animation.share_at(frame, frames)
        if share != shown:
            scene.turn(360.0 * (share - shown))
            shown, pixels = share, image.pixels()
        yield pixels


def _flight(image: SceneImage, film: _Film) -> Iterator[Pixels]:
    """Move down from above, layer by layer; layers above the camera are hidden."""
    animation, picture, places, options = film.animation, film.picture, film.places, film.options
    axis = layer_axis(places)
    if axis is None:
        raise InputError(f"the {picture.board} is flat: it has no layers to fly through")
    scene, frames = image.scene, animation.length(picture.board)
    low, high = places.ranges.get(axis, (0, picture.board.shape[axis] - 1))
    image.show(picture, places, options)
    scene.look(CameraState(-62.0, FLIGHT_ELEVATION))
    scene.surround()
    camera = scene.camera
    start, distance = camera.focus.copy(), camera.distance
    heights = places.displacements[axis][:, 2]
    shown, reached, pixels = -1, -1.0, None
    for frame in range(frames):
        share = animation.share_at(frame, frames)
        if pixels is not None and share == reached:
            yield pixels
            continue
        layer = high - min(int(share * (high - low + 1)), high - low)
        if layer != shown:
            shown = layer
            clipped = replace(places, ranges={**places.ranges, axis: (low, layer)})
            # The camera follows the layers down, so the frame of the scene stays.
            image.show(picture, clipped, replace(options, active_layer=layer))
        drop = (
            np.interp(high - share * (high - low), np.arange(len(heights)), heights) - heights[high]
        )
        camera.focus = start + np.array((0.0, 0.0, 0.5 * drop))
        camera.distance = distance * (1.0 - FLIGHT_NEARER * share)
        camera.look(-62.0 + FLIGHT_TURN * share, FLIGHT_ELEVATION)
        reached, pixels = share, image.pixels()
        yield pixels


def _replay(image: SceneImage, film: _Film, steps: Sequence[BoardView]) -> Iterator[Pixels]:
    """Show one step after another, all from the same side."""
    if not steps:
        raise InputError("there is nothing to replay")
    board: Board | None = None

    def draw(step: int) -> Pixels:
        nonlocal board
        picture = steps[step]
        fits = film.places.board == picture.board
        image.show(picture, film.places if fits else None, film.options)
        if picture.board != board:
            board = picture.board
            if film.camera is None or not fits:
                image.scene.view("isometric")
            else:
                image.scene.look(film.camera)
        return image.pixels()

    yield from film.animation.held(steps[0].board, len(steps), draw)
