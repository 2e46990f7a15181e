"""A presentation on one of several screens, by the platform of Qt that draws to memory."""

import json
import os
import sys

from tests.process import run_process

PROGRAM = """
import json, os
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

application = QApplication([])
from nqviz import Board, Placement
from nqviz.lessons import lessons
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.window.main_window import MainWindow

def place(widget):
    application.processEvents()
    x, y, width, height = widget.geometry().getRect()
    return [widget.screen().name(), widget.isFullScreen(), x, y, width, height]

window = MainWindow(Document(window_state(Placement(Board.cube(8, 2)), ())))
number = [lesson.name for lesson in lessons()].index("13-symmetry")
said = {}
for screen in application.screens():
    window.setGeometry(screen.geometry().adjusted(100, 60, -100, -60))
    window.show()
    before = place(window)
    window.lessons_panel.bring()
    window.lessons_panel.start(number, anew=True)
    window.presentation.enter()
    notes = window.presentation._notes
    said[screen.name()] = [place(window), notes and place(notes)]
    window.presentation.leave()
    window.lessons_panel.leave()
    assert place(window) == before, (place(window), before)
print(json.dumps(said), flush=True)
os._exit(0)
"""


def presented(tmp_path, **screens):
    """Return where the window and the notes are when it presents on each of some screens."""
    usual = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    listed = [
        {"name": name, "x": x, "y": y, "width": width, "height": height, **usual}
        for name, (x, y, width, height) in screens.items()
    ]
    (tmp_path / "screens.json").write_text(json.dumps({"screens": listed}))
    done = run_process(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen:configfile=screens.json"},
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WIDE, SMALL = (0, 0, 1920, 1080), (1920, 100, 1280, 800)


def test_the_notes_are_on_the_screen_that_does_not_show_the_presentation(tmp_path):
    in_a, in_b = ["a", True, *WIDE], ["b", True, *SMALL]
    assert presented(tmp_path, a=WIDE, b=SMALL) == {"a": [in_a, in_b], "b": [in_b, in_a]}


def test_no_notes_cover_the_presentation_on_a_mirrored_screen(tmp_path):
    assert presented(tmp_path, a=WIDE, mirror=WIDE)["a"] == [["a", True, *WIDE], None]
