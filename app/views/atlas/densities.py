"""The densities that ship with nqviz: how often each cell is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.board_state import BoardState
from nqviz.core.language import tr
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.view.overlay import Overlay

from ...document.board_tab import BoardTab
from ...jobs import JobRunner
from ...widgets.fields import label
from ...widgets.flow import FlowLayout
from ...widgets.layouts import scrolling, vertical
from ..panel_job import PanelJob
from .tiles import DensityTile

if TYPE_CHECKING:
    from nqviz.counting import Density


class DensitiesPane(QWidget):
    """A tile for each density; a click opens the board with it."""

    # (BoardTab, bool) a board with its density is to be opened.
    open_placement = Signal(object, bool)

    def __init__(self, runner: JobRunner) -> None:
        super().__init__()
        self._is_new = True
        self._state = label("", "sentence", "densities.state")
        self._job = PanelJob(self, runner, self._state.setText)
        inside = QWidget()
        self.tiles: list[DensityTile] = []
        self._flow = FlowLayout(inside, spacing=16)
        scroll = scrolling(inside)
        vertical(self, self._state, (scroll, 1), margins=(16, 0, 0, 0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_new:
            self._is_new = False
            self._job.start(tr("Densities"), _read, self._on_read, text=tr("Reading …"))

    def _on_read(self, found: list[Density]) -> None:
        self._state.setText(
            tr(
                "Brighter cells are used by more placements, empty cells by none."
                " A click opens the board with its density; the Density drawer counts others."
            )
        )
        for each in found:
            tile = DensityTile(each)
            tile.clicked.connect(lambda _on=False, each=each: self._open(each))
            self._flow.addWidget(tile)
            self.tiles.append(tile)

    def _open(self, density: Density) -> None:
        state = BoardState(Placement(density.board))
        self.open_placement.emit(BoardTab(state, overlay=Overlay.of_density(density)), False)


def _read(_run: RunContext) -> list[Density]:
    from nqviz.counting.densities.exact import shipped_densities, shipped_density

    found = (shipped_density(board) for board in shipped_densities())
    return [each for each in found if each is not None]
