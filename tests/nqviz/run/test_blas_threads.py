"""The threads of linear algebra: set for an engine, whichever thread it runs in, and put back."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from nqviz.run.blas_threads import blas_threads


def threads() -> set[int]:
    np.ones((2, 2)) @ np.ones((2, 2))
    return {entry["num_threads"] for entry in threadpool_info() if entry["user_api"] == "blas"}


@pytest.mark.parametrize("_again", range(3))
def test_the_most_modest_engine_counts_and_the_number_is_put_back(_again: int) -> None:
    before = threads()
    begun, end = threading.Event(), threading.Event()

    def other() -> None:
        with blas_threads(1):
            begun.set()
            end.wait(60)

    with blas_threads(2):
        engine = threading.Thread(target=other)
        engine.start()
        assert begun.wait(60)
        assert threads() == {1}
    assert threads() == {1}  # the other is still at work
    end.set()
    engine.join()
    assert threads() == before


def test_an_engine_that_fails_puts_the_number_back() -> None:
    before = threads()
    with pytest.raises(RuntimeError, match="lost"), blas_threads(1):
        raise RuntimeError("lost")
    assert threads() == before
