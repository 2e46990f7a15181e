"""How the scene is looked at: the whole board in sight, moved by hand, or on its way to a side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nqviz.rendering.scene import BoardScene, Camera, view_angles
from nqviz.view.arrangement import Arrangement
from nqviz.view.view_state import CameraState

from ...document.document import Document
from ...widgets.motion import CAMERA, duration
from .camera_motion import CameraMotion
from .turntable import Turntable


class CameraControl(QObject):
    """Moves the camera of the scene and keeps it in step with the view state.

    `view`: where the scene is seen.
    `scene`: returns the scene as far as the camera needs it; None once it is closed.
    `arrangement`: returns where cells are drawn.
    """

    moved = Signal()  # the camera stands elsewhere
    fit_wanted = Signal()  # the board has to be fitted in the next picture
    taken = Signal()  # somebody moves the camera: what moves by itself stops

    def __init__(
        self,
        document: Document,
        view: QWidget,
        scene: Callable[[], BoardScene | None],
        arrangement: Callable[[], Arrangement],
    ) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._scene, self._arrangement = scene, arrangement
        self._state: CameraState | None = None  # the one that the scene has
        self._is_noting = False
        # Whether the whole board comes into sight once everything is in the scene.
        self.fits_next = False
        self._motion = CameraMotion(self)
        self._motion.stepped.connect(self.moved)
        self._motion.settled.connect(self.fit)
        self.turntable = Turntable(self)
        self.turntable.turned.connect(self._on_tick)

    @property
    def is_fitted(self) -> bool:
        """Whether the whole board is in sight and stays so, as the camera has no place."""
        return self._state is None or self._state.distance is None

    @property
    def is_moving(self) -> bool:
        """Whether the camera is on its way to another side."""
        return self._motion.is_running

    # Sides -------------------------------------------------------------------------------------

    def look_from(self, name: str) -> None:
        """Turn to a side by its name, as in `view_angles`, with the whole board in sight."""
        self.look_towards(*view_angles(name, self._arrangement()))

    def reset(self) -> None:
        """Bring the whole board into sight, from the same side."""
        scene = self._scene()
        if scene is not None:
            self.look_towards(scene.camera.azimuth, scene.camera.elevation)

    def look_towards(self, azimuth: float, elevation: float) -> None:
        """Turn the camera to a side, with the whole board in sight.

        `azimuth`, `elevation`: in degrees.
        """
        self.stop()
        scene = self._scene()
        if scene is None:
            return
        start = scene.camera.state()
        scene.camera.look(azimuth, elevation)
        self._note(scene.camera, is_fitted=True)
        if not self._view.isVisible() or duration(CAMERA) == 0:
            self.fit()
            return
        scene.reset()
        self._motion.start(scene, start)

    def fit(self) -> None:
        """Bring the whole board into sight in the next picture, from the same side."""
        self.fits_next = True
        self.fit_wanted.emit()

    # By hand and by itself -----------------------------------------------------------------------

    def turn(self, dx: float, dy: float) -> None:
        """Turn the board as when it is dragged by so many pixels."""
        self._move(lambda scene: scene.orbit(dx, dy))

    def pan(self, dx: float, dy: float) -> None:
        """Move the board by so many pixels."""
        self._move(lambda scene: scene.camera.pan(dx, dy))

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Move towards what is shown at a pixel, with a factor above 1."""
        self._move(lambda scene: scene.camera.zoom(factor, x, y))

    def _move(self, change: Callable[[BoardScene], None]) -> None:
        self.stop()
        scene = self._scene()
        if scene is not None:
            change(scene)
            self._note(scene.camera)
            self.moved.emit()

    def _on_tick(self, degrees: float) -> None:
        scene = self._scene()
        if scene is not None:
            scene.turn(degrees)
            self._note(scene.camera, is_fitted=self.is_fitted)
            self.moved.emit()

    def stop(self) -> None:
        """Stop the turntable and what moves the camera."""
        self.taken.emit()
        self._motion.stop()

    # The view state ------------------------------------------------------------------------------

    def _note(self, camera: Camera, *, is_fitted: bool = False) -> None:
        """Record in the view state where the camera stands, or only from which side it looks."""
        self._state = camera.state(is_fitted)
        self._is_noting = True
        self._document.set_view(replace(self._document.view, camera=self._state))
        self._is_noting = False

    @property
    def is_noting(self) -> bool:
        """Whether the view state is changed by the camera at this moment."""
        return self._is_noting

    def follow(self, scene: BoardScene, refresh: Callable[[BoardScene], None]) -> None:
        """Put the camera where the view state has it, with the board as it is now."""
        state, camera = self._document.view.camera, scene.camera
        if state is None:
            self.look_from("isometric")
        elif state != self._state:
            self._state = state
            camera.look(state.azimuth, state.elevation)
            if state.distance is None:
                self.fit()
            else:
                refresh(scene)
                camera.distance, camera.focus = state.distance, np.array(state.focus)
                camera.apply()

    def fit_other(self, camera: Camera, before: Arrangement) -> None:
        """Fit cells that are drawn elsewhere than before, if the board was in sight.

        Other blocks are seen from their own corner if the ones before were seen from theirs.
        """
        now = self._arrangement()
        if not self.is_fitted or now is before:
            return
        corner, old = view_angles("isometric", now), view_angles("isometric", before)
        if corner != old and (camera.azimuth, camera.elevation) == old:
            camera.look(*corner)
            self._note(camera, is_fitted=True)
        self.fit()
