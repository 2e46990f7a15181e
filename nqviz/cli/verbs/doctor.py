"""``nqviz doctor``: check what the explorer needs of this machine, and say what to do."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module, metadata, resources
from pathlib import Path

from nqviz import __version__
from nqviz.cli.output import DONE, NO, Console
from nqviz.core.installing import advice, is_bundle
from nqviz.core.jit import library
from nqviz.run.context import core_count
from nqviz.run.processes import NO_CONSOLE
from nqviz.run.reports import report_folder
from nqviz.run.system_libraries import (
    WINDOW,
    X11,
    install_command,
    missing_libraries,
    package_command,
)
from nqviz.run.temporary import state_folder

PACKAGES = (
    *("PySide6-Essentials", "pyvista", "vtk", "numpy", "scipy", "numba", "highspy"),
    *("matplotlib", "pillow"),
)
"""Those whose versions matter in a report of a fault."""


@dataclass(frozen=True)
class Finding:
    """What one check has found."""

    name: str
    is_good: bool | None
    """None where nothing that is needed is missing."""
    text: str
    remedy: str = ""
    """What to do; empty where nothing has to be done."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Check everything and print one line for each check; 1 where something is missing."""
    found = [finding for check in CHECKS for finding in check()]
    is_good = all(each.is_good is not False for each in found)
    checks = [
        {"name": each.name, "ok": each.is_good, "text": each.text, "remedy": each.remedy}
        for each in found
    ]
    lines = [_line(each) for each in found]
    lines.append("Nothing is missing." if is_good else "What is marked with ! has to be mended.")
    console.answer({"ok": is_good, "checks": checks}, "\n".join(lines))
    return DONE if is_good else NO


def _line(finding: Finding) -> str:
    mark = {True: "ok", False: "! ", None: "- "}[finding.is_good]
    remedy = f"\n       {finding.remedy}" if finding.remedy else ""
    return f"  {mark} {finding.name}: {finding.text}{remedy}"


# Checks --------------------------------------------------------------------------------------


def _nqviz() -> Iterator[Finding]:
    words = f"{__version__}, Python {platform.python_version()}, {platform.platform()}"
    yield Finding("nqviz", True, f"{words}, a bundle" if is_bundle() else words)
    yield Finding("cores", True, f"{core_count()} of {os.cpu_count()} {platform.machine()}")


def _packages() -> Iterator[Finding]:
    versions = []
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            versions.append(f"{name} {metadata.version(name)}")
    yield Finding("packages", bool(versions), ", ".join(versions) or "none are recorded")


def _kernels() -> Iterator[Finding]:
    came = "they came with nqviz"
    yield Finding("compiled kernels", True, came if library() else "made at their first call")


def _libraries() -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return
    missing = missing_libraries({**WINDOW, **X11})
    if missing:
        command = install_command(missing)
        remedy = f"{command} installs them" if command else "install them"
        yield Finding("system libraries", False, f"missing: {', '.join(missing)}", remedy)
    else:
        yield Finding("system libraries", True, "all are there")


def _window() -> Iterator[Finding]:
    """Check the display first: without one Qt is not asked."""
    try:
        display, probe = import_module("nqviz_app.display"), import_module("nqviz_app.probe")
    except ImportError as error:
        yield Finding("explorer", False, f"not installed: {error}", advice())
        return
    problem = display.display_problem()
    yield Finding("display", problem is None, problem or "it can be reached")
    if problem:
        return
    found = probe.probe()
    why = found.get("problem", "")
    remedy = "" if "platform" in found else advice()
    words = f"{found.get('qt', '')}, platform {found.get('platform')}" if not remedy else why
    yield Finding("Qt", not remedy, words, remedy)
    fonts = int(found.get("fonts", 0))
    families = f"{fonts} font families"
    yield Finding("fonts", fonts > 0, families, "" if fonts else "install a font, such as DejaVu")
    if "settings" in found:
        yield Finding("settings", True, found["settings"])
    opengl = found.get("opengl", "")
    drivers = "install a driver of the graphics card, or Mesa"
    yield Finding("OpenGL", bool(opengl), opengl or why or "none", "" if opengl else drivers)


def _font() -> Iterator[Finding]:
    there = resources.files("nqviz_resources.fonts").joinpath("Inter-Regular.ttf").is_file()
    yield Finding("font Inter", there, "bundled" if there else "missing", "" if there else advice())


def _highs() -> Iterator[Finding]:
    try:
        from nqviz.ilp.highs import highs_name

        yield Finding("HiGHS", True, highs_name())
    except Exception as error:  # noqa: BLE001 - whatever it is, it does not work here
        yield Finding("HiGHS", False, f"{type(error).__name__}: {error}", advice())


def _cp_sat() -> Iterator[Finding]:
    try:
        yield Finding("CP-SAT", True, f"OR-Tools {metadata.version('ortools')}")
    except metadata.PackageNotFoundError:
        yield Finding("CP-SAT", None, "not installed; other engines do without it", advice("cpsat"))


def _ffmpeg() -> Iterator[Finding]:
    try:
        import imageio_ffmpeg

        program = imageio_ffmpeg.get_ffmpeg_exe()
        done = subprocess.run(
            [program, "-version"],
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
            creationflags=NO_CONSOLE,
        )
        yield Finding("ffmpeg", True, " ".join(done.stdout.split()[:3]))
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as error:
        words = f"GIF films only: {str(error).splitlines()[0]}"
        yield Finding("ffmpeg", None, words, package_command("ffmpeg", "ffmpeg-free", "ffmpeg"))


def _folders() -> Iterator[Finding]:
    from nqviz.core.jit import cache_folder

    for name, folder in (
        ("kernel cache", cache_folder()),
        ("state folder", state_folder()),
        ("reports", report_folder()),
    ):
        problem = _write_problem(folder)
        place = folder or f"{Path.home()}, or the folder of nqviz,"
        remedy = f"make {place} writable" if problem else ""
        is_good = None if problem and name == "kernel cache" else not problem
        yield Finding(name, is_good, problem or str(folder), remedy)


def _write_problem(folder: Path | None) -> str:
    """Return why nothing can be written into a folder; empty where that works."""
    if folder is None:
        return "no folder can be written: each start compiles"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"{folder}: {(error.strerror or str(error)).lower()}"


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _nqviz,
    _packages,
    _kernels,
    _libraries,
    _window,
    _font,
    _highs,
    _cp_sat,
    _ffmpeg,
    _folders,
)
