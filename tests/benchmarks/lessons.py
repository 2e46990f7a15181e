"""From starting a lesson, and from going to each step or frame, to both views painted again."""

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
            starts.append(
                (timed(paints, lambda entry=entry: panel.take(entry)), entry.lesson.title)
            )
            for number in range(1, len(entry.lesson.steps)):
                name = f"{entry.lesson.title}, step {number + 1}"
                steps.append((timed(paints, lambda number=number: panel.run.go(number)), name))
                for frame in range(1, min(len(panel.run.frames), 5) + 1):
                    words = f"{name}, frame {frame}"
                    shown = timed(paints, lambda frame=frame: panel.run.show_frame(frame))
                    if shown < UNSEEN:  # else it says something else about the same picture
                        frames.append((shown, words))
            panel.leave()
            turn_for(0.3)
    for what, times, goal in (
        ("a lesson starts", starts, START),
        ("a step is shown", steps, STEP),
        ("a frame is shown", frames, STEP),
    ):
        slowest, where = max(times)
        middle = median(each for each, _ in times)
        rows.append(
            (what, len(times), f"{middle:.0f} ms", f"{slowest:.0f} ms", where, f"{goal} ms")
        )
    show("lessons", ("what", "times", "median", "slowest", "which", "goal"), rows)


def timed(paints: Paints, call) -> float:
    """Give the milliseconds from a call until the lesson's page and the scene are painted."""
    turn_for(0.3)  # what came before is done
    before = dict(paints.counts)
    began = time.perf_counter()
    call()
    wait_until(lambda: paints.all_since(before), UNSEEN / 1000)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
