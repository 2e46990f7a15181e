"""What all tests share."""

import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

if threading.current_thread() is threading.main_thread():
    # A shell that runs the tests in the background has them ignore interrupts; what they start
    # would ignore those, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Shared machines are slow at times: the first call of a kernel waits for the compiler.
settings.register_profile(
    "nqviz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("nqviz")


@pytest.fixture(scope="session", autouse=True)
def state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what nqviz writes by itself out of the state folder of the user."""
    before = os.environ.get("NQVIZ_STATE")
    os.environ["NQVIZ_STATE"] = str(tmp_path_factory.mktemp("state"))
    yield
    if before is None:
        del os.environ["NQVIZ_STATE"]
    else:
        os.environ["NQVIZ_STATE"] = before


class Database(sqlite3.Connection):
    """A database that knows whether it was closed."""

    is_open = True

    def close(self) -> None:
        super().close()
        self.is_open = False


@pytest.fixture(autouse=True)
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a database open: Python 3.13 warns of it, but in a later test."""
    connect = sqlite3.connect
    opened: list[Database] = []

    def kept(*arguments: Any, **options: Any) -> Database:
        opened.append(connect(*arguments, **options, factory=Database))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    yield
    left = [each for each in opened if each.is_open]
    for each in left:
        each.close()
    assert not left, f"databases left open: {len(left)}"
