"""Kills at random moments of saving, exporting, checkpoints, and editing with autosaves.

A child is forked, works, and reports each thing that is done for good; it is killed by SIGKILL at
a random moment. Faults are files that are torn, reported work that is missing, edits older than
`OLDEST` seconds that are lost, and temporary files that the next start leaves behind.
"""

from __future__ import annotations

import gc
import os
import random
import select
import signal
import struct
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.core.board_state import BoardState
from nqviz.formats import read_placement, write_placement
from nqviz.formats.history import Edit, History
from nqviz.formats.session import read_session, write_session
from nqviz.formats.session_parts import Session, SessionTab
from nqviz.rendering.export import Figure, write_apart, write_export
from nqviz.run.processes import allow_processes
from nqviz.run.tasks import Checkpoint, TaskState
from nqviz.run.temporary import FOLDER_VARIABLE, remove_left
from nqviz.view.animation import FLIGHT, Animation
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings

from .report import Length, Report

OLDEST = 5.0
"""The seconds after which an edit must have been saved automatically."""
LOST = "oldest edit lost, s"
EDIT_EVERY = 25
"""One trial of so many kills children that edit."""
START_SECONDS = 60.0
"""Seconds in which a child has to begin."""
LONGEST_FILM = 4.0
"""Seconds in which a film is written, the start of its process included."""
GONE = 5.0
"""Seconds in which all processes of a killed one have to be gone."""
TOGETHER = 8
"""Children that edit at the same time: each of them mostly waits."""
_RECORD = struct.Struct("dq")

Say = Callable[[int], None]
"""Reports a number to the parent, with the time."""


def run(seed: int, length: Length, report: Report) -> None:
    """Kill children one after another; those that edit come in groups."""
    kinds = [_saving, _saving_sessions, _checkpoint, _exporting]
    if Path("/proc/self/stat").exists():
        kinds += [_saving, _saving_sessions, _checkpoint, _filming]  # which takes seconds
    with TemporaryDirectory() as folder:
        before = os.environ.get(FOLDER_VARIABLE)
        os.environ[FOLDER_VARIABLE] = str(Path(folder) / "state")
        try:
            for index in length.trials():
                chosen = random.Random(f"{seed} {index}")
                place = Path(folder) / str(index)
                place.mkdir()
                if index % EDIT_EVERY == 0:
                    faults, ages = _editing(chosen, place)
                    kills, name = len(ages), "editing"
                    oldest = max(report.figures.get(LOST, 0.0), *ages)
                    report.figures[LOST] = oldest
                else:
                    kind = kinds[index % len(kinds)]
                    faults, kills, name = kind(chosen, place), 1, kind.__name__.strip("_")
                faults += _left(place)
                for each in faults:
                    report.fault(f"seed {seed}, kill {index}, {name}: {each}")
                report.tried += 1
                report.figures["kills"] = report.figures.get("kills", 0) + kills
                counted = f"kills of {name}"
                report.figures[counted] = report.figures.get(counted, 0) + kills
        finally:
            if before is None:
                del os.environ[FOLDER_VARIABLE]
            else:
                os.environ[FOLDER_VARIABLE] = before


def _left(folder: Path) -> list[str]:
    """Return what the next start leaves of temporary files."""
    if (folder / "temporary").is_dir():
        before = os.environ[FOLDER_VARIABLE]
        os.environ[FOLDER_VARIABLE] = str(folder)
        remove_left()
        os.environ[FOLDER_VARIABLE] = before
    remove_left()
    left = [path.name for path in folder.rglob("*") if path.name.startswith(".nqviz-")]
    return [f"left behind: {left}"] if left else []


class _Child:
    """A forked process that works until it is killed."""

    def __init__(self, work: Callable[[Say], None]) -> None:
        self._reading, writing = os.pipe()
        gc.freeze()
        self.number = os.fork()
        if not self.number:
            try:
                os.close(self._reading)
                work(lambda number: _say(writing, number))
            except BaseException:  # noqa: BLE001 - it must not go on as the parent
                traceback.print_exc()
            finally:
                os._exit(3)
        os.close(writing)

    def wait(self) -> None:
        """Wait until it has reported something."""
        select.select([self._reading], [], [], START_SECONDS)

    def kill(self, seconds: float) -> tuple[list[tuple[float, int]], float]:
        """Kill it after some seconds; return what it reported, and when it was killed."""
        time.sleep(seconds)
        killed = time.monotonic()
        os.kill(self.number, signal.SIGKILL)
        os.waitpid(self.number, 0)
        with os.fdopen(self._reading, "rb") as stream:
            data = stream.read()
        whole = len(data) // _RECORD.size * _RECORD.size
        return list(_RECORD.iter_unpack(data[:whole])), killed


def _say(writing: int, number: int) -> None:
    os.write(writing, _RECORD.pack(time.monotonic(), number))


def _reported(work: Callable[[Say], None], seconds: float) -> int:
    """Return the last number that a child reported before its kill; -1 for none."""
    said, _ = _Child(work).kill(seconds)
    return said[-1][1] if said else -1


# Saving --------------------------------------------------------------------------------------


def _saving(chosen: random.Random, folder: Path) -> list[str]:
    board, path = Board.cube(chosen.choice((8, 40)), 3), folder / "a.json"
    write_placement(Placement(board), path, note="0")

    def work(say: Say) -> None:
        for number in range(1, 10**6):
            cells = np.arange(0, board.size, 1 + number % 7)
            write_placement(Placement.from_indices(board, cells), path, note=str(number))
            say(number)

    last = _reported(work, chosen.uniform(0, 0.3))
    number = int(read_placement(path).note)
    return [] if number >= last else [f"version {number} of {last}"]


def _saving_sessions(chosen: random.Random, folder: Path) -> list[str]:
    path, board = folder / "a.nqviz", Board.cube(6, 3)
    history = History(BoardState(Placement(board)))
    write_session(Session((SessionTab(history),), 0), path)

    def work(say: Say) -> None:
        for number in range(1, 10**6):
            cell = (7 * number) % board.size
            there = history.state.occupied[cell]
            history.edit(Edit("Edit", remove=(cell,)) if there else Edit("Edit", place=(cell,)))
            write_session(Session((SessionTab(history),), 0), path)
            say(number)

    last = _reported(work, chosen.uniform(0, 0.3))
    found = len(read_session(path).front.history)
    return [] if found >= last else [f"{found} steps of {last}"]


def _checkpoint(chosen: random.Random, folder: Path) -> list[str]:
    path, identity = folder / "a.checkpoint", {"what": "kills"}

    def work(say: Say) -> None:
        checkpoint = Checkpoint(path, identity, 10**6)
        for number in range(10**6):
            part = TaskState(True, number + 1, {"count": np.array([number])})
            checkpoint.save(str(number), part)
            checkpoint.flush()
            say(number)

    last = _reported(work, chosen.uniform(0, 0.3))
    again = Checkpoint(path, identity, 10**6)
    again.close()
    wrong = [i for i, part in again.slices.items() if part.arrays["count"].tolist() != [int(i)]]
    missing = [i for i in range(last + 1) if str(i) not in again.slices]
    return [f"tasks {wrong[:3]} are wrong, {missing[:3]} are missing"] if wrong or missing else []


# Exporting -----------------------------------------------------------------------------------


def _exporting(chosen: random.Random, folder: Path) -> list[str]:
    picture = BoardView.of(Placement(Board.cube(5, 2), [(0, 1), (2, 2)]))
    export = Figure("layers", picture, ImageSettings((300, 300)))
    path = folder / chosen.choice(("a.png", "a.svg"))
    write_export(export, path)
    other = replace(export, picture=BoardView.of(Placement(Board.cube(5, 2), [(1, 1)])))
    write_export(other, folder / f"other{path.suffix}")
    whole = {path.stat().st_size, (folder / f"other{path.suffix}").stat().st_size}

    def work(say: Say) -> None:
        for number in range(10**6):
            write_export(other if number % 2 else export, path)
            say(number)

    _reported(work, chosen.uniform(0, 0.6))
    size = path.stat().st_size
    return [] if size in whole else [f"{path.name} has {size} bytes, whole ones {sorted(whole)}"]


def _filming(chosen: random.Random, folder: Path) -> list[str]:
    """Kill a film that is written in a process of its own, and half of the times that one first."""
    path = folder / chosen.choice(("a.gif", "a.mp4"))
    figure, whole = _film(path.suffix)
    path.write_bytes(whole)

    def work(say: Say) -> None:
        os.setsid()  # all that it starts is found by this session
        allow_processes()
        for number in range(10**6):
            with suppress(OSError, InputError):  # its process was killed
                write_apart(figure, path)
            say(number)

    child = _Child(work)
    if chosen.random() < 0.5:
        time.sleep(chosen.uniform(0, LONGEST_FILM))
        for other in _session(child.number)[:1]:
            with suppress(OSError):
                os.kill(other, signal.SIGKILL)
    child.kill(chosen.uniform(0, LONGEST_FILM))
    deadline = time.monotonic() + GONE
    while (left := _session(child.number)) and time.monotonic() < deadline:
        time.sleep(0.05)
    faults = [f"{len(left)} processes go on"] if left else []
    size = path.stat().st_size
    if size != len(whole):
        faults.append(f"{path.name} has {size} bytes, a whole one {len(whole)}")
    return faults


@lru_cache
def _film(ending: str) -> tuple[Figure, bytes]:
    """Return a film, and the file of it."""
    picture = BoardView.of(Placement(Board.cube(5, 3), [(0, 1, 2)]))
    settings, animation = ImageSettings((300, 300)), Animation(FLIGHT, frames=40)
    figure = Figure("film", picture, settings, animation=animation, of_layers=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"whole{ending}"
        write_export(figure, path)
        return figure, path.read_bytes()


def _session(leader: int) -> list[int]:
    """Return the other processes of the session of a process, but for trackers of resources."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _parent, _group, session = path.read_text().rpartition(")")[2].split()[:4]
            is_tracker = b"resource_tracker" in path.with_name("cmdline").read_bytes()
            number = int(path.parent.name)
            if int(session) == leader != number and state != "Z" and not is_tracker:
                found.append(number)
    return found


# Editing -------------------------------------------------------------------------------------


def _editing(chosen: random.Random, folder: Path) -> tuple[list[str], list[float]]:
    """Kill documents that change all the time and are saved automatically.

    Returns
    -------
    list of str
        The faults.
    list of float
        The age in seconds of the oldest edit that each kill has lost.
    """
    # What takes long is loaded once, before the forks.
    import nqviz_app.document.autosave  # noqa: F401

    counts = AttackCounts(Board.cube(8, 2))
    counts.place(0)
    states = [folder / str(number) for number in range(TOGETHER)]
    children = [_Child(partial(_edit, state)) for state in states]
    for child in children:
        child.wait()
    until = time.monotonic() + chosen.uniform(0.5, 9)
    faults, ages = [], []
    for child, state in zip(children, states, strict=True):
        said, killed = child.kill(max(0.0, until - time.monotonic()) + chosen.uniform(0, 0.1))
        faults += [] if said else ["nothing was edited"]
        sessions = list((state / "recovery").glob("*.session"))
        steps = max((len(read_session(path).front.history) for path in sessions), default=0)
        lost = [killed - moment for moment, number in said if number > steps]
        ages.append(max(lost, default=0.0))
        if ages[-1] > OLDEST:
            faults.append(f"an edit of {ages[-1]:.1f} s ago is lost")
        faults += _left(state)
    return faults, ages


def _edit(state: Path, say: Say) -> None:
    from PySide6.QtCore import QCoreApplication, QTimer

    from nqviz_app.document.autosave import Recovery
    from nqviz_app.document.board_tab import window_state
    from nqviz_app.document.document import Document

    os.environ[FOLDER_VARIABLE] = str(state)
    application = QCoreApplication(["kills"])
    document = Document(window_state(Placement(Board.cube(8, 2))))
    kept = Recovery(lambda: ([document.tab], 0), lambda _text: None)

    def edit() -> None:
        number = len(document.tab.history) + 1
        document.toggle(number % document.board.size)
        say(number)

    timer = QTimer()
    timer.timeout.connect(edit)
    timer.start(20)
    application.exec()
    kept.end()
