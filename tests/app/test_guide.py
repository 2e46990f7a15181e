"""The lines of the guide that open the window."""

import os
import sys
from pathlib import Path

import pytest

from nqviz import Board
from nqviz.constructions import regular
from nqviz.formats import write_placement
from tests.process import run_process

ROOT = Path(__file__).resolve().parents[2]

OPEN_AND_LEAVE = """
import sys, threading, time
from PySide6.QtCore import QMetaObject, Qt
from PySide6.QtWidgets import QApplication
from nqviz.cli import main

def leave():
    titles, until = [], time.monotonic() + 60  # the file is read while the window is shown
    while not any(sys.argv[-1] in title for title in titles) and time.monotonic() < until:
        time.sleep(0.05)
        titles = [w.windowTitle() for w in QApplication.topLevelWidgets() if w.isVisible()]
    print(*titles)
    QMetaObject.invokeMethod(QApplication.instance(), "quit", Qt.ConnectionType.QueuedConnection)

threading.Thread(target=leave, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("page", ["README.md"])
def test_the_lines_that_open_the_explorer_open_it(page, tmp_path):
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    opening = [line.split() for line in lines if line.startswith("nqviz open ")]
    assert opening
    for words in opening:
        file = tmp_path / words[2]
        write_placement(regular(Board.cube(11, 3)), file)
        done = run_process(
            [sys.executable, "-c", OPEN_AND_LEAVE, *words[1:3]],
            cwd=tmp_path,
            env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
            timeout=100,
        )
        assert done.returncode == 0, done.stderr
        assert words[2] in done.stdout
