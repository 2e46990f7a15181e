"""Previews: small, of the same layout as what is exported, by a process that stays warm."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.export import FORMATS, Figure, Previews, write_export
from nqviz.rendering.export.previews import write_preview
from nqviz.rendering.export.steps import placing_steps
from nqviz.run.context import RunContext
from nqviz.view.animation import Animation
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings

LATIN = Placement(Board.cube(5, 3), [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)])
PICTURE = BoardView.of(LATIN)
MOST = (160, 120)


def drawn(export, folder, most=MOST):
    write_preview(export, folder / "preview.png", most)
    return Image.open(BytesIO((folder / "preview.png").read_bytes()))


def numbers(image, size=None):
    """Return the pixels; nothing has a colour of its own where it is transparent."""
    small = image.convert("RGBa") if size is None else image.convert("RGBA").resize(size)
    return np.asarray(small.convert("RGBa")).astype(float)


@pytest.mark.parametrize("transparent", [False, True])
@pytest.mark.parametrize(
    "what", [what for what in FORMATS if what not in ("film", "solid", "page")]
)
def test_a_preview_is_the_export_made_small(tmp_path, what, transparent):
    export = Figure(what, PICTURE, ImageSettings((640, 360), transparent=transparent))
    if what == "graph":
        export = replace(
            export, picture=BoardView.of(Placement(Board.cube(4, 2), [(0, 1), (2, 3)]))
        )
    write_export(export, tmp_path / "whole.png")
    preview = drawn(export, tmp_path)
    assert preview.size == (160, 90)
    with Image.open(tmp_path / "whole.png") as image:
        whole = numbers(image, preview.size)
        other = numbers(image.transpose(Image.Transpose.FLIP_TOP_BOTTOM), preview.size)
    small = numbers(preview)
    apart = np.abs(small - whole).mean()
    assert apart < 6.0
    assert apart < 0.6 * np.abs(small - other).mean()  # and not any other picture of that kind
    assert (small[0, 0, 3] == 0) == transparent


def test_a_preview_is_never_larger_and_long_ones_keep_their_form(tmp_path):
    look = ImageSettings((96, 80))
    assert drawn(Figure("layers", PICTURE, look), tmp_path).size == (96, 80)
    long = drawn(Figure("layers", PICTURE, ImageSettings((1600, 80))), tmp_path)
    assert long.size == (1280, 64)  # no picture is lower than that


@pytest.mark.parametrize("of_layers", [False, True])
@pytest.mark.parametrize("kind", ["turntable", "layers", "replay"])
def test_a_preview_of_a_film_is_its_first_picture_and_of_a_replay_its_last(
    tmp_path, kind, of_layers
):
    steps = placing_steps(LATIN) if kind == "replay" else ()
    export = Figure(
        "film",
        PICTURE,
        ImageSettings((322, 240)),
        animation=Animation(kind, 4),
        steps=steps,
        of_layers=of_layers,
    )
    if kind == "turntable" and of_layers:
        with pytest.raises(InputError, match="does not turn"):
            drawn(export, tmp_path)
        return
    write_export(export, tmp_path / "whole.gif")
    preview = drawn(export, tmp_path)
    assert preview.size == (160, 119)
    with Image.open(tmp_path / "whole.gif") as animation:
        animation.seek(animation.n_frames - 1 if kind == "replay" else 0)
        assert np.abs(numbers(preview) - numbers(animation, preview.size)).mean() < 9.0


@pytest.mark.parametrize("stand", [True, False])
def test_a_preview_of_a_solid_shows_what_holds_its_queens(tmp_path, stand):
    preview = drawn(Figure("solid", PICTURE, stand=stand), tmp_path)
    assert preview.size == MOST
    shades = np.ptp(numbers(preview)[..., :3], axis=-1)
    assert (shades > 60).sum() > 200  # queens have colours
    background = numbers(preview)[0, 0, :3]
    grey = (np.abs(numbers(preview)[..., :3] - background).max(axis=-1) > 60) & (shades < 30)
    assert (grey[80:].sum() > 1000) == stand  # a plate lies below, and bars are thin


def test_a_process_draws_one_after_another_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    export = Figure("layers", PICTURE, ImageSettings((320, 240)))
    with Previews(RunContext()) as previews:
        first = previews.draw(export, MOST)
        assert Image.open(BytesIO(first)).size == (160, 120)
        with pytest.raises(InputError, match="nothing to replay"):
            previews.draw(Figure("film", PICTURE, animation=Animation("replay")), MOST)
        assert previews.draw(export, MOST) == first
        kill_children()
        with pytest.raises(InputError, match="the process that was drawing it has ended"):
            previews.draw(export, MOST)
        assert previews.draw(export, MOST) == first
        assert list(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == []


def kill_children():
    for child in multiprocessing.active_children():
        child.kill()
        child.join()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes that stand still")
def test_a_preview_that_takes_for_ever_is_given_up(tmp_path, monkeypatch):
    """Because nobody wants it any more, or the user stops it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("nqviz.rendering.export.previews.MOST_SECONDS", 0.0)
    stop, export, is_old = threading.Event(), Figure("layers", PICTURE), iter((False, True))
    with Previews(RunContext(stop=stop)) as previews:
        first = previews.draw(export, MOST)
        stop_children()
        assert previews.draw(export, MOST, lambda: next(is_old)) == b""
        assert multiprocessing.active_children() == []
        assert previews.draw(export, MOST) == first
        stop_children()
        stop.set()
        assert previews.draw(export, MOST) == b""
    assert list(tmp_path.iterdir()) == []


def stop_children():
    """Stop the processes, as if drawing never ended."""
    for child in multiprocessing.active_children():
        os.kill(child.pid, signal.SIGSTOP)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a program that is killed")
def test_a_program_that_is_killed_leaves_no_process_and_no_file(tmp_path):
    """Its processes notice, remove what they have written, and end."""
    (tmp_path / "told").mkdir()
    (tmp_path / "program.py").write_text(
        textwrap.dedent("""
        import sys, tempfile
        from nqviz.core.board import Board
        from nqviz.rendering.export import Figure, Previews, write_apart
        from nqviz.view.animation import Animation
        from nqviz.view.image_settings import ImageSettings
        from nqviz.view.board_view import BoardView
        from nqviz.run.context import RunContext
        from nqviz.run.processes import allow_processes

        if __name__ == "__main__":
            allow_processes()
            tempfile.tempdir = sys.argv[1]
            picture = BoardView(Board.cube(3, 3))
            with Previews(RunContext()) as previews:
                previews.draw(Figure("layers", picture), (160, 120))
                settings, frames = ImageSettings((160, 120)), Animation("layers", 6000)
                film = Figure("film", picture, settings, animation=frames)
                run = RunContext(progress=lambda _news: print("on", flush=True))
                write_apart(film, f"{sys.argv[1]}/a.mp4", run)
        """)
    )
    folder = tmp_path / "told"
    command = [sys.executable, tmp_path / "program.py", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        assert program.stdout.readline() == b"on\n"
        assert len(list(folder.iterdir())) == 2
        program.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while list(folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(folder.iterdir()) == []
