"""What can go wrong before and around the window: one clear line each, and nothing half written."""

import os
import resource
import sys

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent, QImage
from PySide6.QtWidgets import QApplication, QMessageBox

from nqviz import Board, Placement
from nqviz.formats.session import write_session
from nqviz_app import main as entry
from nqviz_app.application import FileOpening, application_icon, run
from nqviz_app.display import display_problem
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import session_of
from tests.process import run_process


@pytest.fixture
def no_display(monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def one_line(text):
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    return lines[0]


@pytest.mark.skipif(sys.platform != "linux", reason="displays of X11")
def test_no_display_is_said(no_display, capsys):
    assert entry.main([]) == 2
    assert "no display" in one_line(capsys.readouterr().err)


@pytest.mark.skipif(sys.platform != "linux", reason="displays of X11")
def test_a_display_that_does_not_answer_is_said(no_display, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":4711.0")
    assert entry.main([]) == 2
    assert "':4711.0'" in one_line(capsys.readouterr().err)
    monkeypatch.setenv("DISPLAY", "elsewhere:0")
    assert display_problem() is None


@pytest.mark.parametrize(
    "package", ["pyvista", "highspy", "matplotlib", "PySide6.QtWidgets", "numpy"]
)
def test_a_missing_package_is_said(package):
    program = (
        f"import sys; sys.modules[{package!r}] = None; from nqviz_app.main import main;"
        " sys.exit(main(['--screenshot', 'never.png']))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = run_process([sys.executable, "-c", program], env=environment, timeout=100)
    assert done.returncode == 2
    line = one_line(done.stderr)
    assert "not installed" in line
    assert package in line


@pytest.mark.parametrize(
    "arguments", [["--size", "big"], ["--text-size", "500"], ["--text-size", "x"]]
)
def test_bad_arguments_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        entry.main(arguments)
    assert left.value.code == 2
    assert arguments[1] in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"{]", b""])
def test_an_unreadable_file_is_said_before_any_window(tmp_path, capsys, content):
    path = tmp_path / "bad.json"
    path.mkdir() if content is None else path.write_bytes(content)
    assert entry.main([str(path), "--screenshot", str(tmp_path / "never.png")]) == 2
    assert "bad.json" in one_line(capsys.readouterr().err)
    assert not (tmp_path / "never.png").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk_leaves_the_old_picture(qapp, tmp_path, capsys):
    path = tmp_path / "window.png"
    assert run(None, screenshot=path, size=(1300, 700)) == 0
    assert QImage(str(path)).width() >= 1300
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        status = run(None, screenshot=path, size=(1300, 700), theme="dark")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 2
    assert "window.png" in one_line(capsys.readouterr().err)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["window.png"]


def test_an_unknown_kind_of_image_is_said(qapp, tmp_path, capsys):
    assert run(None, screenshot=tmp_path / "window.xyz") == 2
    assert ".xyz" in one_line(capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk_at_save_keeps_the_old_file(make_window, tmp_path):
    window = make_window()
    window.document.toggle(0)
    path = tmp_path / "board.json"
    assert window.files.save_to(path)
    before = path.read_bytes()
    window.document.toggle(12)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        assert not window.files.save_to(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    box = window.findChild(QMessageBox, "message")
    assert "board.json" in one_line(box.text())
    box.close()
    assert path.read_bytes() == before
    assert not window.document.is_saved


def test_a_session_is_opened_from_the_command_line(qapp, tmp_path):
    document = Document(window_state(Placement(Board.cube(4, 2))))
    document.toggle(3)
    path, picture = tmp_path / "a.nqviz", tmp_path / "a.png"
    write_session(session_of([document.tab], 0), path)
    assert run(path, screenshot=picture) == 0
    assert picture.exists()
    document.deleteLater()


def test_a_picture_of_a_damaged_session_is_none_of_the_example(qapp, tmp_path, capsys):
    document = Document(window_state(Placement(Board.cube(4, 2))))
    excluded = np.zeros(16, dtype=np.bool_)
    excluded[3] = True
    document.set_excluded(excluded)
    path, picture = tmp_path / "a.nqviz", tmp_path / "a.png"
    write_session(session_of([document.tab], 0), path)
    path.write_text(path.read_text().replace("[[1, 4]]", "[[1, 5]]"))
    assert entry.main([str(path), "--screenshot", str(picture)]) == 2
    assert "a.nqviz" in one_line(capsys.readouterr().err)
    assert not picture.exists()
    document.deleteLater()


def test_the_sign_of_the_program_is_drawn_at_any_size(qapp):
    for side in (16, 64, 256):
        image = application_icon().pixmap(side, side).toImage()
        assert (image.width(), image.height()) == (side, side)
        colours = {image.pixelColor(x, y).name() for x in range(side) for y in range(side)}
        assert {"#12324a", "#f0c419"} <= colours


def test_a_file_that_the_system_names_is_opened(qapp, tmp_path):
    opened = []
    root = QObject()
    filtering = FileOpening(opened.append, root)
    qapp.installEventFilter(filtering)
    assert QApplication.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "a.json")))
    assert opened == [tmp_path / "a.json"]
    assert not filtering.eventFilter(qapp, QEvent(QEvent.Type.User))
    qapp.removeEventFilter(filtering)
    root.deleteLater()
