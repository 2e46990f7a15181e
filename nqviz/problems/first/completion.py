"""The search for a completion of some first rows: a probe, then one for each family of choices.

A probe of the whole comes to no end where many choices of diagonals are left, as most of its nodes
fit some of them. Probes of single families, see `nqviz.proofs.diagonals`, mostly end after a few
nodes, since nearly all diagonals with a queen are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.proofs.diagonals import diagrams, families
from nqviz.proofs.first_node import Lines
from nqviz.proofs.proof import Flawed

from .choices import Choices, Words2
from .probe import FOUND, PAUSED, REFUTED, Probe
from .rest import WIDTH, Rest

PROBE_NODES = 50_000
"""After so many nodes of a probe families are tried."""
MORE_NODES = 200_000
"""After so many nodes a probe gives up where there are too many families."""
SLICE_NODES = 25_000
"""The number of nodes of a probe between two checks of the stop flag."""
MOST_ARCS = 2**21
"""Diagrams with more arcs mostly have more choices than can be listed, and take long."""
MOST_PAIRS = 50_000
"""More pairs of choices are not worth to be listed."""
TOGETHER = 10
"""The most choices of sums of a family."""
FAMILY_NODES = 4_000_000
"""After so many nodes the families are given up, too."""


class Completion(NamedTuple):
    """What a search has come to.

    `answer`: REFUTED, FOUND or PAUSED.
    `nodes`: the number of queens tried.
    `columns`: of all rows, where a completion was found.
    """

    answer: int
    nodes: int
    columns: list[int]


def complete(
    n: int, rows: Sequence[int], weights: IntArray, is_over: Callable[[], bool]
) -> Completion:
    """Search for a completion of some first rows, given by their columns.

    `weights`, shape (6 n,): see `Probe`; changed. `is_over` ends the search.
    """
    rest = Rest.after(n, rows)
    if not rest.fits:
        return Completion(PAUSED, 0, [])
    probe = Probe(n, rows, weights)
    found = _probed(probe, PROBE_NODES, is_over)
    if found.answer != PAUSED:
        return found
    listed, nodes = _families(rest), found.nodes
    if listed is None:
        return _probed(probe, MORE_NODES, is_over)
    for choices in listed:
        most = FAMILY_NODES + found.nodes - nodes
        one = _probed(Probe(n, rows, weights, choices=choices), most, is_over)
        nodes += one.nodes
        if one.answer != REFUTED:
            return one._replace(nodes=nodes)
    return Completion(REFUTED, nodes, [])


def _probed(probe: Probe, most: int, is_over: Callable[[], bool]) -> Completion:
    """Run a probe for no more than about `most` nodes."""
    answer = PAUSED
    while answer == PAUSED and probe.nodes < most and not is_over():
        answer = probe.run(SLICE_NODES)
    return Completion(answer, probe.nodes, probe.solution if answer == FOUND else [])


def _families(rest: Rest) -> Iterator[Choices] | None:
    """Yield the choices of each family; return None if there are too many."""
    lines = Lines(rest.free.astype(np.bool_), rest.columns)
    try:
        both = diagrams(lines.totals, lines.sums, lines.steps, MOST_ARCS)
    except Flawed:  # too many choices of diagonals
        return None
    listed = [] if both is None else families(both, MOST_PAIRS, TOGETHER)
    if listed is None:
        return None
    return (
        Choices(
            _words(each.sums, lines.sums),
            _words(each.steps[None], lines.steps),
            np.zeros(len(each.sums), np.int64),
            np.zeros(1, np.int64),
        )
        for each in listed
    )


def _words(chosen: npt.NDArray[np.bool_], values: IntArray) -> Words2:
    """Return choices of values, shape (choices, values), as two words each."""
    bits = np.left_shift(np.uint64(1), (values % WIDTH).astype(np.uint64))
    return np.stack([chosen @ np.where(values // WIDTH == w, bits, 0) for w in range(2)], axis=1)
