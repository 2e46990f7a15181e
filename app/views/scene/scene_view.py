"""The scene: the board in three dimensions, to turn, to look into and to click in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nqviz.rendering.scene import BoardScene, Sight, view_angles
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import LIGHT, Theme

from ...document.document import Document
from ...widgets.animation_speed import paced
from ...widgets.deferred_call import DeferredCall
from ...widgets.layouts import laid_out_once
from ...widgets.theme import text_scale
from ...widgets.widgets import named
from .canvas import SceneCanvas
from .controls import SceneControls

REST = 180
"""Milliseconds without a movement after which edges are drawn smooth again."""

LONG = 0.08
"""Seconds of drawing that the window does without while something runs in the background."""

TURN_SPEED = 24.0
"""Degrees a second by which the turntable turns."""
TURN_PAUSE = 33
"""Milliseconds between two pictures of the turntable, at least."""


class SceneView(QWidget):
    """Shows the document as a scene; a click places or takes away a queen.

    Whatever happens within one turn of the event loop is drawn once, at its end. While the mouse
    moves, edges are left jagged, which halves the time of a frame on a machine without a GPU.

    Attributes
    ----------
    is_busy : callable
        Tells whether something runs in the background; the window sets it.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("scene")
        self.controls = SceneControls(document.board)
        self.canvas = named(
            SceneCanvas(self),
            "scene.view",
            "Scene: the board in three dimensions",
        )
        self.canvas.setToolTip("")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.controls)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.controls.dims)
        self.setFocusProxy(self.canvas)
        self._theme = LIGHT
        self._scene: BoardScene | None = BoardScene(self.canvas.plotter, LIGHT)
        self._shape: tuple[int, ...] = ()
        self._is_fitted = True  # until the person moves the eye
        self._fits_later = False  # once everything is in the scene
        self._is_hover = False
        self._has_legend = False
        self.is_busy: Callable[[], bool] = lambda: False
        self._pointer: tuple[float, float] | None = None
        self._turn = DeferredCall(self)
        self._turn.came.connect(self._end_turn)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._smooth)
        self._turntable: QTimer | None = None
        self._since = QElapsedTimer()
        self._connect()
        self._on_board()
        self._smooth()
        self._refresh(self._scene)  # the first paint does not wait for the event loop

    def _connect(self) -> None:
        canvas, controls, document = self.canvas, self.controls, self.document
        canvas.clicked.connect(self._on_click)
        canvas.hovered.connect(self._on_hover)
        canvas.left.connect(self._on_leave)
        canvas.turned.connect(self._on_turned)
        canvas.moved.connect(self._on_moved)
        canvas.zoomed.connect(self._on_zoomed)
        canvas.resized.connect(self._on_resized)
        controls.view_wanted.connect(self._on_view)
        controls.turntable_wanted.connect(self._on_turntable)
        controls.wrapped.connect(self._on_wrapped)
        controls.more.clique_changed.connect(document.set_clique)
        controls.more.opened.connect(lambda: controls.more.tell_clouds(canvas.draws_in_software))
        controls.arrangement_changed.connect(self._on_arrangement)
        controls.options_changed.connect(self.schedule_render)
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._on_change)
        document.overlay_changed.connect(self._on_overlay)
        document.cursor_changed.connect(self._on_cursor)
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
        """Whether the whole board is in sight and stays so, because nobody has moved the eye."""
        return self._is_fitted

    def look_from(
        self, azimuth: float, elevation: float, place: tuple[float, FloatArray] | None = None
    ) -> None:
        """Look from a side, in degrees, at the whole board, or from a distance at a point."""
        if self._scene is None:
            return
        eye = self._scene.eye
        if place is None:
            if (azimuth, elevation) != (eye.azimuth, eye.elevation) or not self._is_fitted:
                eye.look(azimuth, elevation)
                self._fit()
            return
        self._refresh(self._scene)
        eye.look(azimuth, elevation)
        eye.distance, eye.focus = place
        eye.apply()
        self._is_fitted = False
        self.schedule_render()

    def view_front(self) -> None:
        """Look along the second coordinate."""
        self._on_view("front")

    def view_right(self) -> None:
        """Look along the first coordinate."""
        self._on_view("right")

    def view_top(self) -> None:
        """Look down on the layers."""
        self._on_view("top")

    def view_isometric(self) -> None:
        """Look from a corner."""
        self._on_view("isometric")

    def reset_camera(self) -> None:
        """Bring the whole board into sight, from the same side."""
        self._on_view("reset")

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        if self._scene is not None:
            self._scene.set_theme(theme)
            self.schedule_render()

    def sight(self) -> Sight:
        """Return where the scene is looked at from now."""
        return self.scene.eye.sight(self._is_fitted)

    def _fit(self) -> None:
        """Bring the whole board into sight in the next picture, from the same side."""
        self._is_fitted = self._fits_later = True
        self.schedule_render()

    def schedule_render(self) -> None:
        """Draw at the end of this turn of the event loop, once however often this is called."""
        if self._scene is not None:
            self._turn.start()

    def close_scene(self) -> None:
        """Let go of everything of VTK's; called once, before the window goes."""
        if self._scene is None:
            return
        self.controls.stop_turning()
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
        arrangement, options = self.controls.arrangement(), self.controls.options()
        scene.show(self.document.picture(), arrangement, options)
        if self._fits_later:
            self._fits_later = False
            scene.reset()

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
        board = self.document.board
        with laid_out_once(self, self.controls):
            if board != self.controls.board or not self._shape:
                self.controls.set_board(board)
            if board.shape != self._shape:
                self._shape = board.shape
                self.view_isometric()
            self._on_change()

    def _on_change(self) -> None:
        self._hurry()
        self.schedule_render()

    def _on_overlay(self) -> None:
        """Make room for a legend that comes, and take the room of one that goes."""
        has_legend = self.document.overlay is not None
        if has_legend != self._has_legend:
            self._has_legend = has_legend
            if self._is_fitted and self._scene is not None:
                self._fit()
        self._on_change()

    def _on_cursor(self) -> None:
        cursor = self.document.cursor
        if cursor is not None and not self._is_hover:
            self.controls.follow(cursor)
        self.schedule_render()

    # What happens in the controls ------------------------------------------------------------

    def _on_view(self, name: str) -> None:
        if self._scene is None:
            return
        if name != "reset":
            self._scene.eye.look(*view_angles(name, self.controls.arrangement()))
        self._fit()

    def _on_arrangement(self) -> None:
        if self._is_fitted:
            self._fit()
        self.schedule_render()

    def _on_wrapped(self) -> None:
        self._on_view("isometric")

    def _on_turntable(self, turns: bool) -> None:
        if turns:
            self._turntable = QTimer(self)
            self._turntable.setInterval(TURN_PAUSE)
            self._turntable.timeout.connect(self._on_tick)
            self._since.start()
            self._turntable.start()
        elif self._turntable is not None:
            self._turntable.stop()
            self._turntable.deleteLater()
            self._turntable = None

    def _on_tick(self) -> None:
        self.scene.turn(paced(TURN_SPEED) * self._since.restart() / 1000)
        self._hurry()
        self.canvas.redraw()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._on_resized()
            self.schedule_render()
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.controls.stop_turning()
        super().hideEvent(event)

    # What happens on the canvas --------------------------------------------------------------

    def _on_click(self, x: float, y: float, is_right: bool) -> None:
        scene = self.scene
        self._refresh(scene)  # a click in the same turn as a change meets the changed board
        index = scene.pick(x, y)
        if index is None:
            return
        if is_right:
            self.document.toggle_given(index)
        else:
            self.document.toggle(index)

    def _on_hover(self, x: float, y: float) -> None:
        self._pointer = (x, y)
        self._hurry()
        self.schedule_render()

    def _on_leave(self) -> None:
        self._pointer = None
        if self._scene is not None:
            self.document.set_cursor(None)

    def _on_turned(self, dx: float, dy: float) -> None:
        self.controls.stop_turning()
        self.scene.orbit(dx, dy)
        self._hurry()
        self._is_fitted = False
        self.schedule_render()

    def _on_moved(self, dx: float, dy: float) -> None:
        self.controls.stop_turning()
        self.scene.eye.pan(dx, dy)
        self._hurry()
        self._is_fitted = False
        self.schedule_render()

    def _on_zoomed(self, factor: float, x: float, y: float) -> None:
        self.scene.eye.zoom(factor, x, y)
        self._hurry()
        self._is_fitted = False
        self.schedule_render()

    def _on_resized(self) -> None:
        if self._scene is None:
            return
        scale = self.canvas.devicePixelRatioF() * text_scale(self.font())
        self._scene.set_pixel_scale(scale)
        if self._is_fitted and self._turn.isActive():
            self._fits_later = True
        elif self._is_fitted:
            self._scene.reset()
