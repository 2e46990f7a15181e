"""Small pictures of what an export will be, one after another, by a process that stays warm.

To start a process takes longer than to draw something small. Whoever asks several times, as a
person does who tries one choice after another, waits for that only once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from nqviz.core.errors import InputError
from nqviz.run.context import RunContext
from nqviz.run.files import atomic_write
from nqviz.run.processes import process_apart
from nqviz.view.animation import REPLAY
from nqviz.view.image_settings import MIN_SIDE

from .figure import Figure
from .subprocess_export import POLL_SECONDS, end_alone, stand_apart
from .writing import film_frames, write_export

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MOST_SECONDS = 2.0
"""How long an outdated preview may go on: to start another process takes as long."""
_NAME = "preview.png"


def write_preview(export: Figure, path: Path | str, most: tuple[int, int]) -> None:
    """Write a small picture of what an export will be.

    It has the same layout, colours and background, with fewer pixels: never more than the export.
    Of a film it is the first picture, of a replay the last; a solid fills all the room.

    `path`: the file, a ``.png``.
    `most`: the width and height that it may have, in pixels; a very long picture has more.
    Raises InputError if it cannot be drawn or written.
    """
    if export.what == "page":
        export = replace(export, what="scene")
    if export.what not in ("film", "solid"):
        scale = export.settings.scale * _scale(export.pixels, most)
        settings = replace(export.settings, scale=scale)
        write_export(replace(export, settings=settings), path)
        return
    from nqviz.rendering.scene import png_bytes, solid_pixels

    if export.what == "film":
        is_replay = export.animation.kind == REPLAY
        first = replace(export, steps=export.steps[-1:]) if is_replay else export
        pixels = next(film_frames(first, "", _scale(export.pixels, most)))
    else:
        pixels = solid_pixels(
            export.picture,
            replace(export.settings, size=most, scale=1.0),
            arrangement=export.arrangement,
            options=export.options,
            stand=bool(export.stand),
            cell=export.cell,
        )
    atomic_write(path, png_bytes(pixels, export.settings.dpi))


def _scale(size: tuple[int, int], most: tuple[int, int]) -> float:
    """Return how much smaller a picture must be to fit, as far as a picture can be so small."""
    fitting = min(1.0, most[0] / size[0], most[1] / size[1])
    return max(fitting, min(1.0, MIN_SIDE / min(size)))


class Previews(AbstractContextManager["Previews"]):
    """Draws previews in a process of its own, which runs until the end of the context.

    `run`: its stop flag ends the preview that is being drawn.
    """

    def __init__(self, run: RunContext) -> None:
        self._stop = run.stop
        self._held = ExitStack()
        self._connection: Connection | None = None
        self._folder = Path()

    def draw(
        self, export: Figure, most: tuple[int, int], is_old: Callable[[], bool] = lambda: False
    ) -> bytes:
        """Do what `write_preview` does, and return the bytes of the file; none if it is given up.

        `export`, `most`: as there.
        `is_old`: whether something else is wanted meanwhile.
        Raises InputError if it cannot be drawn.
        """
        try:
            connection = self._connection or self._begin()
            connection.send((export, most))
            began = time.monotonic()
            while not connection.poll(POLL_SECONDS):
                is_late = time.monotonic() - began > MOST_SECONDS
                if self._stop.is_set() or (is_late and is_old()):
                    self._end()
                    return b""
            problem: str | None = connection.recv()
            if problem is None:
                return (self._folder / _NAME).read_bytes()
        except (EOFError, ConnectionError):
            self._end()  # another one is started the next time
            problem = "the process that was drawing it has ended"
        raise InputError(problem)

    def _begin(self) -> Connection:
        self._folder = Path(self._held.enter_context(TemporaryDirectory(prefix="nqviz-")))
        self._connection = self._held.enter_context(process_apart(_serve, self._folder))
        return self._connection

    def _end(self) -> None:
        self._connection = None
        self._held.close()

    def __exit__(self, *_error: object) -> None:
        self._end()


def _serve(connection: Connection, folder: Path) -> None:
    """Draw the requested previews until the parent process ends."""
    stand_apart()
    while True:
        try:
            export, most = connection.recv()
        except (EOFError, OSError):
            end_alone(folder)
        problem = None
        try:
            write_preview(export, folder / _NAME, most)
        except InputError as error:
            problem = str(error)
        except Exception as error:  # noqa: BLE001 - it is reported where it was asked for
            problem = f"{type(error).__name__}: {error}"
        with suppress(OSError):
            connection.send(problem)
