"""Cached properties: computed once, and never waited for because of another instance."""

from __future__ import annotations

import threading

from nqviz.core.cached import cached_property
from tests.patience import STALL


class Slow:
    """Something whose value may take long."""

    def __init__(self, value: int, gate: threading.Event) -> None:
        self.wanted, self.gate = value, gate
        self.began = threading.Event()
        self.times = 0

    @cached_property
    def value(self) -> int:
        """The value, once the gate is open."""
        self.times += 1
        self.began.set()
        self.gate.wait()
        return self.wanted


def test_a_property_is_computed_once_for_each_instance() -> None:
    gate = threading.Event()
    gate.set()
    first, second = Slow(1, gate), Slow(2, gate)
    assert [first.value, first.value, second.value] == [1, 1, 2]
    assert (first.times, second.times) == (1, 1)
    assert isinstance(Slow.value, cached_property)


def test_no_instance_waits_for_another_one() -> None:
    closed, open_ = threading.Event(), threading.Event()
    open_.set()
    slow, quick = Slow(1, closed), Slow(2, open_)
    abandoned = threading.Thread(target=lambda: slow.value, daemon=True)
    abandoned.start()
    assert slow.began.wait(STALL)
    answers: list[int] = []
    asking = threading.Thread(target=lambda: answers.append(quick.value), daemon=True)
    asking.start()
    asking.join(STALL)
    closed.set()
    abandoned.join()
    assert answers == [2]
