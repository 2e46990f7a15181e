"""From starting a lesson, and from going to each step or frame, to both views painted again.

The processor's time of the window's thread tells what is left on a machine that does other things.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from nqviz import Board, Placement

from .report import show
from .window import Paints, turn_for, wait_until, window_on

START, STEP = 300, 100
"""The goals in milliseconds."""
RUNS = 3
"""How often each picture is shown: the median of its times counts, as machines stall at times."""
UNSEEN = 2000
"""After so many milliseconds it is clear that a picture is not painted anew."""


def main() -> None:
    times: dict[str, dict[str, list[tuple[float, float]]]] = {}
    with window_on(Placement(Board.cube(8, 2))) as window:
        panel = window.lessons_panel
        panel.bring()
        turn_for(0.5)
        paints = Paints(window.scene.canvas, panel.page)
        for _ in range(RUNS):
            for entry in panel.list.entries.entries:
                for what, where, taken in take(panel, entry, paints):
                    times.setdefault(what, {}).setdefault(where, []).append(taken)
    rows = []
    for what, goal in (("a lesson starts", START), ("a step", STEP), ("a frame", STEP)):
        walls, owns = (
            {where: median(each[part] for each in runs) for where, runs in times[what].items()}
            for part in (0, 1)
        )
        figures = (median(walls.values()), max(walls.values()), median(owns.values()))
        shown = (f"{value:.0f} ms" for value in (*figures, max(owns.values())))
        rows.append((what, len(walls), *shown, max(walls, key=walls.__getitem__), f"{goal} ms"))
    heads = ("what", "times", "median", "slowest", "processor", "most", "slowest is", "goal")
    show("lessons", heads, rows)


def take(panel: Any, entry: Any, paints: Paints) -> Iterator[Any]:
    """Return how long each picture of a lesson takes to be shown: what, where and the times."""
    title = entry.lesson.title
    yield "a lesson starts", title, timed(paints, lambda: panel.take(entry))
    for number in range(1, len(entry.lesson.steps)):
        name = f"{title}, step {number + 1}"
        yield "a step", name, timed(paints, partial(panel.run.go, number))
        for frame in range(1, min(len(panel.run.frames), 5) + 1):
            shown = timed(paints, partial(panel.run.show_frame, frame))
            if shown[0] < UNSEEN:  # else it says something else about the same picture
                yield "a frame", f"{name}, frame {frame}", shown
    panel.leave()
    turn_for(0.3)


def timed(paints: Paints, call: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds from a call until the lesson's page and the scene are painted.

    And those of them that this thread has computed.
    """
    turn_for(0.3)  # what came before is done
    before = dict(paints.counts)
    began, own = time.perf_counter(), time.thread_time()
    call()
    wait_until(lambda: paints.all_since(before), UNSEEN / 1000)
    return (time.perf_counter() - began) * 1000, (time.thread_time() - own) * 1000
