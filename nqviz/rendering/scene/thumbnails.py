"""Small pictures of boards, drawn one after the other by one renderer off screen."""

from __future__ import annotations

import numpy as np

from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.palette import Theme

from .board_scene import BoardScene
from .offscreen_renderer import Pixels, check_opengl, open_stage, pixels_from_below
from .options import SceneOptions, default_scene

FINER = 2
"""How many pixels are drawn, each way, for one of a picture."""
INSET = 0.03
"""The share of the shorter side of a picture that is left free at each side."""


class Thumbnails:
    """Draws boards as the scene does, without texts and on nothing.

    Parameters
    ----------
    theme : Theme

    Raises
    ------
    InputError
        If there is no OpenGL.
    """

    def __init__(self, theme: Theme) -> None:
        self._stage = open_stage((64, 64), transparent=True)
        try:
            check_opengl(self._stage)
        except BaseException:
            self._stage.close()
            raise
        self._scene = BoardScene(self._stage, theme, "coarse")
        self._set_theme(theme)

    def draw(
        self,
        picture: BoardView,
        size: tuple[int, int],
        *,
        theme: Theme | None = None,
        arrangement: Arrangement | None = None,
        options: SceneOptions | None = None,
    ) -> Pixels:
        """Return the pixels of a small picture.

        Parameters
        ----------
        picture : BoardView
        size : (int, int)
            Width and height in pixels, as far as possible 100 to 400.
        theme : Theme, optional
            The last one without it.
        arrangement : Arrangement, optional
            Where cells are drawn; `default_scene` without it.
        options : SceneOptions, optional

        Returns
        -------
        array of shape (height, width, 4)
            From the top; colours are multiplied by opacity, the fourth value.
        """
        width, height = size
        window = self._stage.render_window
        if window is None:
            raise ValueError("the renderer is closed")
        if window.GetSize() != (width * FINER, height * FINER):
            window.SetSize(width * FINER, height * FINER)
        if theme is not None and theme != self._theme:
            self._set_theme(theme)
        inset = INSET * FINER * min(size)
        self._scene.set_insets(inset, inset, inset, inset)
        chosen = options or SceneOptions(labels=False, legend=False)
        self._scene.show(picture, arrangement or default_scene(picture.board), chosen)
        self._scene.view("isometric")
        drawn = pixels_from_below(self._stage)[::-1]
        parts = drawn.reshape(height, FINER, width, FINER, 4).astype(np.uint16)
        smaller: Pixels = (parts.sum(axis=(1, 3)) // FINER**2).astype(np.uint8)
        return smaller

    def _set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._scene.set_theme(theme)
        self._stage.renderer.SetBackground(0.0, 0.0, 0.0)

    def close(self) -> None:
        """Release everything."""
        self._scene.close()
        self._stage.close()
