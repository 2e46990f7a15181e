"""What Qt, its fonts and OpenGL are like here, found out in a process of its own.

Qt ends the whole process where it cannot start, with what it writes to standard error.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

SECONDS = 60.0
"""How long the process may take: on a slow disk the first start of Qt reads a lot."""


def probe() -> dict[str, str]:
    """Return the platform of Qt, the number of fonts, and the vendor and version of OpenGL.

    Returns by name: qt, platform, fonts, settings and opengl, as far as they
    were found, and problem.
    """
    here, there = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(there, str(errors)), daemon=True
        )
        process.start()
        there.close()
        found: dict[str, str] = {}
        with suppress(EOFError, OSError):
            while here.poll(SECONDS):
                found |= here.recv()
        process.kill()
        process.join()
        if "done" not in found:
            said = errors.read_text(errors="replace").split("\n") if errors.exists() else []
            words = [line for line in said if line.strip()]
            found["problem"] = words[0][:200] if words else "the process has ended"
        return found


def _serve(connection: Connection, errors: str) -> None:
    number = os.open(errors, os.O_WRONLY | os.O_CREAT)
    os.dup2(number, 2)
    from PySide6 import __version__
    from PySide6.QtCore import QSettings
    from PySide6.QtGui import QFontDatabase, QGuiApplication

    connection.send({"qt": __version__})
    application = QGuiApplication(["probe"])
    connection.send({"platform": application.platformName()})
    connection.send({"fonts": str(len(QFontDatabase.families()))})
    connection.send({"settings": QSettings("nqviz", "nqviz-explorer").fileName()})
    opengl = _opengl()
    connection.send({"opengl": opengl} if opengl else {})
    connection.send({"done": ""})


def _opengl() -> str:
    """Return the renderer, the vendor and the version of OpenGL; empty without it."""
    from PySide6.QtGui import QOffscreenSurface, QOpenGLContext

    surface, context = QOffscreenSurface(), QOpenGLContext()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        return ""
    functions = context.functions()
    renderer, vendor, version = (
        str(functions.glGetString(name)) for name in (0x1F01, 0x1F00, 0x1F02)
    )
    return f"{renderer} by {vendor}, OpenGL {version}"
