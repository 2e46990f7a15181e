"""What all tests share."""

from hypothesis import HealthCheck, settings

# Shared machines are slow at times: the first call of a kernel waits for the compiler.
settings.register_profile(
    "nqviz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("nqviz")
