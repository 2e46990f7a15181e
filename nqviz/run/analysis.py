"""A handle on long work for callers who iterate over progress and stop, without callbacks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Generic, TypeVar

from .context import Limit, Progress, RunContext

R = TypeVar("R")


def analysis(
    work: Callable[..., R], *question: object, limit: Limit | None = None, **settings: object
) -> Analysis[R]:
    """Start any long work and return a handle to iterate over its progress and stop it.

    Parameters
    ----------
    work : callable
        Any function that takes a `RunContext` as `run`: `maximum`, `dominate`, `colour`,
        `first_placement`, `beautiful`, `count`, the `solve` of an engine.
    question, settings
        Its other arguments.
    limit : Limit, optional

    Examples
    --------
    >>> from nqviz import Board, Limit, analysis, maximum
    >>> with analysis(maximum, Board.cube(4, 3), limit=Limit(seconds=20)) as search:
    ...     for progress in search:
    ...         if progress.seconds > 10:
    ...             search.stop()
    >>> search.result().count
    7
    """
    return Analysis(partial(work, *question, **settings), limit)


class Analysis(Generic[R]):
    """Work in a thread of its own, to be iterated for its progress and stopped.

    Leaving the ``with`` block stops the work and waits for it.

    `work`: takes a `RunContext` as `run` and returns the result.
    """

    def __init__(self, work: Callable[..., R], limit: Limit | None = None) -> None:
        self._queue: SimpleQueue[Progress | None] = SimpleQueue()
        self._run = RunContext(limit, self._queue.put)
        self._work = work
        self._result: list[R] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="analysis", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            self._result.append(self._work(run=self._run))
        except BaseException as error:  # noqa: BLE001 - raised again by `result`
            self._error = error
        finally:
            self._queue.put(None)

    def __enter__(self) -> Analysis[R]:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        self._thread.join()

    def __iter__(self) -> Iterator[Progress]:
        """Yield each `Progress` as it is reported, until the work ends."""
        while (progress := self._queue.get()) is not None:
            yield progress
        self._queue.put(None)  # for the next iteration

    @property
    def is_running(self) -> bool:
        """Whether the work has not ended yet."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Ask the work to stop; its result comes within half a second, with the best so far."""
        self._run.stop.set()

    def result(self) -> R:
        """Wait for the end and return the result, or raise what the work raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result[0]
