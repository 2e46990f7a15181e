"""From starting a lesson, and from going to each step or frame, to both views painted again.

The processor's time of the window's thread tells what is left on a machine that does other things.
"""

import time
from statistics import median

from nqviz import Board, Placement

from .report import show
from .window import Paints, turn_for, wait_until, window_on

START, STEP = 300, 100
"""The goals in milliseconds."""
UNSEEN = 2000
"""After so many milliseconds it is clear that a picture is not painted anew."""


def main() -> None:
    rows = []
    starts, steps, frames = [], [], []
    with window_on(Placement(Board.cube(8, 2))) as window:
        panel = window.lessons_panel
        panel.bring()
        turn_for(0.5)
        paints = Paints(window.scene.canvas, panel.page)
        for entry in list(panel._entries):
            taken = timed(paints, lambda entry=entry: panel.take(entry))
            starts.append((*taken, entry.lesson.title))
            for number in range(1, len(entry.lesson.steps)):
                name = f"{entry.lesson.title}, step {number + 1}"
                steps.append((*timed(paints, lambda number=number: panel.run.go(number)), name))
                for frame in range(1, min(len(panel.run.frames), 5) + 1):
                    words = f"{name}, frame {frame}"
                    shown = timed(paints, lambda frame=frame: panel.run.show_frame(frame))
                    if shown[0] < UNSEEN:  # else it says something else about the same picture
                        frames.append((*shown, words))
            panel.leave()
            turn_for(0.3)
    for what, times, goal in (
        ("a lesson starts", starts, START),
        ("a step is shown", steps, STEP),
        ("a frame is shown", frames, STEP),
    ):
        slowest, _, where = max(times)
        middle, own = (median(each) for each in list(zip(*times, strict=True))[:2])
        most = max(each for _, each, _ in times)
        figures = (f"{value:.0f} ms" for value in (middle, slowest, own, most))
        rows.append((what, len(times), *figures, where, f"{goal} ms"))
    heads = ("what", "times", "median", "slowest", "processor", "most", "slowest is", "goal")
    show("lessons", heads, rows)


def timed(paints: Paints, call) -> tuple[float, float]:
    """Give the milliseconds from a call until the lesson's page and the scene are painted.

    And those of them that this thread has computed.
    """
    turn_for(0.3)  # what came before is done
    before = dict(paints.counts)
    began, own = time.perf_counter(), time.thread_time()
    call()
    wait_until(lambda: paints.all_since(before), UNSEEN / 1000)
    return (time.perf_counter() - began) * 1000, (time.thread_time() - own) * 1000


if __name__ == "__main__":
    main()
