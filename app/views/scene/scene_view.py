"""The scene: the board in three dimensions, to turn, to look into and to click in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nqviz.rendering.scene import (
    BoardScene,
    Camera,
    CameraPose,
    SceneOptions,
    scene_arrangement,
    scene_options,
    view_angles,
)
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme
from nqviz.view.view_state import CameraState

from ...document.document import Document
from ...widgets.deferred_call import DeferredCall
from ...widgets.motion import CAMERA, duration
from ...widgets.theme import text_scale
from ...widgets.widgets import named
from .camera_motion import CameraMotion, CameraPlace
from .canvas import SceneCanvas
from .cell_menu import cell_menu
from .cell_words import announced
from .dock import BUTTONS
from .overlays import SceneOverlays
from .pointer import Pointer, follow_layer
from .turntable import Turntable

REST = 180
"""Milliseconds without a movement after which edges are drawn smooth again."""

LONG = 0.08
"""Seconds of drawing that the window does without while something runs in the background."""


class SceneView(QWidget):
    """Shows the document as a scene, with overlays; a click places or takes away a queen.

    Whatever happens within one turn of the event loop is drawn once, at its end. While the mouse
    moves, edges are left jagged, which halves the time of a frame on a machine without a GPU.

    Attributes
    ----------
    overlays : SceneOverlays
        Verdict, view cube, ruler, dock and cards.
    buttons : dict of str to QWidget
        The buttons that do the same as actions, by the names of those.
    is_busy : callable
        Tells whether something runs in the background; the window sets it.

    Signals
    -------
    camera_turned(azimuth, elevation)
        The scene is seen from elsewhere.
    """

    camera_turned = Signal(float, float)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("scene")
        self.canvas = named(
            SceneCanvas(self),
            "scene.view",
            "Scene: the board in three dimensions",
        )
        self.canvas.setToolTip("")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.canvas, 1)
        self.setFocusProxy(self.canvas)
        self._theme = LIGHT
        self._scene: BoardScene | None = BoardScene(self.canvas.plotter, LIGHT)
        self._arrangement = scene_arrangement(document.view, document.board)
        self._camera: CameraState | None = None  # the one that the scene has
        self._is_noting = False
        self._fits_later = False  # once everything is in the scene
        self._is_hover = False
        self.is_busy: Callable[[], bool] = lambda: False
        self._pointer: tuple[float, float] | None = None
        self._turn = DeferredCall(self)
        self._turn.came.connect(self._end_turn)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._smooth)
        self._motion = CameraMotion(self)
        self.turntable = Turntable(self)
        self.overlays = SceneOverlays(document, self.canvas)
        buttons = self.overlays.dock.buttons
        self.buttons: dict[str, QWidget] = {
            action: buttons[name] for name, (_, _, _, action) in BUTTONS.items()
        }
        self.pointer = Pointer(document, self.canvas, self._current, self._show_menu)
        self.canvas.describe = lambda: announced(document, document.cursor)
        self.canvas.cell_place = self._cell_rect
        self._connect()
        self._on_insets()
        self._on_board()
        self._smooth()
        self._refresh(self._scene)  # the first paint does not wait for the event loop

    def _connect(self) -> None:
        canvas, overlays, document = self.canvas, self.overlays, self.document
        canvas.hovered.connect(self._on_hover)
        canvas.carried.connect(self._on_hover)
        canvas.left.connect(self._on_leave)
        canvas.turned.connect(self._on_turned)
        canvas.moved.connect(self._on_moved)
        canvas.zoomed.connect(self._on_zoomed)
        canvas.resized.connect(self._on_resized)
        canvas.fit_wanted.connect(self.reset_camera)
        overlays.cube.view_wanted.connect(self.look_towards)
        overlays.cube.turned.connect(self._on_turned)
        overlays.cube.fit_wanted.connect(self.reset_camera)
        overlays.dock.fit_wanted.connect(self.reset_camera)
        overlays.dock.turntable_wanted.connect(self.turntable.run)
        overlays.insets_changed.connect(self._on_insets)
        self.turntable.turned.connect(self._on_tick)
        self._motion.stepped.connect(self._on_camera)
        self._motion.settled.connect(self._fit)
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        document.queens_changed.connect(self._on_change)
        document.queens_changed.connect(overlays.card.close_for_good)
        document.overlay_changed.connect(self._on_change)
        document.cursor_changed.connect(self._on_cursor)
        document.layer_hovered.connect(self.schedule_render)
        document.selection_changed.connect(self.schedule_render)

    # What others ask for ---------------------------------------------------------------------

    @property
    def scene(self) -> BoardScene:
        """The scene, as long as the view is open; the eye is where it will be drawn from."""
        if self._scene is None:
            raise RuntimeError("the scene is closed")
        if self._fits_later:
            self._refresh(self._scene)
        return self._scene

    @property
    def is_fitted(self) -> bool:
        """Whether the whole board is in sight and stays so, as the camera has no place."""
        return self._camera is None or self._camera.distance is None

    def arrangement(self) -> Arrangement:
        """Return where cells are drawn: the same object until that changes.

        It keeps what it works out, which takes a while with very many blocks.
        """
        arrangement = scene_arrangement(self.document.view, self.document.board)
        if arrangement != self._arrangement:
            self._arrangement = arrangement
        return self._arrangement

    def options(self) -> SceneOptions:
        """Return how the scene looks."""
        return scene_options(self.document.view, self.document.board)

    def shown_options(self) -> SceneOptions:
        """Return how the scene looks now: with the sheet under the pointer, without a legend."""
        sheet = self.document.hovered_layer
        return replace(self.options(), legend=False, sheet_layer=sheet)  # the legend is Qt's

    def view_front(self) -> None:
        """Look along the second coordinate."""
        self._look_from("front")

    def view_right(self) -> None:
        """Look along the first coordinate."""
        self._look_from("right")

    def view_top(self) -> None:
        """Look down on the layers."""
        self._look_from("top")

    def view_isometric(self) -> None:
        """Look from a corner."""
        self._look_from("isometric")

    def reset_camera(self) -> None:
        """Bring the whole board into sight, from the same side."""
        if self._scene is not None:
            self.look_towards(self._scene.camera.azimuth, self._scene.camera.elevation)

    def toggle_turntable(self) -> None:
        """Turn the board by itself, or stop it."""
        self.overlays.dock.buttons["turntable"].click()

    def toggle_explode(self) -> None:
        """Pull the layers apart, or put them together."""
        self.overlays.dock.buttons["explode"].click()

    def toggle_clip(self) -> None:
        """Draw only some layers, or all."""
        self.overlays.dock.buttons["clip"].click()

    def look_towards(self, azimuth: float, elevation: float) -> None:
        """Turn the camera to a side, with the whole board in sight.

        Parameters
        ----------
        azimuth, elevation : float
            In degrees.
        """
        if self._scene is None:
            return
        self.stop_moving()
        scene, camera = self.scene, self.scene.camera
        start = CameraPlace.of(camera)
        camera.look(azimuth, elevation)
        self._note_camera(camera, is_fitted=True)
        if not self.isVisible() or duration(CAMERA) == 0:
            self._fit()
            return
        scene.reset()
        self._motion.start(scene, start)

    def _on_camera(self) -> None:
        """Draw from where the camera stands now, quickly."""
        self._hurry()
        self._follow_eye(self.scene)
        self.canvas.redraw()

    def stop_moving(self) -> None:
        """Stop the turntable and what moves the camera."""
        self.overlays.dock.stop_turning()
        self._motion.stop()

    def _current(self) -> BoardScene:
        """Return the scene as the document is now, also in the same turn as a change."""
        self._refresh(self.scene)
        return self.scene

    def _show_menu(self, index: int, place: QPoint) -> None:
        cell_menu(self.document, index, self._look_from, self).popup(place)

    def _cell_rect(self) -> QRectF:
        """Return a box around the cell under the cursor, in pixels of the canvas."""
        cursor = self.document.cursor
        if cursor is None or self._scene is None:
            return QRectF()
        x, y = self.scene.project(cursor)
        ratio = self.canvas.devicePixelRatioF()
        return QRectF(x / ratio - 12, self.canvas.height() - 1 - y / ratio - 12, 24, 24)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        if self._scene is not None:
            self._scene.set_theme(theme)
            self.canvas.set_theme(theme)
            self.schedule_render()

    def pose(self) -> CameraPose:
        """Return where the scene is looked at from now."""
        return self.scene.camera.pose(self.is_fitted)

    def _fit(self) -> None:
        """Bring the whole board into sight in the next picture, from the same side."""
        self._fits_later = True
        self.schedule_render()

    def _note_camera(self, camera: Camera, *, is_fitted: bool = False) -> None:
        """Record in the view state where the camera stands, or only from which side it looks."""
        x, y, z = camera.focus.tolist()
        place = () if is_fitted else (camera.distance, (x, y, z))
        self._camera = CameraState(camera.azimuth, camera.elevation, *place)
        self._is_noting = True
        self.document.set_view(replace(self.document.view, camera=self._camera))
        self._is_noting = False

    def _follow_camera(self, scene: BoardScene) -> None:
        """Put the camera where the view state has it."""
        state, camera = self.document.view.camera, scene.camera
        if state is None:
            self.view_isometric()
        elif state != self._camera:
            self._camera = state
            camera.look(state.azimuth, state.elevation)
            if state.distance is None:
                self._fit()
            else:
                self._refresh(scene)
                camera.distance, camera.focus = state.distance, np.array(state.focus)
                camera.apply()

    def schedule_render(self) -> None:
        """Draw at the end of this turn of the event loop, once however often this is called."""
        if self._scene is not None:
            self._turn.start()

    def draw_now(self) -> None:
        """Draw at once what would be drawn at the end of this turn of the event loop."""
        self._end_turn()

    def close_scene(self) -> None:
        """Release all VTK objects; called once, before the window is deleted."""
        if self._scene is None:
            return
        self.stop_moving()
        self.overlays.stop()
        self._turn.stop()
        self._rest.stop()
        self._scene.close()
        self._scene = None
        self.canvas.release()

    # The turn of the event loop --------------------------------------------------------------

    def _end_turn(self) -> None:
        if self._scene is None:
            return
        if self._pointer is not None:
            place, self._pointer = self._pointer, None
            self._is_hover = True
            self.document.set_cursor(self.scene.pick(*place))
            self._is_hover = False
        self._refresh(self._scene)
        self._turn.stop()  # what the cursor's change asked for is in this picture
        self.canvas.redraw()

    def _refresh(self, scene: BoardScene) -> None:
        scene.show(self.document.picture(), self.arrangement(), self.shown_options())
        if self._fits_later:
            self._fits_later = False
            scene.reset()
        self._follow_eye(scene)

    def _follow_eye(self, scene: BoardScene) -> None:
        """Show in the overlays how the camera stands."""
        self.overlays.follow(scene)
        self.camera_turned.emit(scene.camera.azimuth, scene.camera.elevation)

    def _hurry(self) -> None:
        """Draw quickly while something moves or changes: smooth edges cost four times as much."""
        if self._scene is not None:
            self.canvas.plotter.renderer.SetUseFXAA(False)
            self._rest.start()

    def _smooth(self) -> None:
        if self._scene is None or self.document.suggestion is not None:
            return  # the next incumbent comes soon: leave the time to what the person does
        if self.canvas.smooth_seconds > LONG and self.is_busy():
            self._rest.start()  # a large picture without a GPU waits until nothing else is done
            return
        self.canvas.plotter.renderer.SetUseFXAA(True)
        self.canvas.redraw()

    # What happens in the document ------------------------------------------------------------

    def _on_board(self) -> None:
        if self._scene is None:
            return
        self._follow_camera(self._scene)
        self._on_change()

    def _on_view(self) -> None:
        if self._scene is None or self._is_noting:
            return
        before = self._arrangement
        follow_layer(self.document)
        self._follow_camera(self._scene)
        if self.is_fitted and self.arrangement() is not before:
            self._keep_corner(self._scene.camera, before)
            self._fit()
        self.schedule_render()

    def _keep_corner(self, camera: Camera, before: Arrangement) -> None:
        """Look at other blocks from their own corner if the ones before were seen from theirs."""
        corner = view_angles("isometric", self.arrangement())
        old = view_angles("isometric", before)
        if corner != old and (camera.azimuth, camera.elevation) == old:
            camera.look(*corner)
            self._note_camera(camera, is_fitted=True)

    def _on_change(self) -> None:
        self._hurry()
        self.schedule_render()

    def _on_cursor(self) -> None:
        self.overlays.point_at(self.document.cursor if self._is_hover else None)
        self.canvas.tell_cell()
        self.schedule_render()

    # What happens in the overlays ------------------------------------------------------------

    def _look_from(self, name: str) -> None:
        if self._scene is not None:
            self.look_towards(*view_angles(name, self.arrangement()))

    def _on_insets(self) -> None:
        """Fit the board into other room, if it was fitted before."""
        if self._scene is None:
            return
        self._scene.set_insets(*self.overlays.insets)
        if self.is_fitted:
            self._fit()

    def _on_tick(self, degrees: float) -> None:
        self.scene.turn(degrees)
        self._note_camera(self.scene.camera, is_fitted=self.is_fitted)
        self._on_camera()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._on_resized()
            self.overlays.arrange()
            self.schedule_render()
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop_moving()
        super().hideEvent(event)

    # What happens on the canvas --------------------------------------------------------------

    def _on_hover(self, x: float, y: float) -> None:
        self._pointer = (x, y)
        self._hurry()
        self.schedule_render()

    def _on_leave(self) -> None:
        self._pointer = None
        if self._scene is not None:
            self.document.set_cursor(None)

    def _on_turned(self, dx: float, dy: float) -> None:
        self.stop_moving()
        self.scene.orbit(dx, dy)
        self._hurry()
        self._note_camera(self.scene.camera)
        self.schedule_render()

    def _on_moved(self, dx: float, dy: float) -> None:
        self.stop_moving()
        self.scene.camera.pan(dx, dy)
        self._hurry()
        self._note_camera(self.scene.camera)
        self.schedule_render()

    def _on_zoomed(self, factor: float, x: float, y: float) -> None:
        self.stop_moving()
        self.scene.camera.zoom(factor, x, y)
        self._hurry()
        self._note_camera(self.scene.camera)
        self.schedule_render()

    def _on_resized(self) -> None:
        if self._scene is None:
            return
        self._scene.set_pixel_scale(self.canvas.devicePixelRatioF(), text_scale(self.font()))
        self.overlays.arrange()
        if self.is_fitted and self._turn.isActive():
            self._fits_later = True
        elif self.is_fitted:
            self._scene.reset()
