"""The base classes of proofs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.run.budgets import TREE_STEPS

from .claim import AnyClaim, Claim

Array = npt.NDArray[Any]
Steps: TypeAlias = Generator[float, None, bool]
"""Yields the fraction done; its return value states whether everything has been checked."""


NONE, FOUND, ON = range(3)
"""How a slice of a search ends: nothing is left, something is found, there is more to search."""


class Flawed(Exception):  # noqa: N818 - a result, not a failure
    """A proof does not prove its claim; the message states on one line where it fails."""


@dataclass(frozen=True)
class Certificate(ABC):
    """A claim and its proof, as a file holds it."""

    kind: ClassVar[str]

    claim: AnyClaim

    @property
    @abstractmethod
    def bound(self) -> int:
        """The claimed bound."""

    @property
    def version(self) -> int:
        """The version of the file: the oldest that has what the proof needs."""
        return 1

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """Return the settings beside the arrays, in JSON types."""

    @abstractmethod
    def arrays(self) -> dict[str, Array]:
        """Return the arrays by name; each kind of proof states their shapes."""

    @abstractmethod
    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check the proof in steps, and yield the fraction done after each.

        `over`: returns whether to stop; then the check ends early.
        Returns True once everything has been checked; False after a stop.
        Raises Flawed if the proof does not prove its claim.
        """


@dataclass(frozen=True)
class Proof(Certificate):
    """A proof of an upper bound on the queens of placements."""

    claim: Claim

    @property
    def bound(self) -> int:
        """The most queens."""
        return self.claim.most

    @classmethod
    @abstractmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Return a proof from the contents of a file; only its form is checked.

        Shapes as of `arrays`. Raises Flawed, ValueError, KeyError if the form is invalid.
        """


class Search(Protocol):
    """A search that runs in slices; one of the checker's own."""

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""


def searched(
    search: Search, nodes: int, over: Callable[[], bool], fraction: float, found: str
) -> Steps:
    """Run the search of a leaf in slices of some nodes; return whether it came to its end.

    Raises Flawed with the words `found` if it finds something.
    """
    while (end := search.go_on(nodes)) == ON:
        if over():
            return False
        yield fraction
    if end == FOUND:
        raise Flawed(found)
    return True


def read_steps(array: Array) -> list[tuple[int, int]]:
    """Return the steps of a tree, a kind and a number each, from an array of shape (steps, 2).

    Raises Flawed if the array is another one.
    """
    steps = integers(array, "the tree", 2 * TREE_STEPS, 2)
    if steps.shape[1] != 2:
        raise Flawed("the steps of the tree are not pairs")
    return [(kind, number) for kind, number in steps.tolist()]


def integers(array: Array, name: str, most: int, ndim: int = 1) -> npt.NDArray[np.int64]:
    """Return an array of a file as int64, of the same shape.

    Raises Flawed if it is not an array of at most `most` integers with `ndim` dimensions.
    """
    if array.size > most:
        raise Flawed(f"{name} has {array.size:,} numbers; at most {most:,} are checked")
    if array.dtype.kind not in "iu" or array.ndim != ndim or array.dtype == np.uint64:
        raise Flawed(f"{name} is not an array of integers with {ndim} dimension(s)")
    return np.asarray(array, dtype=np.int64)
