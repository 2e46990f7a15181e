"""Random stops over all engines, counts and other long work: how soon each answers and is gone.

A stop comes at a random moment. The answer shall come within `ANSWER` seconds, and the threads and
processes of the work shall be gone `GONE` seconds after the stop. On a busy machine a process may
not get the processor that long, so that the processor time of the process counts where it is less.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from nqviz import Board, InputError, Placement
from nqviz.constructions import construct
from nqviz.counting import completion_threshold, count_layered, count_maximum, count_planar
from nqviz.counting.densities.exact import density
from nqviz.counting.densities.limit_density import limit_density
from nqviz.counting.densities.sampling import sample_density
from nqviz.counting.kinds import count
from nqviz.engines import ENGINES, Problem, warm_up
from nqviz.problems import DOMINATION_ENGINES, dominate, maximum, membership
from nqviz.problems.beautiful.beautiful import beautiful
from nqviz.problems.colouring import colour
from nqviz.problems.excluded import count_completions
from nqviz.problems.first import first_placement
from nqviz.problems.first.engines import ENGINES as FIRST_ENGINES
from nqviz.problems.rings.search import completions
from nqviz.run.context import Limit, RunContext
from nqviz.run.processes import allow_processes
from nqviz.run.tasks import Execution

from .report import Length, Report

ANSWER, GONE = 0.5, 3.0
LATEST = 1.5
"""Seconds until the last moment at which a stop may come."""
STALL = 60.0
"""Seconds after which work counts as hung."""

Work = Callable[[RunContext], object]

BOARDS = (
    *(Board.cube(n, d) for n, d in ((6, 3), (8, 3), (9, 3), (12, 3), (20, 3), (7, 4), (8, 5))),
    *(Board.cube(n, d) for n, d in ((3, 7), (9, 5), (16, 2), (60, 2), (4, 6))),
    *(Board.cube(n, d, torus=True) for n, d in ((6, 3), (12, 3), (3, 7), (5, 4))),
    *(Board.cube(n, 3, piece=piece) for n in (6, 10) for piece in ("rook", "bishop", "1+3")),
    Board.cube(7, 3, piece="hyperplane-queen"),
    Board((5, 9, 14)),
)


def some_work(rng: random.Random) -> tuple[str, Work]:
    """Draw long work, with its name."""
    kind = rng.choices(("engine", "problem", "count", "other"), (5, 2, 2, 3))[0]
    board, threads = rng.choice(BOARDS), rng.choice((1, 1, 2))
    if kind == "engine":
        name = rng.choice(list(ENGINES))
        target = rng.choice(("max", "max", "full"))
        if name in ("exact-cover", "planar"):
            target, board = "full", Board.cube(rng.choice((12, 14, 40, 200)), 2)
            board = rng.choice((board, Board.cube(12, 3), Board.cube(14, 3)))
        words = f"engine {name}, {target} on the {board}, {threads} threads"
        return words, partial(_solve, name, board, target, threads)
    if kind == "problem":
        problems: list[tuple[str, Work]] = [
            (f"maximum, {board}", lambda run: maximum(board, run)),
            (f"cells, {board}", lambda run: membership(board, run)),
        ]
        problems += [
            (f"dominate by {name}, {some}", partial(_dominate, name, some))
            for name in DOMINATION_ENGINES
            for some in (Board.cube(14, 2), Board.cube(30, 2), Board.cube(6, 3))
        ]
        return rng.choice(problems)
    split = rng.choice((None, None, Execution("processes:2"), Execution("threads:2")))
    if kind == "count":
        cubes = [Board.cube(n, d) for n, d in ((7, 3), (8, 3), (5, 4), (3, 6), (10, 3))]
        cube = rng.choice(cubes)
        return rng.choice(
            [
                (f"count maximum, {cube}", lambda run: count_maximum(cube, run, split=split)),
                ("count planar 17", lambda run: count_planar(Board.cube(17, 2), run, split=split)),
                ("count layered 9", lambda run: count_layered(Board.cube(9, 3), run, split=split)),
                (
                    "search layered (8,3)",
                    lambda run: count(Board.cube(8, 3), "layered", by_search=True, run=run),
                ),
                ("count full 14", lambda run: count(Board.cube(14, 3), "full", run=run)),
                ("threshold (7,3)", lambda run: completion_threshold(Board.cube(7, 3), run)),
            ]
        )
    n = rng.choice((40, 54, 56, 62, 70))
    first = rng.choice(list(FIRST_ENGINES))
    return rng.choice(
        [
            (f"sample, {board}", lambda run: sample_density(board, run, samples=50)),
            ("density (7,3)", lambda run: density(Board.cube(7, 3), run, fresh=True)),
            ("limit density", lambda run: limit_density(run=run)),
            (
                f"first {n} by {first}",
                lambda run: first_placement(Board.cube(n, 2), run, engine=first),
            ),
            ("beautiful 40", lambda run: beautiful(Board.cube(40, 2), run)),
            ("colour 26", lambda run: colour(Board.cube(26, 2), run)),
            ("completions 18", lambda run: count_completions(Placement(Board.cube(18, 2)), run)),
            ("rings 14", lambda run: completions(Placement(Board.cube(14, 2)), run)),
            (
                "repair (20,3)",
                lambda run: construct(Board.cube(20, 3), "subcube", run, free="repair"),
            ),
        ]
    )


def _solve(name: str, board: Board, target: str, threads: int, run: RunContext) -> object:
    problem = Problem(Placement(board), "full" if target == "full" else "max")
    return ENGINES[name].solve(problem, run.part(Limit(threads=threads)))


def _dominate(name: str, board: Board, run: RunContext) -> object:
    return dominate(board, run, engine=name)


def run(seed: int, length: Length, report: Report) -> None:
    """Stop random work; a fault is an answer or an end that comes too late, or an error."""
    allow_processes()
    warm_up()
    for by_search in (False, True):  # what loads and compiles is no stop
        count(Board.cube(3, 3), "layered", by_search=by_search)
    answers: list[float] = []
    ends: list[float] = []
    for index in length.trials():
        rng = random.Random(f"{seed}/{index}")
        words, work = some_work(rng)
        moment = rng.choice((rng.uniform(0.0, 0.05), rng.uniform(0.05, LATEST)))
        answer, gone, fault = stopped(work, moment)
        report.tried += 1
        if answer is None or gone is None:
            report.figures["ended before the stop"] = report.figures.get(
                "ended before the stop", 0.0
            ) + (not fault)
        else:
            answers.append(answer[0])
            ends.append(gone[0])
            if min(answer) > ANSWER:
                fault = f"answered in {answer[0]:.2f} s ({answer[1]:.2f} s of processor time)"
            elif min(gone) > GONE:
                fault = f"gone after {gone[0]:.2f} s ({gone[1]:.2f} s of processor time)"
        if fault:
            report.fault(
                f"seed {seed}, index {index}: {words}, stopped after {moment:.3f} s: {fault}"
            )
        report.figures |= _figures("answer", answers, ANSWER) | _figures("end", ends, GONE)


def _figures(name: str, seconds: list[float], most: float) -> dict[str, float]:
    """Return the median and the longest of some times, and how many are over a limit."""
    if not seconds:
        return {}
    return {
        f"{name}: median, s": sorted(seconds)[len(seconds) // 2],
        f"{name}: longest, s": max(seconds),
        f"{name}: over {most:g} s": sum(each > most for each in seconds),
    }


Seconds = tuple[float, float]
"""Of the clock, and of the processor."""


def stopped(work: Work, moment: float) -> tuple[Seconds | None, Seconds | None, str]:
    """Stop work after some seconds; return when it answered and was gone, and what went wrong."""
    before, children = _threads(), _children()
    stop, errors = threading.Event(), list[BaseException]()

    def serve() -> None:
        try:
            work(RunContext(stop=stop))
        except InputError:
            pass  # refused, or stopped in work without a partial result
        except BaseException as error:  # noqa: BLE001 - whatever is raised is a fault
            errors.append(error)

    thread = threading.Thread(target=serve, name="work", daemon=True)
    thread.start()
    thread.join(moment)
    came_in_time = thread.is_alive()
    stop.set()
    start = time.perf_counter(), time.process_time()

    def spent() -> Seconds:
        return time.perf_counter() - start[0], time.process_time() - start[1]

    thread.join(STALL)
    answer = spent()
    while _threads() - before or _children() - children:
        if spent()[0] > STALL:
            break
        time.sleep(0.01)
    gone = spent()
    fault = f"{type(errors[0]).__name__}: {errors[0]}" if errors else ""
    return (answer, gone, fault) if came_in_time else (None, None, fault)


def _threads() -> set[threading.Thread]:
    """Return the threads, apart from the idle one that a process keeps for linear algebra."""
    return {each for each in threading.enumerate() if not each.name.startswith("linear algebra")}


def _children() -> set[int]:
    """Return the processes that this one has started, apart from the tracker of resources."""
    found: set[int] = set()
    for task in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        try:
            pids = [int(word) for word in task.read_text().split()]
        except OSError:
            continue
        found.update(pid for pid in pids if not _is_tracker(pid))
    return found


def _is_tracker(pid: int) -> bool:
    try:
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True
