"""Where the scene draws its board, as far as it does not tell by itself yet."""

from __future__ import annotations

import numpy as np

from nqviz.rendering.scene import BoardScene
from nqviz.rendering.scene.shapes import CORNERS


def set_insets(scene: BoardScene, insets: tuple[int, int, int, int]) -> None:
    """Leave room at the left, above, at the right and below."""
    setter = getattr(scene, "set_insets", None)
    if setter is not None:
        setter(*insets)


def screen_box(scene: BoardScene, ratio: float) -> tuple[float, float, float, float]:
    """Return the projected board in logical pixels."""
    if hasattr(scene, "screen_box"):
        return tuple(scene.screen_box())
    frame = scene._frame
    assert frame is not None
    low, high = frame.arrangement.bounds
    places = scene.camera.project((low + high) / 2 + CORNERS * (high - low))
    height = scene.camera.size[1]
    x, y = places[:, 0] / ratio, (height - 1 - places[:, 1]) / ratio
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def layer_heights(scene: BoardScene, ratio: float) -> list[float]:
    """Return the pixel of each layer at the board's right edge."""
    if hasattr(scene, "layer_heights"):
        return list(scene.layer_heights())
    frame = scene._frame
    assert frame is not None
    low, high = frame.arrangement.bounds
    corners = [(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])]
    right = max(corners, key=lambda c: scene.camera.project([*c, (low[2] + high[2]) / 2])[0])
    count = frame.arrangement.board.shape[frame.arrangement.shown[2]]
    step = (high[2] - low[2]) / count
    points = np.array([(*right, low[2] + (layer + 0.5) * step) for layer in range(count)])
    ys = scene.camera.project(points)[:, 1]
    return [float((scene.camera.size[1] - 1 - y) / ratio) for y in ys]
