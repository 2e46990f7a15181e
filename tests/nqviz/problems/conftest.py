"""No engine's thread outlives its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nqviz.engines.threads import wait_for_engines


@pytest.fixture(autouse=True)
def no_engine_left() -> Iterator[None]:
    yield
    assert wait_for_engines(100)
