"""The camera on its way from one place to another."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractAnimation, QObject, Signal

from nqviz.rendering.scene import BoardScene
from nqviz.view.view_state import CameraState

from ...widgets.motion import CAMERA, animation


class CameraMotion(QObject):
    """Moves the camera of a scene in a fifth of a second."""

    stepped = Signal()  # the camera stands elsewhere
    settled = Signal()  # it has arrived; not sent when the motion is stopped before

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation: QAbstractAnimation | None = None

    @property
    def is_running(self) -> bool:
        return self._animation is not None

    def start(self, scene: BoardScene, start: CameraState) -> None:
        """Move the camera of a scene from a place to where it stands now."""
        end = scene.camera.state()
        assert start.distance is not None
        assert end.distance is not None
        turn = (end.azimuth - start.azimuth + 180.0) % 360.0 - 180.0
        first, zoom = start.distance, end.distance / start.distance
        focus, way = np.array(start.focus), np.subtract(end.focus, start.focus)

        def step(share: float) -> None:
            x, y, z = (focus + share * way).tolist()
            elevation = start.elevation + share * (end.elevation - start.elevation)
            azimuth = start.azimuth + share * turn
            distance = first * zoom**share
            scene.look(CameraState(azimuth, elevation, distance, (x, y, z), end.aspect))
            self.stepped.emit()

        step(0.0)
        self._animation = made = animation(self, CAMERA)
        made.valueChanged.connect(step)
        made.finished.connect(self._settle)
        made.start(QAbstractAnimation.DeletionPolicy.DeleteWhenStopped)

    def stop(self) -> None:
        """Leave the camera where it is."""
        if self._animation is not None:
            running, self._animation = self._animation, None
            running.stop()

    def _settle(self) -> None:
        self._animation = None
        self.settled.emit()
