"""The preview of the export dialog: the newest wish is drawn, beside the window, and no other."""

import threading
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QLabel, QSpinBox

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.rendering.export import Figure, Previews
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import DARK, LIGHT
from nqviz_app.dialogs.export_preview import ExportPreview
from tests.patience import STALL

from ..export_driver import box, choose, opened

LATIN = [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)]


class Drawer:
    """Stands for the process: notes what is asked for, and draws a picture of one colour."""

    def __init__(self):
        self.asked, self.threads, self.ended = [], set(), 0
        self.may_go = threading.Event()
        self.may_go.set()
        self.problem, self.gives_up = "", False

    def draw(self, previews, export, most, is_old):
        self.threads.add(threading.current_thread())
        self.asked.append((export, most))
        while not self.may_go.wait(0.02):
            if previews._stop.is_set() or (self.gives_up and is_old()):
                return b""
        if self.problem:
            raise InputError(self.problem)
        width, height = export.pixels
        scale = min(most[0] / width, most[1] / height, 1)
        stream = BytesIO()
        colour = (10, 200, 30, 90 if export.settings.transparent else 255)
        Image.new("RGBA", (round(width * scale), round(height * scale)), colour).save(stream, "png")
        return stream.getvalue()


@pytest.fixture
def drawer(monkeypatch):
    drawer = Drawer()
    monkeypatch.setattr("nqviz_app.dialogs.export_preview.processes_allowed", lambda: True)
    monkeypatch.setattr("nqviz_app.dialogs.export_preview.REST", 10)
    monkeypatch.setattr(Previews, "draw", lambda self, *given: drawer.draw(self, *given))
    yield drawer
    drawer.may_go.set()
    for thread in drawer.threads:
        thread.join(4 * STALL)
        assert not thread.is_alive()


@pytest.fixture
def window(make_window):
    return make_window(Placement(Board.cube(5, 3), LATIN))


def drawn(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.preview.is_waiting)
    return dialog.preview.image


def test_a_preview_follows_the_choices_and_only_the_newest_is_drawn(drawer, window, qtbot):
    dialog = opened(window)
    assert dialog.preview.words == "Drawing a preview …"
    first = drawn(qtbot, dialog)
    assert first.width() == dialog.preview.width() - 2
    assert first.width() / first.height() == pytest.approx(16 / 9, abs=0.02)
    for width in range(100, 2000, 100):  # as when a person holds the arrow of the box
        box(dialog, "width", QSpinBox).setValue(width)
    assert dialog.preview.is_waiting
    assert dialog.preview.image == first  # the one before stays, faded, until then
    second = drawn(qtbot, dialog)
    assert [export.settings.size[0] for export, _ in drawer.asked] == [1920, 1900]
    assert second.width() / second.height() == pytest.approx(1900 / 1080, abs=0.02)
    dialog.close()


def test_a_picture_that_came_too_late_is_not_shown(drawer, window, qtbot):
    dialog = opened(window)
    before = drawn(qtbot, dialog)
    drawer.may_go.clear()
    box(dialog, "height", QSpinBox).setValue(1900)
    qtbot.waitUntil(lambda: len(drawer.asked) == 2)
    for height in (1000, 500, 200):
        box(dialog, "height", QSpinBox).setValue(height)
        qtbot.waitUntil(lambda: not dialog.preview._timer.isActive())  # it has been asked for
    assert dialog.preview.image == before
    drawer.may_go.set()
    image = drawn(qtbot, dialog)
    assert [export.settings.size[1] for export, _ in drawer.asked] == [1080, 1900, 200]
    assert image.width() > 4 * image.height()
    dialog.close()


def test_what_is_drawn_is_told_that_something_else_is_wanted(drawer, window, qtbot):
    drawer.may_go.clear()
    drawer.gives_up = True
    dialog = opened(window)
    qtbot.waitUntil(lambda: len(drawer.asked) == 1)
    box(dialog, "height", QSpinBox).setValue(500)
    qtbot.waitUntil(lambda: len(drawer.asked) == 2)
    assert dialog.preview.is_waiting
    assert dialog.preview.words == "Drawing a preview …"
    drawer.may_go.set()
    assert drawn(qtbot, dialog).width() > 3 * dialog.preview.image.height()
    dialog.close()


def test_what_is_no_picture_is_not_shown(drawer, window, qtbot, monkeypatch):
    dialog = opened(window)
    drawn(qtbot, dialog)
    monkeypatch.setattr(Previews, "draw", lambda *_given: b"no picture")
    box(dialog, "height", QSpinBox).setValue(500)
    assert drawn(qtbot, dialog).isNull()
    assert dialog.preview.words == "No preview: it is not an image"
    dialog.close()


def test_what_cannot_be_seen_draws_nothing_anew(drawer, window, qtbot):
    window.set_theme("light")
    dialog = opened(window)
    drawn(qtbot, dialog)
    box(dialog, "dpi", QSpinBox).setValue(300)
    assert not dialog.preview.is_waiting
    choose(dialog, "what", "layers")
    drawn(qtbot, dialog)
    choose(dialog, "format", "svg")
    assert not dialog.preview.is_waiting
    box(dialog, "transparent", QCheckBox).setChecked(True)
    assert drawn(qtbot, dialog).hasAlphaChannel()
    choose(dialog, "colours", "dark")
    drawn(qtbot, dialog)
    told = [(each.what, each.settings.transparent, each.settings.theme) for each, _ in drawer.asked]
    assert told == [
        ("scene", False, "light"),
        ("layers", False, "light"),
        ("layers", True, "light"),
        ("layers", True, "dark"),
    ]
    dialog.close()


def test_it_says_which_picture_it_is(drawer, window, qtbot):
    window.document.toggle(0)
    dialog = opened(window)
    for what, animation, caption in (
        ("scene", None, "Preview"),
        ("film", "turntable", "The first frame"),
        ("film", "history", "The last frame"),
        ("solid", None, "From a corner"),
    ):
        choose(dialog, "what", what)
        if animation:
            choose(dialog, "animation", animation)
        assert box(dialog, "caption", QLabel).text() == caption
        assert caption.lower() in dialog.preview.accessibleDescription()
        drawn(qtbot, dialog)
    assert [len(export.steps) for export, _ in drawer.asked] == [0, 0, 2, 0]
    dialog.close()


def test_a_problem_is_said_in_the_frame(drawer, window, qtbot):
    drawer.problem = "no scene can be drawn here"
    dialog = opened(window)
    assert drawn(qtbot, dialog).isNull()
    assert dialog.preview.words == "No preview: no scene can be drawn here"
    box(dialog, "width", QSpinBox).setValue(16_000)
    box(dialog, "height", QSpinBox).setValue(16_000)  # too many pixels: not even tried
    assert dialog.preview.words == "No preview"
    assert not dialog.preview.is_waiting
    assert not dialog.preview._timer.isActive()
    assert len(drawer.asked) == 1
    dialog.close()


def test_a_fault_of_the_program_is_one_line_and_the_next_one_is_drawn(
    drawer, window, qtbot, monkeypatch, capsys
):
    def fail():
        raise KeyError("no such\n  thing")

    with monkeypatch.context() as change:
        change.setattr(window.exporting, "whole", lambda _choices: fail)
        dialog = opened(window)
        assert drawn(qtbot, dialog).isNull()
    said = dialog.preview.words
    assert said.startswith("No preview: drawing it failed: KeyError: ")
    assert "\n" not in said
    assert "Traceback" in capsys.readouterr().err
    dialog.close()
    again = opened(window)
    assert not drawn(qtbot, again).isNull()
    again.close()


def test_closing_ends_what_is_drawn(drawer, window, qtbot):
    drawer.may_go.clear()
    dialog = opened(window)
    qtbot.waitUntil(lambda: bool(drawer.asked))
    dialog.close()
    (thread,) = drawer.threads
    thread.join(4 * STALL)
    assert not thread.is_alive()


def test_without_processes_there_is_none(window):
    dialog = opened(window)
    assert dialog.preview.words == "No preview"
    dialog.close()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_squares_are_behind_what_is_transparent(drawer, qtbot, theme):
    preview = ExportPreview(theme)
    qtbot.addWidget(preview)
    for transparent in (True, False):
        look = ImageSettings((400, 100), transparent=transparent)
        export = Figure("layers", BoardView.of(Placement(Board.cube(5, 3), LATIN)), look)
        preview.wish(lambda export=export: export, "layers")
        qtbot.waitUntil(lambda: not preview.is_waiting)
        inside = pixels(preview.grab().toImage())[
            preview.height() // 2 - 20 : preview.height() // 2 + 20, 20:-20
        ]
        colours = np.unique(inside.reshape(-1, 4), axis=0)
        assert len(colours) == (2 if export.settings.transparent else 1)
    preview.stop()


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()]


def test_the_program_itself_draws_in_a_process(window, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz_app.dialogs.export_preview.processes_allowed", lambda: True)
    dialog = opened(window, what="solid", width=400, height=300)
    held = drawn(qtbot, dialog)
    assert dialog.preview.words == ""
    assert held.size() == dialog.preview.size() - QSize(2, 2)
    choose(dialog, "what", "scene")
    scene = drawn(qtbot, dialog)
    assert scene.width() / scene.height() == pytest.approx(4 / 3, abs=0.02)
    thread = next(each for each in threading.enumerate() if each.name == "previews")
    dialog.close()
    thread.join(4 * STALL)
    assert not thread.is_alive()
