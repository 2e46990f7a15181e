"""Views on their own, without the window around them."""

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.scene.scene_view import SceneView


@pytest.fixture
def make_view(show: Any, qtbot: QtBot) -> Any:
    def make(board: Any = None, cells: Any = (), size: tuple[int, int] = (620, 560)) -> Any:
        document = Document(window_state(Placement(board or Board.cube(5, 3), cells)))
        view = SceneView(document)
        document.setParent(view)
        show(view, size, view.close_scene)
        qtbot.waitUntil(lambda: not view._turn.isActive())
        QApplication.processEvents()
        return view

    return make
