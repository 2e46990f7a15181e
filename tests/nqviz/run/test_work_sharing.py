"""Sharing a search: everything is done once, idle threads get parts, and an error ends all."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

from nqviz.run.work_sharing import Sharing
from tests.patience import STALL


def run(sharing: Sharing[int], do, workers: int) -> list[BaseException]:
    errors: list[BaseException] = []

    def work() -> None:
        try:
            sharing.work(do)
        except ArithmeticError as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(STALL)
        assert not thread.is_alive()
    return errors


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_each_part_is_done_once_whoever_does_it(workers: int) -> None:
    done: Counter[int] = Counter()
    sharing = Sharing(workers, 1)

    def do(part: int) -> None:  # a binary tree, numbered from its root
        done[part] += 1
        for child in (2 * part, 2 * part + 1):
            if child < 500 and not sharing.submit_incumbent(child):
                do(child)

    assert not run(sharing, do, workers)
    assert done == Counter(range(1, 500))


def test_an_idle_thread_gets_the_part_that_is_offered() -> None:
    sharing = Sharing(2, 0)
    seen: dict[int, str] = {}
    other = threading.Event()

    def do(part: int) -> None:
        seen[part] = threading.current_thread().name
        if part == 0:
            while not sharing.submit_incumbent(1):
                pass
            assert other.wait(STALL)
        else:
            other.set()

    run(sharing, do, 2)
    assert seen[0] != seen[1]


def test_alone_nothing_is_handed_over() -> None:
    sharing = Sharing(1, 0)
    refused = []
    run(sharing, lambda part: refused.append(sharing.submit_incumbent(part + 1)), 1)
    assert refused == [False]


def test_an_error_ends_all_workers() -> None:
    def do(part: int) -> None:
        raise ArithmeticError

    assert len(run(Sharing(3, 0), do, 3)) == 1
