"""Views on their own, without the window around them."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.scene.scene_view import SceneView


@pytest.fixture
def make_view(qtbot: QtBot) -> Iterator[Any]:
    views = []

    def make(board: Any = None, cells: Any = (), size: tuple[int, int] = (620, 560)) -> Any:
        document = Document(window_state(Placement(board or Board.cube(5, 3), cells)))
        view = SceneView(document)
        view.resize(*size)
        with qtbot.waitExposed(view):
            view.show()
        qtbot.waitUntil(lambda: not view._turn.isActive())
        QApplication.processEvents()
        views.append(view)
        return view

    yield make
    for view in views:
        view.close_scene()
        view.close()
        view.document.deleteLater()
        view.deleteLater()
    views.clear()
