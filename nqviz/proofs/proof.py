"""What all kinds of proof have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from .claim import Claim

Array = npt.NDArray[Any]


class Flawed(Exception):  # noqa: N818 - it is an answer, not an accident
    """A proof does not prove its claim; the message says where it fails, in one line."""


@dataclass(frozen=True)
class Proof(ABC):
    """A claim and what proves it.

    Attributes
    ----------
    claim : Claim
    """

    kind: ClassVar[str]

    claim: Claim

    @property
    def most(self) -> int:
        """The claimed bound."""
        return self.claim.most

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """Return what is written beside the arrays, as JSON can hold it."""

    @abstractmethod
    def arrays(self) -> dict[str, Array]:
        """Return the arrays by name."""

    @classmethod
    @abstractmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Make a proof from what a file holds; raise Flawed, ValueError or KeyError if it is bad.

        Nothing is checked yet but what is needed to go on.
        """

    @abstractmethod
    def steps(self, over: Callable[[], bool]) -> Iterator[float]:
        """Check the proof bit by bit, and give the fraction done after each.

        Parameters
        ----------
        over : callable
            Tells when to leave off; then the iterator ends early.

        Raises
        ------
        Flawed
            If the proof does not prove its claim.
        """


def integers(array: Array, name: str, ndim: int = 1) -> npt.NDArray[np.int64]:
    """Return an array of a file as integers.

    Raises
    ------
    Flawed
        If it holds something else, or has another number of dimensions.
    """
    if array.dtype.kind not in "iu" or array.ndim != ndim or array.dtype == np.uint64:
        raise Flawed(f"{name} is no array of integers with {ndim} dimension(s)")
    return np.asarray(array, dtype=np.int64)
