"""Commands of every day, one after another, on a file that is open."""

import os
import sys
import textwrap

import pytest

from nqviz import Board, Placement
from nqviz.formats import write_placement
from tests.process import run_process

COMMANDS = textwrap.dedent("""
    import sys
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from nqviz_app.main import main
    from nqviz_app.window.main_window import MainWindow

    presses = ["file.save", "view.present", "file.save", "view.present", "view.present",
               "file.save", "file.quit"]

    def press():
        found = [each for each in QApplication.topLevelWidgets()
                 if isinstance(each, MainWindow) and each.isVisible()]
        if not found:
            QTimer.singleShot(200, press)
        elif presses:
            [window] = found
            window.actions_[presses.pop(0)].trigger()
            QTimer.singleShot(150, press)

    application = QApplication(["keys"])
    QTimer.singleShot(1500, press)
    main()
""")


@pytest.mark.skipif(sys.platform == "win32", reason="settings in files")
def test_save_present_save_and_quit(tmp_path):
    path = tmp_path / "a.json"
    write_placement(Placement(Board.cube(5, 2), [(0, 1)]), path)
    environment = {
        **os.environ,
        "NQVIZ_STATE": str(tmp_path / "state"),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    done = run_process([sys.executable, "-c", COMMANDS, str(path)], env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
