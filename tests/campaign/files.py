"""Mutated files of all formats: each is refused on one line, or what it says is read rightly.

The files are read in a process of its own. One that ends by a signal, stands still, or takes too
much memory is a fault, too, and the campaign goes on with the next file in a new process.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
import warnings
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from nqviz import InputError

from .mutations import mutated
from .report import Length, Report
from .subjects import SUBJECTS, check

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SLOWEST = 10.0
"""Seconds after which a file counts as a hang."""
PATIENCE = 120.0
"""Seconds on one file after which the process is ended."""
MOST_BYTES = 2 * 2**30
"""The memory that the process may take."""
_UNIT = 1 if sys.platform == "darwin" else 1024


def run(seed: int, length: Length, report: Report) -> None:
    """Read mutated files, in the order of their indices; see `tests.campaign`."""
    start, first = time.monotonic(), 0
    while True:
        seconds = None if length.seconds is None else length.seconds - (time.monotonic() - start)
        left = Length(length.count, seconds)
        first, is_over = _run_in_process(seed, left, first, report)
        if is_over:
            return


def _run_in_process(seed: int, length: Length, first: int, report: Report) -> tuple[int, bool]:
    """Go on from an index; return the next one, and whether the campaign has ended."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    index = context.Value("q", first)
    process = context.Process(target=_work, args=(seed, length, first, index, sender), daemon=True)
    process.start()
    sender.close()
    moved, last, is_over, is_ready, is_still = time.monotonic(), -1, False, False, False
    before = report.tried
    while True:
        report.tried = before + index.value - first
        if receiver.poll(1.0):
            try:
                kind, text, value = receiver.recv()
            except EOFError:
                break
            if kind == "fault":
                report.fault(text)
            elif kind == "ready":
                moved, is_ready = time.monotonic(), True
            elif kind == "end":
                is_over = True
            else:
                report.figures[text] = max(value, report.figures.get(text, 0.0))
            continue
        if index.value != last:
            last, moved = index.value, time.monotonic()
        elif is_ready and time.monotonic() - moved > PATIENCE:
            is_still = True
            process.kill()
    process.join()
    if process.exitcode:
        why = f"the process ended with {process.exitcode}"
        why = f"no answer in {PATIENCE:.0f} s" if is_still else why
        report.fault(f"seed {seed}, index {index.value}: {why}")
        index.value += 1
    report.tried = before + index.value - first
    return index.value, is_over


def _work(
    seed: int, length: Length, first: int, index: Synchronized[int], sender: Connection
) -> None:
    """Read one file after the other, and send what is wrong."""
    names = list(SUBJECTS)
    files = {name: subject.files() for name, subject in SUBJECTS.items()}
    slowest, largest = 0.0, 0
    warnings.simplefilter("ignore")  # of zip archives with an entry twice
    with TemporaryDirectory() as folder:
        _read_unchanged(Path(folder), files, sender)
        sender.send(("ready", "", 0.0))
        for number in length.trials(first):
            index.value = number
            rng = Random(f"{seed}/{number}")
            name = rng.choice(names)
            subject = SUBJECTS[name]
            path = Path(folder) / f"file{rng.choice(subject.endings)}"
            path.write_bytes(mutated(rng.choice(files[name]), rng))
            begun = time.perf_counter(), time.process_time()
            flaw = check(subject, path)
            # A busy machine may keep the processor from this process for seconds.
            seconds = min(time.perf_counter() - begun[0], time.process_time() - begun[1])
            slowest = max(slowest, seconds)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
            flaw = flaw or (f"took {seconds:.0f} s" if seconds > SLOWEST else "")
            is_large = memory > MOST_BYTES
            flaw = flaw or (f"took {memory / 2**30:.1f} GB" if is_large else "")
            if flaw:
                sender.send(("fault", f"seed {seed}, index {number}, {name}: {flaw}", 0.0))
            path.unlink()
            index.value = number + 1
            if memory > largest:
                largest = memory
                sender.send(("figure", "largest memory, MB", memory / 2**20))
            if is_large:
                return
    sender.send(("figure", "slowest file, s", slowest))
    sender.send(("end", "", 0.0))


def _read_unchanged(folder: Path, files: dict[str, list[bytes]], sender: Connection) -> None:
    """Read all files as they are, which also compiles the kernels before times are taken."""
    for name, subject in SUBJECTS.items():
        for number, data in enumerate(files[name]):
            is_text = subject.endings[0] == ".json" and not data.startswith(b"{")
            path = folder / f"file{'' if is_text else subject.endings[0]}"
            path.write_bytes(data)
            try:
                flaw = subject.check(path)
            except InputError as error:
                flaw = f"refused: {error}"
            if flaw:
                sender.send(("fault", f"{name}, file {number} as it is: {flaw}", 0.0))
            path.unlink()
