"""The page of the scene: the board in space, beside it its layers or a second board, its cubes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRadialGradient, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from ..document.document import Document
from ..views.layers.layers_view import LayersView
from ..views.minimap.minimap import Minimap
from ..views.second_board import SecondBoardView
from ..widgets.theme import GrowsWithText, current_theme

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView


class FirstPicture(QWidget):
    """The ground of the scene."""

    painted = Signal()  # it is on the screen for the first time

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("first_picture")
        self._is_painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        ground = QRadialGradient(self.rect().center(), max(self.width(), self.height()) / 2)
        for place, colour in ((0.0, theme.glow), (0.5, theme.canvas_mid), (1.0, theme.canvas)):
            ground.setColorAt(place, QColor(colour))
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self._report)

    def _report(self) -> None:
        if self.isVisible():
            self.painted.emit()
        else:  # the window was closed, or the layers took the place
            self._is_painted = False


class ScenePage(GrowsWithText, QWidget):
    """Lays out scene and layers by the share of the view state.

    Flat boards have no strip: the scene takes the whole width until the layers are asked for.
    The scene is made when it is first asked for, or once the window is on the screen: VTK takes
    longer to load than all the rest.
    """

    scene_made = Signal(object)  # (SceneView) the scene is there

    def __init__(self, document: Document, layers: LayersView, minimap: Minimap) -> None:
        super().__init__()
        self.setObjectName("scene_page")
        self._document, self._layers = document, layers
        self._made: SceneView | None = None
        self._first = FirstPicture()
        self._first.painted.connect(self._make_scene)
        self._minimap = minimap
        self._is_narrow = self._is_alone = self._with_strip = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.addWidget(self._first, 0, 0)
        self._grid.addWidget(minimap, 1, 0)
        self._grid.addWidget(layers, 0, 1, 2, 1)
        self._second = SecondBoardView()
        self._grid.addWidget(self._second, 0, 1, 2, 1)
        self._grid.setColumnStretch(0, 1)
        self._grid.setRowStretch(0, 1)
        for change in (document.view_changed, document.board_changed, document.tab_changed):
            change.connect(self._lay_out)
        self._lay_out()

    @property
    def regions(self) -> tuple[QWidget, ...]:
        """The parts that F6 goes round."""
        return (self._in_sight, self._layers, self._minimap)

    @property
    def scene(self) -> SceneView:
        """The scene; it is made when it is first asked for."""
        if self._made is None:
            self._make_scene()
        assert self._made is not None
        return self._made

    @property
    def has_scene(self) -> bool:
        return self._made is not None

    def draws_in_software(self) -> bool:
        """Return whether the scene is known to be drawn without a graphics card."""
        return self._made is not None and self._made.canvas.pixels.draws_in_software

    def _make_scene(self) -> None:
        if self._made is not None:
            return
        from ..views.scene.scene_view import SceneView  # with VTK

        self._made = SceneView(self._document, self)
        self._grid.replaceWidget(self._first, self._made)
        self._first.deleteLater()
        self._lay_out()
        self._grid.activate()  # the first picture has the size and the theme of the window
        self.scene_made.emit(self._made)
        self._made.draw_now()

    @property
    def _in_sight(self) -> QWidget:
        return self._made or self._first

    def hide_strip(self, hidden: bool) -> None:
        """Hide the strip while a drawer is open in a narrow window."""
        if hidden != self._is_narrow:
            self._is_narrow = hidden
            self._lay_out()

    def set_alone(self, alone: bool, with_strip: bool = False) -> None:
        """Show the scene without overlays, cubes and, unless it is asked for, without strip."""
        self._is_alone, self._with_strip = alone, with_strip
        self.scene.overlays.set_alone(alone)
        self._lay_out()

    def _lay_out(self) -> None:
        share, layers = self._document.view.share, self._layers
        if self._made is not None:
            self.setFocusProxy(layers if share == "all" else self._made)
        second = self._document.tab.second_board
        self._second.show_board(second)
        self._second.setFixedWidth(self.width() // 2)
        is_strip = share == "strip"
        has_strip = is_strip and self._document.board.d > 2 and not self._is_narrow
        has_room = second is None and (self._with_strip or not self._is_alone)
        is_beside = (has_strip or share == "half") and has_room
        self._in_sight.setVisible(share != "all")
        self._minimap.fit_into(self.height())
        self._minimap.setVisible(bool(self._minimap.cubes.axes) and not self._is_alone)
        self._grid.removeWidget(layers)  # beside scene and minimap, or in place of the scene
        self._grid.addWidget(layers, *((0, 0, 1, 1) if share == "all" else (0, 1, 2, 1)))
        layers.setVisible(is_beside or share == "all")
        if is_strip:
            layers.setFixedWidth(layers.strip_width)
        elif share == "half":
            layers.setFixedWidth(self.width() // 2)
        else:
            layers.setMinimumWidth(0)
            layers.setMaximumWidth(QWIDGETSIZE_MAX)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 300)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()
        super().resizeEvent(event)

    def _grow(self) -> None:
        self._lay_out()


QWIDGETSIZE_MAX = (1 << 24) - 1
