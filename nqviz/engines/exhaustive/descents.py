"""Estimate how long a search by clique covers takes, by random descents of its tree.

A descent goes from the first queen down: of the cells that are tried at a node it draws one. The
number of cells tried at a node, over the probability to come there, summed along the way, has the
number of all nodes as its mean (D. E. Knuth, Estimating the efficiency of backtrack programs,
Math. Comp. 29 (1975)). A cell is drawn in proportion to a power of the number of cells that it
leaves, so that descents go where most nodes are (importance sampling, section 4 there); the power
grows with the number of queens. In trees that are too large for that, few descents see the large
parts, and the estimate is too small.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.jit import compiled
from nqviz.engines.bits import Words, leading_zeros, ones, pack
from nqviz.run.tasks.estimate import Estimate

from .clique_cover import clique_cover_search, next_set, uncovered
from .splitting import SearchBoard

POWER = 0.6
"""The power for each queen: on (7,3), (12,3) and (14,3) it varies least between 0.4 and 0.7."""
TRIED = 8
"""The tasks whose searches begin, to measure how many queens they place in a second."""
TRIED_NODES = 2000
"""The queens that each of these places."""

Floats: TypeAlias = npt.NDArray[np.float64]

_ONE = np.uint64(1)


def likely_time(
    board: SearchBoard,
    need: int,
    seconds: float,
    seed: int = 0,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[Estimate, int]:
    """Return the processor time of a search for every set of `need` cells, and the descents.

    Nothing is known of fewer than three cells, and after no descent.
    """
    random, power = np.random.default_rng(seed), POWER * need
    everything = np.ones(board.size, dtype=np.bool_)
    firsts = list(board.choices(everything, board.orbits))
    if need < 3 or not firsts:
        return Estimate(None, None), 0
    chances = _shares([free for _, _, free in firsts], power)
    below: dict[int, tuple[list[Words], Floats]] = {}
    found: list[float] = []
    nodes, took = 0, 0.0
    descend(board.adjacent, pack(np.arange(0), board.size), 0, power, chances)  # made, compiled
    until = time.monotonic() + seconds
    while not is_over() and (time.monotonic() < until or len(found) < TRIED):
        first = int(random.choice(len(firsts), p=chances))
        if first not in below:
            frees = [free for _, _, free in board.after(firsts[first])]
            words = [pack(np.flatnonzero(free), board.size) for free in frees]
            below[first] = words, _shares(frees, power)
        cells, shares = below[first]
        if not cells:
            found.append(-np.inf)
            continue
        second = int(random.choice(len(cells), p=shares))
        if len(found) < TRIED:
            before = time.thread_time()
            nodes += _tried(board, cells[second], need - 2)
            took += time.thread_time() - before
        log = descend(board.adjacent, cells[second], need - 2, power, random.random(need))
        found.append(log - float(np.log(chances[first] * shares[second])))
    return _mean(np.array(found), took / max(nodes, 1)), len(found)


def _shares(frees: list[npt.NDArray[np.bool_]], power: float) -> Floats:
    """Return the chances of choices by the cells that they leave, shape (choices,)."""
    logs = power * np.log([1.0 + np.count_nonzero(free) for free in frees])
    shares = np.exp(logs - logs.max(initial=0.0))
    return np.asarray(shares / shares.sum())


def _tried(board: SearchBoard, cells: Words, need: int) -> int:
    """Search for a moment; return the number of queens placed."""
    nodes = np.zeros(1, dtype=np.int64)
    search = clique_cover_search(board.adjacent, cells, np.zeros(need, np.int64), 0, nodes)
    next_set(search, TRIED_NODES, np.zeros(1, np.uint8))
    return int(nodes[0])


def _mean(logs: Floats, each: float) -> Estimate:
    """Return the mean of times whose logarithms are given in nodes of `each` seconds."""
    most = float(logs.max(initial=-np.inf))
    if most == -np.inf or not each:
        return Estimate(None, None)
    ratios = np.exp(logs - most)
    mean = float(ratios.mean())
    seconds = float(np.exp(most + np.log(mean))) * each
    error = float(ratios.std()) / mean / np.sqrt(len(logs)) * seconds
    return Estimate(seconds, error if len(logs) > 1 else None)


@compiled
def descend(  # noqa: C901 - a kernel
    adjacent: Words, cells: Words, need: int, power: float, numbers: Floats
) -> float:
    """Return the logarithm of an estimate of the queens that a search for `need` cells places.

    `adjacent`, shape (size, words). `cells`, shape (words,).
    `numbers`, shape (need,) or more: random, from 0 to 1.
    """
    words = len(cells)
    rest, left, earlier = cells.copy(), np.empty(words, np.uint64), np.empty(words, np.uint64)
    tried, counts = np.empty(64 * words, np.int64), np.empty(64 * words, np.int64)
    share, total = 0.0, -np.inf
    for level in range(need):
        if not uncovered(rest, adjacent, need - level - 1, left):
            return total
        number, largest = 0, 0
        for w in range(words):
            earlier[w] = rest[w]
        for w in range(words - 1, -1, -1):
            while left[w] != 0:
                bit = 63 - leading_zeros(left[w])
                left[w] &= ~(_ONE << np.uint64(bit))
                earlier[w] &= ~(_ONE << np.uint64(bit))
                count = 0
                for v in range(words):
                    count += ones(earlier[v] & ~adjacent[64 * w + bit, v])
                tried[number], counts[number] = 64 * w + bit, count
                largest = max(largest, count)
                number += 1
        here = share + np.log(number)
        total = max(here, total) + np.log1p(np.exp(-abs(here - total)))
        everything = 0.0
        for i in range(number):
            everything += ((counts[i] + 1.0) / (largest + 1.0)) ** power
        draw, chosen = numbers[level] * everything, number - 1
        for i in range(number):
            draw -= ((counts[i] + 1.0) / (largest + 1.0)) ** power
            if draw < 0.0:
                chosen = i
                break
        chance = ((counts[chosen] + 1.0) / (largest + 1.0)) ** power
        if counts[chosen] < need - level - 1 or chance == 0.0:
            return float(total)
        share += np.log(everything / chance)
        for i in range(chosen + 1):
            rest[tried[i] // 64] &= ~(_ONE << np.uint64(tried[i] % 64))
        for v in range(words):
            rest[v] &= ~adjacent[tried[chosen], v]
    return total
