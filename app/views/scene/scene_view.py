"""The scene: the board in three dimensions, to turn, to look into and to click in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nqviz.rendering.scene import (
    BoardScene,
    Finish,
    PixelBox,
    SceneOptions,
    scene_arrangement,
    scene_options,
)
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme

from ...document.document import Document
from ...widgets.theme import text_scale
from ...widgets.timing import DeferredCall
from ...widgets.widgets import named
from .camera_control import CameraControl
from .canvas import SceneCanvas
from .cell_menu import cell_menu
from .cell_words import announced
from .dock import BUTTONS
from .overlay_layout import LEAST_ROOM
from .overlays import SceneOverlays
from .pointer import Pointer, follow_layer

REST = 180
"""Milliseconds without a movement after which edges are drawn smooth again."""

LONG = 0.03
"""Seconds of drawing that the window does without while something runs in the background."""


class SceneView(QWidget):
    """Shows the document as a scene, with overlays; a click places or takes away a queen.

    Whatever happens within one turn of the event loop is drawn once, at its end: of a movement of
    the cursor only what follows it. While something moves, edges are left jagged, which halves the
    time of a frame on a machine without a GPU.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("scene")
        self.canvas = named(SceneCanvas(self), "scene.view")
        self.canvas.setToolTip("")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.canvas, 1)
        self.setFocusProxy(self.canvas)
        self._theme = LIGHT
        self._scene: BoardScene | None = BoardScene(self.canvas.plotter, LIGHT)
        self._arrangement = scene_arrangement(document.view, document.board)
        self._is_hover = self._is_prepared = False
        self._is_board_stale = self._is_cursor_stale = True
        # Returns whether something runs in the background; the window sets it.
        self.is_busy: Callable[[], bool] = lambda: False
        self._pointer: tuple[float, float] | None = None
        self._turn = DeferredCall(self, self._end_turn)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._smooth)
        # How the scene is looked at.
        self.camera = CameraControl(document, self, self._known_scene, self.arrangement)
        # Verdict, view cube, ruler, dock and cards.
        self.overlays = SceneOverlays(document, self.canvas)
        buttons = self.overlays.dock.buttons
        # The buttons that do the same as actions, by the names of those.
        self.buttons: dict[str, QWidget] = {
            action: buttons[name] for name, (_, _, _, action) in BUTTONS.items()
        }
        self.pointer = Pointer(document, self.canvas, self._current, self._show_menu)
        self.canvas.pixels.board_box = self._board_box
        self.canvas.pixels.front_box = self._front_box
        self.canvas.pixels.changed_box = self._changed_box
        self.canvas.pixels.drawing = self._drawing
        self.canvas.describe = lambda: announced(document, document.cursor)
        self.canvas.cell_place = self._cell_rect
        self._scene.covers = self.overlays.covers
        self._connect()
        self._on_insets()
        self._on_board()
        self._smooth()
        self._refresh(self._scene)  # the first paint does not wait for the event loop

    def _connect(self) -> None:
        canvas, overlays, document = self.canvas, self.overlays, self.document
        camera = self.camera
        canvas.hovered.connect(self._on_hover)
        canvas.carried.connect(self._on_hover)
        canvas.left.connect(self._on_leave)
        canvas.resized.connect(self._on_resized)
        canvas.turned.connect(camera.turn)
        canvas.moved.connect(camera.pan)
        canvas.zoomed.connect(camera.zoom)
        canvas.fit_wanted.connect(camera.reset)
        overlays.cube.view_wanted.connect(camera.look_towards)
        overlays.cube.turned.connect(camera.turn)
        overlays.cube.fit_wanted.connect(camera.reset)
        overlays.dock.fit_wanted.connect(camera.reset)
        overlays.dock.turntable_wanted.connect(camera.turntable.run)
        overlays.insets_changed.connect(self._on_insets)
        overlays.covers_changed.connect(self._uncover)
        camera.moved.connect(self._on_move)
        camera.fit_wanted.connect(self.schedule_render)
        camera.taken.connect(overlays.dock.stop_turning)
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        document.camera_changed.connect(self._on_view)
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
        if self.camera.fits_next:
            self._refresh(self._scene)
        return self._scene

    def _known_scene(self) -> BoardScene | None:
        return None if self._scene is None else self.scene

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

    def press(self, button: str) -> None:
        """Press a button of the dock, by its name in `BUTTONS`."""
        self.overlays.dock.buttons[button].click()

    def _current(self) -> BoardScene:
        """Return the scene as the document is now, also in the same turn as a change."""
        self._refresh(self.scene)
        return self.scene

    def _show_menu(self, index: int, place: QPoint) -> None:
        cell_menu(self.document, index, self.camera.look_from, self).popup(place)

    def _cell_rect(self) -> QRectF:
        """Return a box around the cell under the cursor, in pixels of the canvas."""
        cursor = self.document.cursor
        if cursor is None or self._scene is None:
            return QRectF()
        x, y = self.scene.project(cursor)
        ratio = self.canvas.devicePixelRatioF()
        return QRectF(x / ratio - 12, self.canvas.height() - 1 - y / ratio - 12, 24, 24)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._scene is not None:
            self._scene.set_theme(theme)
            self.canvas.set_theme(theme)
            self.schedule_render()

    def schedule_render(self) -> None:
        """Draw at the end of this turn of the event loop, once however often this is called."""
        self._is_board_stale = True
        if self._scene is not None:
            self._turn.start()

    def draw_now(self) -> None:
        """Draw at once what would be drawn at the end of this turn of the event loop."""
        self._end_turn()

    def prepare(self) -> bool:
        """Compile what draws queens and suggestions, once; return whether that was done."""
        scene, picture = self._scene, self.document.picture()
        if scene is None or self._is_prepared or self._turn.isActive():
            return False
        where, one = (self.arrangement(), self.shown_options()), np.zeros(1, np.int64)
        scene.show(replace(picture, queens=one, suggested=one), *where)
        self._is_prepared = self.canvas.pixels.compile()
        scene.show(picture, *where)
        return self._is_prepared

    def close_scene(self) -> None:
        """Release all VTK objects; called once, before the window is deleted."""
        if self._scene is None:
            return
        self.camera.stop()
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
        if self._is_board_stale:
            self._is_board_stale = False
            self.canvas.redraw_board()
        elif self._is_cursor_stale:
            self.canvas.redraw_front()
        self._is_cursor_stale = False

    def _refresh(self, scene: BoardScene) -> None:
        changed = scene.show(self.document.picture(), self.arrangement(), self.shown_options())
        self._is_board_stale |= changed
        if self.camera.fits_next:
            self.camera.fits_next = False
            self._is_board_stale = True
            scene.reset()
        if self._is_board_stale:
            self.overlays.follow(scene)

    def _uncover(self) -> None:
        """Fit the board again where something else covers its coordinates, as longer words do."""
        scene = self._scene
        if scene is None or not self.camera.is_fitted or self.camera.is_moving:
            return
        if scene.crowded is not None or scene.needed_room().any():
            self.camera.fit()

    def _board_box(self) -> PixelBox | None:
        return None if self._scene is None else self._scene.board_box()

    def _changed_box(self) -> PixelBox | None:
        return None if self._scene is None else self._scene.changed_box()

    def _drawing(self, part: PixelBox | None) -> AbstractContextManager[None]:
        return nullcontext() if self._scene is None else self._scene.drawing(part)

    def _front_box(self) -> PixelBox | None:
        return None if self._scene is None else self._scene.front_box()

    def _hurry(self, finish: Finish = "changing") -> None:
        """Draw quickly while something moves or changes, with queens in a finish."""
        if self._scene is not None:
            self._scene.set_finish(finish)
            self.canvas.hurry()
            self._rest.start()

    def _smooth(self) -> None:
        if self._scene is None:
            return
        # A large picture without a GPU waits until nothing else is done, and one of an incumbent
        # for the next one: leave the time to what the person does.
        is_slow = self.canvas.pixels.smooth_seconds > LONG
        waits = (is_slow or self.document.suggestion is not None) and self.is_busy()
        is_stale = self._scene.set_finish("waiting" if waits else "resting")
        if not waits:
            self.canvas.smooth(is_stale)
            return
        self._rest.start()
        if is_stale:
            self.canvas.redraw()

    # What happens in the document ------------------------------------------------------------

    def _on_board(self) -> None:
        if self._scene is None:
            return
        before = self._arrangement
        self.camera.follow(self._scene, self._refresh)
        self.camera.fit_other(self._scene.camera, before)
        self._on_change()

    def _on_view(self) -> None:
        if self._scene is None or self.camera.is_noting:
            return
        before = self._arrangement
        follow_layer(self.document)
        self.camera.follow(self._scene, self._refresh)
        self.camera.fit_other(self._scene.camera, before)
        self.schedule_render()

    def _on_move(self) -> None:
        self._hurry("moving")
        self.schedule_render()

    def _on_change(self) -> None:
        self._hurry()
        self.schedule_render()

    def _on_cursor(self) -> None:
        self.overlays.point_at(self.document.cursor if self._is_hover else None)
        self.canvas.announce_cell()
        self._is_cursor_stale = True
        if self._scene is not None:
            self._turn.start()

    # What happens in the overlays ------------------------------------------------------------

    def _scale_texts(self, scene: BoardScene) -> None:
        text = text_scale(self.font()) * self.overlays.text_size
        scene.set_pixel_scale(self.canvas.devicePixelRatioF(), text)
        scene.camera.least_room = LEAST_ROOM / max(text_scale(self.font()), 1.0)

    def _on_insets(self) -> None:
        """Fit the board into other room, if it was fitted before."""
        if self._scene is None:
            return
        self._scale_texts(self._scene)
        self._scene.set_insets(*self.overlays.insets)
        if self.camera.is_fitted:
            self.camera.fit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._on_resized()
            self.overlays.arrange()
            self.schedule_render()
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.camera.stop()
        super().hideEvent(event)

    # What happens on the canvas --------------------------------------------------------------

    def _on_hover(self, x: float, y: float) -> None:
        if self._scene is not None:
            self._pointer = (x, y)
            self.canvas.hurry_front()
            self._rest.start()
            self._turn.start()

    def _on_leave(self) -> None:
        self._pointer = None
        if self._scene is not None:
            self.document.set_cursor(None)

    def _on_resized(self) -> None:
        if self._scene is None:
            return
        self._scale_texts(self._scene)
        self.overlays.arrange()
        if self.canvas.pixels.smooth_seconds:  # else nothing has been drawn: it may be smooth
            self._hurry()
        self.camera.fits_next |= self.camera.is_fitted
        self._end_turn()  # a new size is painted before the end of the turn of the event loop
