"""Start to the first picture and to a usable window, against importing PySide6 and pyvistaqt.

The first picture has everything but the scene. Usable: the scene has been painted, too, and the
event loop has come to rest. Every run is a process of its own; all times run from its start to the
moment it says that it is ready. On a busy machine the processor's time is the fairer one: the
display and other applications do not count.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from statistics import median

from .report import show

RUNS = 5
GOAL = 2.5
PATIENCE = 120.0
"""Seconds after which a process that has not said its word is ended."""

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
    missing = {MISSING}

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


FIRST = WINDOW.replace("{MISSING}", '{"first_picture"}')
USABLE = WINDOW.replace("{MISSING}", '{"scene.view"}')


def measure(code: str) -> tuple[float, float]:
    """Return the seconds from the start of a process to its word, and those of the processor."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        places = {"NQVIZ_STATE": folder, "XDG_CONFIG_HOME": folder}
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=said,
            env=os.environ | places,
        )
        assert process.stdout is not None
        late = threading.Timer(PATIENCE, process.kill)
        late.start()
        with process.stdout as words:
            line = words.readline()
        taken = time.perf_counter() - began
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        late.cancel()
        if line.strip() != b"ready":
            said.seek(0)
            why = said.read().decode(errors="replace").strip() or "it said nothing"
            raise RuntimeError(
                f"no word within {taken:.0f} s, exit status {process.returncode}: {why[-2000:]}"
            )
    return taken, used.ru_utime + used.ru_stime


def main() -> None:
    parts = {"imports alone": IMPORTS, "first picture": FIRST, "usable window": USABLE}
    for code in parts.values():
        measure(code)  # files into the system's cache, kernels compiled
    rounds = [[measure(code) for code in parts.values()] for _ in range(RUNS)]
    columns = ("seconds", "of the processor")
    rows: list[tuple[str, ...]] = []
    ratios: list[tuple[str, ...]] = []
    for place, kind in enumerate(columns):
        times = [[each[place] for each in one] for one in zip(*rounds, strict=True)]
        for name, runs in zip(parts, times, strict=True):
            row = (f"{name}, {kind}", median(runs), min(runs), max(runs))
            rows.append((row[0], *(f"{value:.2f} s" for value in row[1:])))
        ratio = median(times[-1]) / median(times[0])
        ratios.append((f"ratio, {kind}", f"{ratio:.2f}", f"goal {GOAL}", ""))
    show("start", ("what", f"median of {RUNS}", "fastest", "slowest"), rows + ratios)
