"""A run of the command line: answers, tables and progress, and interrupts of long work."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from nqviz.core.coordinates import coordinate_text
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.formats import Layout, format_placement, write_placement
from nqviz.formats.json_layout import placement_entries
from nqviz.run.context import Progress, ProgressCallback, RunContext, ignore_progress

from .early import WHEN_INTERRUPTED
from .interrupting import interrupt_stops
from .options import given_limit

DONE, NO, BAD_INPUT, LIMIT, FAILED, INTERRUPTED = 0, 1, 2, 3, 4, WHEN_INTERRUPTED
"""The exit statuses."""

POLL_SECONDS = 0.2
"""Seconds between updates of the progress; shorter work shows none and imports no progress bar."""

_Answer = TypeVar("_Answer")


def from_one(columns: Iterable[int] | None) -> list[int] | None:
    """Return 0-based columns as coordinates from 1, for output."""
    return None if columns is None else [column + 1 for column in columns]


@dataclass
class Console:
    """Where a verb reports: answers on standard output, remarks, and progress of long work."""

    json: bool = False
    """Whether standard output is one JSON object."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set by an interrupt."""
    has_answered: bool = False
    """Whether the answer has been written."""
    _remark: str = ""

    @property
    def interrupted(self) -> bool:
        """Whether the user has interrupted."""
        return self.stop.is_set()

    # Answers -------------------------------------------------------------------------------

    def answer(self, entries: Mapping[str, object], text: str) -> None:
        """Write the answer to standard output, as JSON or as text."""
        line = json.dumps(entries) if self.json else text.rstrip("\n")
        self.has_answered = True
        sys.stdout.write(line + "\n")

    def remark(self, text: str) -> None:
        """Write one line to standard error."""
        self._remark = " ".join(text.split())
        sys.stderr.write(f"nqviz: {self._remark}\n")

    def no_answer(self, entries: Mapping[str, object], why: str) -> None:
        """Write why there is no answer, once, to standard error; the entries as JSON."""
        if self.json:
            self.answer(entries, "")
        self.remark(why)

    def close(self) -> None:
        """Write the last remark as the answer where there is none: JSON is always one object."""
        if self.json and not self.has_answered:
            with suppress(OSError):
                self.answer({"error": self._remark}, "")

    def fail(self, text: str, status: int) -> int:
        """Write why there is no answer, also as JSON; return the exit status."""
        self.remark(text)
        self.close()
        return status

    def answer_placement(
        self,
        placement: Placement,
        entries: Mapping[str, object],
        note: str,
        output: str | None,
        source: str = "",
    ) -> None:
        """Answer with a placement: in a file if `output` names one, else on standard output.

        Both forms on standard output are placement files, so another verb can read them.
        """
        if output is not None and output != "-":
            write_placement(placement, output, note, source)
            pieces = counted(len(placement), placement.board.piece)
            text = f"{note}\n{output}: {pieces} on the {placement.board}"
        else:
            layout = Layout.JSON if placement.board.blocked else Layout.QUEENS
            text = format_placement(placement, layout, note, source)
        self.answer({**placement_entries(placement, note, source), **entries}, text)

    # Work ----------------------------------------------------------------------------------

    def work(
        self, task: Callable[[RunContext], _Answer], options: argparse.Namespace | None = None
    ) -> _Answer:
        """Run long work in a thread, show its progress on a terminal, and pass on interrupts.

        `options`: have the limit of the work; without them there is none.

        An interrupt sets the stop flag: the work ends within half a second with its incumbent. A
        second interrupt ends the process at once.
        """
        reports: deque[Progress] = deque(maxlen=1)
        limit = None if options is None else given_limit(options)
        with ThreadPoolExecutor(1) as pool, interrupt_stops(self.stop), ExitStack() as later:
            future = pool.submit(task, RunContext(limit, reports.append, self.stop))
            show: ProgressCallback | None = None
            try:
                # Repeated waits with a timeout let interrupts through on every system.
                while not wait([future], timeout=POLL_SECONDS).done:
                    show = show or later.enter_context(_progress_bar())
                    if reports:
                        show(reports[-1])
            except BaseException:  # the pool waits for the work, so stop it
                self.stop.set()
                raise
            return future.result()


@contextmanager
def _progress_bar() -> Iterator[ProgressCallback]:
    """Yield a callback that shows progress as a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    times = TimeElapsedColumn(), TimeRemainingColumn()
    columns = TextColumn("{task.description}"), BarColumn(), *times
    with Bar(*columns, console=RichConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("preparing", total=None)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                description=_description(progress),
                total=None if progress.fraction is None else 1.0,
                completed=progress.fraction or 0.0,
            )

        yield show


def _description(progress: Progress) -> str:
    words = [progress.activity]
    if progress.incumbent is not None:
        words.append(counted(len(progress.incumbent), progress.incumbent.board.piece))
    if progress.bound is not None:
        words.append(f"bound {progress.bound}")
    if progress.nodes:
        words.append(f"{progress.nodes:,} nodes")
    return ", ".join(words)


def aligned(rows: Sequence[Sequence[str]], left: Container[int] = ()) -> list[str]:
    """Return a table as lines: the columns in `left` aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def layer_lines(values: npt.NDArray[Any], line: Callable[[list[Any]], str]) -> list[str]:
    """Return lines with the layers along the last two axes, each with its other coordinates.

    `values`: of the shape of the board.
    `line`: returns the text of a row of values.
    """
    table = values.reshape((-1, *values.shape[-2:])) if values.ndim > 1 else values[None, None]
    lines: list[str] = []
    for number, other in enumerate(np.ndindex(values.shape[:-2])):
        if other:
            lines += ["", f"layer {coordinate_text(other)}"]
        lines += (line(row) for row in table[number].tolist())
    return lines
