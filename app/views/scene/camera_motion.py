"""The camera on its way from one place to another."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractAnimation, QObject, Signal

from nqviz.rendering.scene import BoardScene, Camera
from nqviz.view.arrangement import FloatArray
from nqviz.view.camera import CameraPose

from ...widgets.motion import CAMERA, animation


@dataclass(frozen=True, eq=False)
class CameraPlace:
    """Where a camera stands, its angles in degrees and its distance in cells."""

    azimuth: float
    elevation: float
    distance: float
    focus: FloatArray

    @classmethod
    def of(cls, camera: Camera) -> CameraPlace:
        """Return where a camera stands now."""
        return cls(camera.azimuth, camera.elevation, camera.distance, camera.focus.copy())


class CameraMotion(QObject):
    """Moves the camera of a scene in a fifth of a second."""

    stepped = Signal()  # the camera stands elsewhere
    settled = Signal()  # it has arrived; not sent when the motion is stopped before

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation: QAbstractAnimation | None = None

    @property
    def is_running(self) -> bool:
        """Whether the camera is on its way."""
        return self._animation is not None

    def start(self, scene: BoardScene, start: CameraPlace) -> None:
        """Move the camera of a scene from a place to where it stands now."""
        end = CameraPlace.of(scene.camera)
        turn = (end.azimuth - start.azimuth + 180.0) % 360.0 - 180.0
        width, height = scene.camera.size

        def step(share: float) -> None:
            distance = start.distance * (end.distance / start.distance) ** share
            x, y, z = (start.focus + share * (end.focus - start.focus)).tolist()
            elevation = start.elevation + share * (end.elevation - start.elevation)
            place = distance, (x, y, z), width / height
            scene.look(CameraPose(start.azimuth + share * turn, elevation, place))
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
