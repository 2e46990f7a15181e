"""Random numbers for compiled kernels, each search with a state of its own."""

from __future__ import annotations

import numpy as np

from nqviz.core.jit import compiled

from .bits import Words


def new_rng(seed: int) -> Words:
    """Return a state of random numbers, shape (1,), never 0."""
    state: Words = np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)
    return state


@compiled
def below(rng: Words, limit: int) -> int:
    """Draw a number from 0 to limit - 1 by xorshift64* (Vigna, 2016).

    `rng`, shape (1,), written.
    """
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    high = (x * np.uint64(2685821657736338717)) >> np.uint64(33)
    return int(np.int64((high * np.uint64(limit)) >> np.uint64(31)))
