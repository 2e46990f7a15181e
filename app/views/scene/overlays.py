"""All that lies over the scene and is Qt's: made, placed and kept in step with the camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtWidgets import QWidget

from nqviz.rendering.scene import BoardScene
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import hex_colour, layer_colours

from ...document.document import Document
from ...widgets.theme import text_scale
from .canvas import SceneCanvas
from .cell_words import cell_words
from .density_legend import DensityLegend
from .dock import Dock
from .first_view_card import FirstViewCard
from .hover_card import PAUSE, HoverCard
from .layer_ruler import ALL_ABOVE, WIDTH, LayerRuler, Leader
from .overlay_layout import (
    BETWEEN,
    INSET,
    NAME_DOWN,
    SMALL_INSET,
    Needs,
    above_and_below,
    arrange,
    below_words,
    beside_box,
    inset_of,
    is_narrow,
    left_of,
    name_room,
)
from .verdict import Verdict
from .view_cube import SIDE, SMALL, ViewCube

ALONE = (60, 59, 60, 70)
"""What is free around the board's box where there are no overlays."""
ALONE_TEXT = 1.5
"""How many times larger the scene writes there, to be read from the back of a room."""


class SceneOverlays(QObject):
    """The overlays of one scene."""

    insets_changed = Signal()  # the board has other room
    covers_changed = Signal()  # other parts of the scene are covered

    def __init__(self, document: Document, canvas: SceneCanvas) -> None:
        super().__init__(canvas)
        self._document, self._canvas = document, canvas
        self.verdict = Verdict(document, canvas)
        self.cube = ViewCube(canvas)
        self.ruler = LayerRuler(document, canvas)
        self.leader = Leader(canvas)
        self.legend = DensityLegend(document, canvas)
        self.dock = Dock(document, canvas)
        self.card = FirstViewCard(canvas)
        self.hover = HoverCard(canvas)
        canvas.overlays_in_order = (
            self.verdict.badge,
            self.verdict.shows,
            self.cube,
            self.ruler.all_button,
            self.ruler,
            self.dock,
            self.card,
        )
        self._board_right = 0.0
        self._followed: object = None
        self.insets = (0, 0, 0, 0)
        self._needed: Needs | None = None  # what the parts need, and where they were placed last
        self._placed: dict[str, QRect] = {}
        self._covers: FloatArray = np.zeros((0, 4))
        self._covered = self._covers  # what has been covered since everything was placed
        self._is_alone = False
        self._put_away: list[QWidget] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._show_hover)
        self.verdict.resized.connect(self._arrange_words)
        for change in (self.dock.resized, document.overlay_changed, document.board_changed):
            change.connect(self.arrange)
        document.view_changed.connect(self._follow_view)
        document.queens_changed.connect(self._show_other_words)
        self.dock.clip_wanted.connect(self.ruler.set_clipping)
        self.ruler.moved.connect(self._place_all_button)
        self.ruler.moved.connect(self._lay_leader)
        self.card.closed.connect(self.arrange)
        self._follow_view()
        self.arrange()

    @property
    def parts(self) -> dict[str, QWidget]:
        """The overlays by the names of their rectangles."""
        return {
            "verdict": self.verdict,
            "cube": self.cube,
            "ruler": self.ruler,
            "dock": self.dock,
            "legend": self.legend,
            "card": self.card,
        }

    def covers(self) -> FloatArray:
        """Return what covers the scene: left, top, right, bottom of each part, shape (k, 4).

        It is kept, since the scene asks for it whenever the camera moves.
        """
        return self._covers

    def _boxes(self) -> FloatArray:
        rects = list(self.verdict.word_rects) if not self.verdict.isHidden() else []
        rects += [part.plate_in_parent for part in (self.dock, self.card) if not part.isHidden()]
        parts = (self.cube, self.ruler, self.legend)
        rects += [part.geometry() for part in parts if not part.isHidden()]
        rows = [
            (each.x(), each.y(), each.x() + each.width(), each.y() + each.height())
            for each in rects
        ]
        boxes: FloatArray = np.array(rows, float).reshape(-1, 4)
        return boxes

    # Places ----------------------------------------------------------------------------------

    def show_card(self) -> None:
        self.card.offer()
        self.arrange()

    def rest_card(self, resting: bool) -> None:
        """Put the card of the first view aside while something else asks for the next step."""
        if self.card.isHidden() != (resting or not self.card.is_offered):
            self.card.setHidden(resting)
            self.arrange()

    @property
    def text_size(self) -> float:
        """How many times their usual size the texts of the scene have beside those of Qt."""
        return ALONE_TEXT if self._is_alone else 1.0

    def set_alone(self, alone: bool) -> None:
        """Show the board without the overlays, or with them again; a density keeps its legend."""
        if alone != self._is_alone:
            self._is_alone = alone
            self.legend.enlarge(self.text_size)
            if not alone:
                for part in self._put_away:
                    part.show()
                self._put_away = []
            self.arrange()

    def _arrange_alone(self) -> None:
        """Hide all but the legend of a density, which stands above the board at the left."""
        verdict, ruler, dock = self.verdict, self.ruler, self.dock
        parts = (verdict, verdict.badge, verdict.shows, self.cube, ruler, ruler.all_button)
        for part in (*parts, dock, dock.slider, self.leader, self.card):
            if not part.isHidden():
                self._put_away.append(part)
                part.hide()
        left, above, right, below = ALONE
        height, cells = self._canvas.height() - above - below, max(self._document.board.shape)
        below = max(below, name_room(height, cells, NAME_DOWN, ALONE_TEXT))
        if self._document.overlay is not None:
            place = QRect(QPoint(SMALL_INSET, SMALL_INSET), self.legend.sizeHint())
            self._lay(self.legend, place)
            above = max(above, place.bottom() + BETWEEN)
        self._covers = self._boxes()
        self._leave((left, above, right, below))

    def arrange(self) -> None:
        """Place everything in the room that the scene has now."""
        if self._is_alone:
            self._arrange_alone()
            return
        self._needed, self._placed, self._covered = None, {}, np.zeros((0, 4))
        self._place()

    def _arrange_words(self) -> None:
        """Place other words of the verdict, and all else only where that changes its place.

        The board keeps what is free around it: else it would move with every click.
        """
        if self._is_alone:
            self._arrange_alone()
        else:
            self._place(self.insets)

    def _place(self, least: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        """Place everything, and leave so much free around the board at least."""
        room = self._canvas.size()
        inset = inset_of(self._canvas.window().width())
        if self._needed is None:
            self._needed = self._needs(room, inset)
        else:
            self._needed = replace(self._needed, verdict=self._needs_of_words())
        rects = arrange(room, inset, self._needed)
        self.verdict.place(rects.pop("verdict").topLeft(), "compact" in rects)
        if rects != self._placed:
            self._placed = rects
            self._place_parts(rects)
        before, self._covers = self._covers, self._boxes()
        self._set_insets(room, inset, least)
        if not _lies_in(self._covers, self._covered):
            self._covered = np.concatenate((self._covered, self._covers))
            if not np.array_equal(before, self._covers):
                self.covers_changed.emit()

    def _place_parts(self, rects: dict[str, QRect]) -> None:
        """Place all but the verdict."""
        self.dock.needs("icons" in rects)
        self.dock.place(rects["dock"])
        self._lay(self.cube, rects.get("cube"))
        self._lay(self.ruler, rects.get("ruler"))
        self._place_all_button()
        if self._document.overlay is not None:
            self._lay(self.legend, rects.get("legend"))
        if "card" in rects:
            self.card.place(rects["card"])
            self.card.raise_()

    @staticmethod
    def _lay(part: QWidget, rect: QRect | None) -> None:
        part.setVisible(rect is not None)
        if rect is not None:
            part.setGeometry(rect)

    def _needs_of_words(self) -> tuple[QSize, QSize]:
        return self.verdict.needs(False), self.verdict.needs(True)

    def _needs(self, room: QSize, inset: int) -> Needs:
        scale, board = text_scale(self._canvas.font()), self._document.board
        cube = min(scale, 1.5)
        ruler = round(WIDTH * min(scale, 1.6)) if board.d > 2 else 0
        shows_card = not self.card.isHidden()
        return Needs(
            verdict=self._needs_of_words(),
            dock=(self.dock.needs(False), self.dock.needs(True)),
            cube=(
                QSize(round(SIDE * cube), round(SIDE * cube)),
                QSize(round(SMALL * cube), round(SMALL * cube)),
            ),
            ruler=ruler,
            legend=self.legend.sizeHint() if self._document.overlay is not None else None,
            card=self.card.needs(room.width() - 2 * inset - ruler) if shows_card else None,
            is_left=board.d > 3,
            scale=scale,
        )

    def _set_insets(self, room: QSize, inset: int, least: tuple[int, int, int, int]) -> None:
        """Leave room for the overlays around the board, and so much at each side at least."""
        board = self._document.board
        side = room.width() - self.ruler.x() if not self.ruler.isHidden() else inset
        cells, is_left = max(board.shape) if board.d > 2 else 0, board.d > 3
        side += beside_box(room.height(), cells, is_left)
        corners = self.dock.plate_in_parent, self.verdict.geometry()
        if self._document.overlay is not None and not self.legend.isHidden():
            corners = corners[0].united(self.legend.geometry()), corners[1]
        small = is_narrow(room, inset, text_scale(self._canvas.font())) or inset < INSET
        shows_cube = board.d > 2 and not self.cube.isHidden()
        cube = self.cube.geometry() if shows_cube else QRect()
        above, below = above_and_below(
            room, *corners, cube, self.ruler.width(), small, cells, is_left
        )
        if is_left:
            above = below_words(room, self.verdict.word_rects, above, below)
        left = side
        if not self.card.isHidden():
            left = left_of(room, self.card.plate_in_parent, side, above + below)
        wanted = left, above, side, below
        more, most, other, under = map(max, wanted, least)
        self._leave((more, most, other, under))

    def _leave(self, insets: tuple[int, int, int, int]) -> None:
        """Leave so much free around the board: left, above, right, below."""
        if insets != self.insets:
            self.insets = insets
            self.insets_changed.emit()

    # The camera ------------------------------------------------------------------------------

    def follow(self, scene: BoardScene) -> None:
        """Show how the camera stands, if the board is elsewhere on the picture than before."""
        has_leader = self.ruler.active is not None
        place = scene.place_on_picture(), self.ruler.geometry(), has_leader
        if place == self._followed:
            return
        self._followed = place
        camera = scene.camera
        self.cube.show_angles(camera.azimuth, camera.elevation)
        if self._document.board.d > 2:
            if has_leader:
                self._board_right = scene.screen_box()[2]
            self.ruler.show_heights(scene.layer_heights())
        self._lay_leader()

    def _follow_view(self) -> None:
        axes = self._document.view.dims.scene
        self.cube.axis_names = tuple(f"x{axis + 1}" for axis in axes)
        self.ruler.set_clipping(self.dock.is_clipping)

    def _lay_leader(self) -> None:
        """Join the chosen tick and the sheet of its layer."""
        height, active = self.ruler.active_height, self.ruler.active
        if height is None or active is None or self.ruler.isHidden():
            self.leader.hide()
            return
        colour = hex_colour(layer_colours(self.ruler.count)[active])
        y = self.ruler.y() + height
        self.leader.lay(self._board_right + 3, self.ruler.x() - 3, y, colour)

    def _place_all_button(self) -> None:
        """Place the button for all layers above the line of the ruler."""
        button, ruler = self.ruler.all_button, self.ruler
        button.setVisible(not ruler.isHidden())
        size = button.sizeHint()
        middle = ruler.x() + ruler.width() / 2
        above = ruler.line_top - ALL_ABOVE * text_scale(button.font())
        y = max(ruler.y() + above, size.height() / 2 + 8)
        button.setGeometry(
            round(middle - size.width() / 2),
            round(y - size.height() / 2),
            size.width(),
            size.height(),
        )

    # The pointer -----------------------------------------------------------------------------

    def point_at(self, index: int | None) -> None:
        """Show a card about the cell under the pointer once it rests."""
        self.hover.hide()
        if index is None:
            self._pause.stop()
        else:
            self._pause.start()

    def _show_hover(self) -> None:
        cursor, place = self._document.cursor, self._canvas.pointer
        if cursor is not None and place is not None:
            self.hover.show_at(cell_words(self._document, cursor), place)

    def _show_other_words(self) -> None:
        """Show the state of the cell that the card is about."""
        if self.hover.isVisible():
            self._show_hover()

    def stop(self) -> None:
        """Stop everything that would come later."""
        self._pause.stop()
        self.hover.hide()


def _lies_in(boxes: FloatArray, others: FloatArray) -> bool:
    """Return whether each box, shape (k, 4), lies in one of others, shape (m, 4)."""
    beyond = boxes[:, None, :2] < others[:, :2], boxes[:, None, 2:] > others[:, 2:]
    lies_in = ~np.any(np.concatenate(beyond, axis=2), axis=2)
    return bool(np.all(np.any(lies_in, axis=1)))
