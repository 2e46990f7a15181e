"""Start to a usable window, against importing PySide6 and pyvistaqt alone.

Usable: scene and layers have been painted and the event loop has come to rest. Every run is a
process of its own; both times run from its start to the moment it says that it is ready.
"""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

from .report import show

RUNS = 5
GOAL = 2.5

IMPORTS = """
import os
os.environ["QT_API"] = "pyside6"
import PySide6.QtCore, PySide6.QtGui, PySide6.QtWidgets, pyvistaqt
print("ready", flush=True)
"""

WINDOW = """
import os
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from nqviz_app.main import main

def ready():
    print("ready", flush=True)
    os._exit(0)

class Watch(QObject):
    missing = {"layers.grid", "scene.view"}

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and self.missing:
            self.missing.discard(watched.objectName())
            if not self.missing:
                QTimer.singleShot(0, ready)
        return False

def run_until_ready(*_):
    application = QApplication.instance()
    watch = Watch(application)
    application.installEventFilter(watch)
    return original()

original = QApplication.exec
QApplication.exec = run_until_ready
main([])
"""


def seconds(code: str) -> float:
    """Give the seconds from the start of a process to its word."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"NQVIZ_STATE": folder, "XDG_CONFIG_HOME": folder}
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | places
        ) as process:
            line = process.stdout.readline()
            taken = time.perf_counter() - began
    if line.strip() != b"ready":
        raise RuntimeError(f"it never became ready: {line!r}")
    return taken


def main() -> None:
    seconds(IMPORTS), seconds(WINDOW)  # files into the system's cache, kernels compiled
    pairs = [(seconds(IMPORTS), seconds(WINDOW)) for _ in range(RUNS)]
    alone, window = (median(column) for column in zip(*pairs, strict=True))
    show(
        "start",
        ("what", "median of 5", "fastest", "slowest"),
        [
            (name, f"{median(times):.2f} s", f"{min(times):.2f} s", f"{max(times):.2f} s")
            for name, times in zip(
                ("imports alone", "usable window"), zip(*pairs, strict=True), strict=True
            )
        ]
        + [("ratio", f"{window / alone:.2f}", f"goal {GOAL}", "")],
    )


if __name__ == "__main__":
    main()
