"""What all tests share."""

import os
import signal
import threading
from collections.abc import Iterator

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
