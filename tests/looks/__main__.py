"""Pictures of every panel, dialog and view, to be looked at before a release.

``xvfb-run -a -s "-screen 0 3200x2000x24" python -m tests.looks FOLDER`` saves them all in both
themes, panels also at work; ``--scale 1.5`` as on a screen of that scale, ``--text-size 150`` with
larger text, ``--size 1366x768`` in another window, ``--language de`` in another language, and
``--only layers solve`` those whose names hold one of these words.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from nqviz.core.language import ENGLISH, LANGUAGES
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.window.main_window import MainWindow

from ..app.window_driver import make_panels
from .catalogue import everything
from .situations import close
from .steps import wait


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.looks", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--text-size", type=int, default=100)
    parser.add_argument("--size", default="1500x920", metavar="WIDTHxHEIGHT")
    parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)  # read when Qt begins
    QApplication(["looks"])
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, (board, step) in everything().items():
        if any(word in name for word in options.only):
            _take(name, board(), step, options)
    return 0


def _take(name: str, placement: Any, step: Any, options: argparse.Namespace) -> None:
    """Open the window, do one step in it, and save it, or what popped up, in each theme."""
    settings = QSettings(f"{mkdtemp()}/looks.ini", QSettings.Format.IniFormat)
    settings.setValue("language", options.language)
    window = make_panels(MainWindow(Document(window_state(placement)), settings))
    window.services.preferences.change(text_size=options.text_size)
    window.resize(*map(int, options.size.split("x")))
    window.show()
    wait(500)
    popped_up = True
    for theme in options.themes:
        window.set_theme(theme)
        wait(200)
        if popped_up:  # it is gone after its picture; all else stays as it is
            step(window)
        wait(700)
        stem = f"{name}-{theme}-{options.scale:g}x"
        stem += "" if options.text_size == 100 else f"-text{options.text_size}"
        shown = _on_top(window)
        (shown or [window])[-1].grab().save(str(options.folder / f"{stem}.png"))
        popped_up = bool(shown)
        for other in shown:
            other.close()
    close(window)


def _on_top(window: MainWindow) -> list[QWidget]:
    """Return the dialogs and menus that lie over the window, the topmost last."""
    others = [*window.findChildren(QDialog), *window.findChildren(QMenu)]
    shown = [other for other in others if other.isVisible()]
    popup = QApplication.activePopupWidget()
    return [*shown, popup] if popup else shown


if __name__ == "__main__":
    sys.exit(main())
