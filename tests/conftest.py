"""What all tests share."""

import signal
import threading

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
