"""What is taken away: pictures in 4K, a film beside a live window, the size of a drawing."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import resvg_py
from PIL import Image
from PySide6.QtCore import QTimer

from nqviz.formats import write_placement
from nqviz.rendering.figures import save_drawing
from nqviz.run.processes import allow_processes
from nqviz.view.board_view import BoardView

from .report import show
from .window import full, wait_until, window_on

SIDES = {11: 5, 101: 20}
"""The boards of the 4K pictures, and how many seconds they may take."""
FRAMES, FILM_SECONDS = 120, 60
GAP, SVG_BYTES = 100, 300_000


def main() -> None:
    allow_processes()
    with TemporaryDirectory() as name:
        folder = Path(name)
        rows = [picture(folder, side, goal) for side, goal in SIDES.items()]
        rows += animation(folder)
        rows.append(drawing(folder))
    show("exports", ("what", "seconds", "processor", "result", "goal"), rows)


def picture(folder: Path, side: int, goal: int) -> tuple[str, ...]:
    """Time the whole command, from its start to its end."""
    write_placement(full(side), folder / "queens.json")
    command = [sys.executable, "-m", "nqviz.cli", "render", str(folder / "queens.json")]
    before, began = os.times(), time.perf_counter()
    subprocess.run([*command, "-o", str(folder / "a.png"), "--size", "3840x2160"], check=True)
    seconds, after = time.perf_counter() - began, os.times()
    work = sum(after[2:4]) - sum(before[2:4])
    size = f"{(folder / 'a.png').stat().st_size / 1e6:.1f} MB"
    return f"4K picture of ({side},3)", f"{seconds:.1f}", f"{work:.1f}", size, f"{goal} s"


def animation(folder: Path) -> list[tuple[str, ...]]:
    """Make a turntable in the window and watch the turns of its event loop meanwhile."""
    from nqviz_app.dialogs.export_choices import Choices

    with window_on(full(11)) as window:
        window.exporting.choices = Choices("film", width=1280, height=720, frames=FRAMES)
        turns: list[tuple[float, float]] = []
        ticker = QTimer()
        ticker.timeout.connect(lambda: turns.append((time.perf_counter(), time.thread_time())))
        before, began = os.times(), time.perf_counter()
        job = window.exporting.export_to(folder / "a.mp4")
        ticker.start(1)
        wait_until(lambda: not job.is_running, 300)
        seconds, after = time.perf_counter() - began, os.times()
        ticker.stop()
    gaps, own = (np.diff(np.array(turns), axis=0) * 1000).T
    work = sum(after[2:4]) - sum(before[2:4])
    size = f"{(folder / 'a.mp4').stat().st_size / 1e6:.1f} MB"
    name = f"{FRAMES} pictures in 720p"
    late = f"{(gaps > GAP).sum()} of {len(gaps):,} above {GAP} ms"
    return [
        (name, f"{seconds:.1f}", f"{work:.1f}", size, f"{FILM_SECONDS} s"),
        ("longest gap meanwhile", f"{gaps.max() / 1000:.3f}", "", late, f"{GAP} ms"),
        ("own work in a gap", f"{own.max() / 1000:.3f}", "", "of the window's thread", f"{GAP} ms"),
    ]


def drawing(folder: Path) -> tuple[str, ...]:
    """Compare the SVG of eleven layers, as resvg draws it, with our own picture."""
    board = BoardView.of(full(11))
    began, before = time.perf_counter(), time.process_time()
    save_drawing(board, folder / "a.svg")
    seconds, work = time.perf_counter() - began, time.process_time() - before
    save_drawing(board, folder / "a.png")
    with Image.open(folder / "a.png") as image:
        ours = np.asarray(image.convert("RGB")).astype(int)
    height, width, _ = ours.shape
    drawn = resvg_py.svg_to_bytes(
        svg_path=str(folder / "a.svg"), dpi=96, width=width, height=height
    )
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        theirs = np.asarray(image.convert("RGB")).astype(int)
    size = (folder / "a.svg").stat().st_size
    apart = f"{size / 1000:.0f} kB, mean difference {np.abs(ours - theirs).mean():.1f} of 255"
    name = "SVG of 11 layers"
    return name, f"{seconds:.1f}", f"{work:.1f}", apart, f"{SVG_BYTES // 1000} kB"
