"""What the window takes away: by its dialog, in the background, as the command line does it."""

import json
import multiprocessing
import os
import signal
import sys

import pytest
from PIL import Image
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QMessageBox,
    QPushButton,
    QSpinBox,
)

from nqviz import Board, Placement
from nqviz.cli import main as command_line
from nqviz.formats.session import write_session
from nqviz.rendering.export import FORMATS
from nqviz_app.dialogs.export_choices import Choices
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of

from ..export_driver import box, choose, opened
from ..window_driver import large_layers

LATIN = [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)]


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Draw in a thread, which is quicker than to start a process; not all tests do."""
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: False)


@pytest.fixture
def apart(here, monkeypatch):
    """Draw in a process of its own, as the window does."""
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: True)


@pytest.fixture
def window(make_window):
    return make_window(Placement(Board.cube(5, 3), LATIN))


def export(window, qtbot, path, **choices):
    """Write a file and wait until its job has ended."""
    small = {"width": 320, "height": 240}
    window.exporting.choices = Choices(colours="light", **{**small, **choices})
    said = []
    window.document.message.connect(said.append)
    job = window.exporting.export_to(path)
    if job is not None:
        with qtbot.waitSignal(job.ended):
            pass
    window.document.message.disconnect(said.append)
    return said


def test_every_thing_has_a_word_and_a_summary(window):
    dialog = opened(window)
    for what in FORMATS:
        choose(dialog, "what", what)
        summary = box(dialog, "summary", QLabel).text()
        assert any(word in summary for word in ("pixels", "drawing", "mm", "browser")), what
        assert box(dialog, "ok", QPushButton).isEnabled(), summary
        assert [
            box(dialog, "format").itemData(i) for i in range(box(dialog, "format").count())
        ] == [*FORMATS[what]]
    dialog.close()


def test_the_summary_tells_size_length_and_paper(window):
    dialog = opened(window)
    choose(dialog, "what", "scene")
    box(dialog, "width", QSpinBox).setValue(3000)
    box(dialog, "height", QSpinBox).setValue(1500)
    box(dialog, "dpi", QSpinBox).setValue(300)
    text = box(dialog, "summary", QLabel).text()
    assert "3000 × 1500 pixels" in text
    assert "25.4 × 12.7 cm" in text
    assert box(dialog, "size").currentData() is None
    sizes = box(dialog, "size")
    sizes.setCurrentIndex(sizes.findText("HD, 1280 × 720"))
    assert box(dialog, "width", QSpinBox).value() == 1280
    choose(dialog, "what", "film")
    box(dialog, "frames", QSpinBox).setValue(75)
    assert "75 frames" in box(dialog, "summary", QLabel).text()
    assert "3.0 s" in box(dialog, "summary", QLabel).text()
    assert not box(dialog, "copy", QPushButton).isEnabled()
    assert "Only images" in box(dialog, "copy", QPushButton).toolTip()
    choose(dialog, "what", "solid")
    box(dialog, "cell", QDoubleSpinBox).setValue(5.0)
    summary = box(dialog, "summary", QLabel).text()
    assert "watertight, smallest wall" in summary
    assert "on rods and a plate" in summary
    dialog.close()


def test_a_vector_drawing_on_paper_has_no_resolution(window):
    dialog = opened(window)
    dpi = box(dialog, "dpi", QSpinBox)
    choose(dialog, "size", "column")
    assert dpi.isVisible()
    choose(dialog, "format", "pdf")
    assert not dpi.isVisible()
    sizes = box(dialog, "size")
    sizes.setCurrentIndex(sizes.findText("HD, 1280 × 720"))
    assert dpi.isVisible(), "it gives the size of the drawing"
    dialog.close()


def test_paper_sets_pixels_and_the_size_of_type(window):
    dialog = opened(window)
    choose(dialog, "what", "layers")
    choose(dialog, "colours", "dark")
    choose(dialog, "size", "column")
    assert box(dialog, "colours").currentData() == "light", "paper is white"
    sides = [box(dialog, name, QSpinBox) for name in ("width", "height", "dpi")]
    assert [side.value() for side in sides] == [2031, 1526, 600]
    assert "8.6 × 6.5 cm" in box(dialog, "summary", QLabel).text()
    settings = window.exporting.figure(window.exporting.choices).settings
    assert settings.size == (522, 392)  # type of a column is not that of a screen
    sides[2].setValue(300)
    assert sides[0].value() == 1016
    assert box(dialog, "size").currentData() == "column"
    assert "8.6 × 6.5 cm" in box(dialog, "summary", QLabel).text()
    sides[0].setValue(1000)
    assert box(dialog, "size").currentData() is None
    assert window.exporting.figure(window.exporting.choices).settings.size[0] == 1000
    box(dialog, "width", QSpinBox).setValue(1280)
    box(dialog, "height", QSpinBox).setValue(720)
    assert box(dialog, "size").currentText() == "HD, 1280 × 720"
    across = box(dialog, "paper_width", QDoubleSpinBox)
    across.lineEdit().setText("3.4in")
    across.interpretText()
    assert box(dialog, "size").currentData() == "own"
    box(dialog, "type_size", QDoubleSpinBox).setValue(9.0)
    box(dialog, "crop", QCheckBox).setChecked(True)
    settings = window.exporting.figure(window.exporting.choices).settings
    assert (settings.paper.width, settings.paper.points, settings.crop) == (8.6, 9.0, True)
    assert "8.6 cm wide, cropped" in box(dialog, "summary", QLabel).text()
    choose(dialog, "size", "slide")
    choose(dialog, "what", "film")
    assert window.exporting.figure(window.exporting.choices).pixels == (1920, 1080)
    dialog.close()


def test_what_is_not_there_cannot_be_chosen_and_says_why(make_window):
    dialog = opened(make_window(Placement(Board.cube(9, 2))))
    for name, value, why in (
        ("what", "square", "three dimensions"),
        ("what", "graph", "cannot be made out"),
        ("chart", "profile", "no density"),
        ("chart", "search", "Nothing has been searched"),
        ("animation", "layers", "no layers"),
        ("animation", "history", "Nothing has been changed"),
        ("animation", "search", "found nothing"),
    ):
        combo = box(dialog, name)
        item = combo.model().item(combo.findData(value))
        assert not item.isEnabled()
        assert why in item.toolTip()
    dialog.close()


@pytest.mark.parametrize(
    "change",
    [{"width": 10**12}, {"height": -5}, {"rate": 10**400}, {"cell": 1e300}, {"cell": float("nan")}],
    ids=str,
)
def test_remembered_numbers_that_no_field_takes_are_passed_over(tmp_path, change):
    settings = QSettings(str(tmp_path / "file.ini"), QSettings.Format.IniFormat)
    settings.setValue("export/choices", json.dumps({"dpi": 72, **change}))
    assert Choices.remembered(settings) == Choices(dpi=72)


def test_choices_are_remembered(tmp_path):
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    assert Choices.remembered(settings) == Choices()
    chosen = Choices("film", {"film": "gif"}, 640, 480, animation="layers", frames=50, cell=4.5)
    chosen.save(settings)
    assert Choices.remembered(settings) == chosen
    assert chosen.ending == "gif"
    settings.setValue("export/choices", json.dumps({"film": "layers"}))
    assert Choices.remembered(settings).animation == "layers"
    settings.setValue("export/choices", json.dumps({"what": "frob", "width": "wide", "dpi": 72}))
    assert Choices.remembered(settings) == Choices(dpi=72)
    for text in ("{", 3000 * "[", '{"dpi": ' + 5000 * "7" + "}", '{"dpi": 72, "dpi": 73}'):
        settings.setValue("export/choices", text)
        assert Choices.remembered(settings) == Choices()


def test_the_dialog_begins_with_the_last_choices(window):
    dialog = opened(window)
    choose(dialog, "what", "contact")
    choose(dialog, "format", "tex")
    dialog.close()
    again = opened(window)
    assert box(again, "what").currentData() == "contact"
    assert box(again, "format").currentData() == "tex"
    again.close()


def test_a_film_is_stopped_and_leaves_nothing(apart, window, qtbot, tmp_path):
    window.exporting.choices = Choices("film", width=640, height=480, frames=3000)
    said = []
    window.document.message.connect(said.append)
    job = window.exporting.export_to(tmp_path / "a.mp4")
    qtbot.waitUntil(lambda: job.last_progress is not None)
    assert "of 3,000" in job.last_progress.activity
    assert list(tmp_path.iterdir())  # it is written beside its place
    with qtbot.waitSignal(job.ended):
        job.stop()
    assert said[-1] == "Stopped: nothing is written."
    assert list(tmp_path.iterdir()) == []


def test_closing_the_window_ends_a_film(apart, window, qtbot, tmp_path):
    window.exporting.choices = Choices("film", width=640, height=480, frames=3000)
    job = window.exporting.export_to(tmp_path / "a.mp4")
    qtbot.waitUntil(lambda: job.last_progress is not None)
    window.document.undo_stack.setClean()
    window.close()
    job.thread_.join(10)
    assert not job.thread_.is_alive()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be held on Windows")
def test_the_window_waits_for_no_film(apart, window, qtbot, tmp_path):
    """How long its longest turn is says tests.benchmarks exports."""
    window.exporting.choices = Choices("film", width=320, height=240, frames=6)
    job = window.exporting.export_to(tmp_path / "a.mp4")
    qtbot.waitUntil(lambda: job.last_progress is not None)
    (child,) = multiprocessing.active_children()
    os.kill(child.pid, signal.SIGSTOP)
    try:
        cell = int(window.document.placement().indices[0])
        qtbot.mouseClick(
            large_layers(window),
            Qt.MouseButton.LeftButton,
            pos=window.layers.grid.cell_center(cell).toPoint(),
        )
        QApplication.processEvents()
        assert not window.document.is_queen(cell)
        assert job.is_running, "the film waits until its process may go on"
    finally:
        os.kill(child.pid, signal.SIGCONT)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert (tmp_path / "a.mp4").stat().st_size > 2000


def test_a_replay_of_the_history_goes_through_every_step(window, qtbot, tmp_path):
    for cell in window.document.placement().indices.tolist()[:4]:
        window.document.toggle(cell)
    choices = Choices("film", animation="history", of_layers=True)
    steps = window.exporting.steps(choices)()
    assert [len(step.queens) for step in steps] == [25, 24, 23, 22, 21]
    window.document.undo_stack.undo()
    assert len(window.exporting.steps(choices)()) == 5
    write_session(session_of(window.tabs.board_tabs, 0), tmp_path / "a.session")
    export(window, qtbot, tmp_path / "a.gif", what="film", animation="history", frames=10)
    with Image.open(tmp_path / "a.gif") as animation:
        assert animation.size == (320, 240)
    arguments = ["render", str(tmp_path / "a.session"), "--film", "replay", "--frames", "10"]
    assert command_line([*arguments, "--size", "320x240", "-o", str(tmp_path / "b.gif")]) == 0
    with Image.open(tmp_path / "a.gif") as ours, Image.open(tmp_path / "b.gif") as theirs:
        assert ours.n_frames == theirs.n_frames


def test_a_search_can_be_replayed_and_charted(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3)))
    window.solve_panel.run()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    steps = window.exporting.steps(Choices("film", animation="search"))()
    sizes = [len(step.queens) for step in steps]
    assert sizes[0] == 0
    assert sizes == sorted(set(sizes))
    assert sizes[-1] == len(window.document.suggestion)
    chart = window.exporting.figure(Choices("chart", chart="search")).chart
    assert chart.series[0].points[-1, 1] == sizes[-1]
    window.document.load(window_state(Placement(Board.cube(4, 2))), "x")
    assert window.exporting._problems()["film.search"]


def test_copy_puts_a_picture_on_the_clipboard(window, qtbot):
    for number, what in enumerate(("scene", "layers", "square", "contact", "chart")):
        window.exporting.choices = Choices(what, {what: "svg"}, 300 + number, 200)
        job = window.exporting.copy()
        with qtbot.waitSignal(job.ended):
            pass
        image = QApplication.clipboard().image()
        assert (image.width(), image.height()) == (300 + number, 200)
        assert len(colours(image)) > 3


@pytest.mark.usefixtures("drawn_scenes")
def test_every_view_is_copied_as_it_is_seen(window, qtbot):
    window.actions_["view.layers_half"].trigger()
    for command, page in (
        ("edit.copy_scene", "scene"),
        ("edit.copy_flat", "scene"),
        ("edit.copy_flat", "square"),
        ("edit.copy_flat", "per_layer"),
    ):
        QApplication.clipboard().clear()
        window.pages.show_page(page)
        QApplication.processEvents()
        window.actions_[command].trigger()
        image = QApplication.clipboard().image()
        view = window.scene.canvas if command == "edit.copy_scene" else window.flat.in_front
        assert view.isVisible()
        assert (image.width(), image.height()) == (view.width(), view.height())
        assert len(colours(image)) > 6


def colours(image):
    places = ((x, y) for x in range(0, image.width(), 6) for y in range(0, image.height(), 6))
    return {image.pixel(x, y) for x, y in places}


def test_what_cannot_be_written_is_one_message(window, qtbot, tmp_path):
    export(window, qtbot, tmp_path / "none" / "a.png", what="scene")
    message = window.findChild(QMessageBox)
    assert "a.png: cannot be written" in message.text()
    assert "\n" not in message.text()
    message.close()
    export(window, qtbot, tmp_path / "a.bmp", what="layers")
    texts = [each.text() for each in window.findChildren(QMessageBox) if each.isVisible()]
    assert texts == ["a.bmp: a drawing of layers ends in png, svg, pdf, tex, not in bmp"]
    window.findChildren(QMessageBox)[-1].close()
    assert list(tmp_path.iterdir()) == []
