"""The library of certificates: large placements that ship with the program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from .board import Board
from .errors import InputError
from .files import PlacementFile, parse_placement


@dataclass(frozen=True)
class Certificate:
    """An entry of the library: a number of queens that fit on a board.

    Attributes
    ----------
    name : str
        Shape and count, as in ``4x4x4-7``.
    shape : tuple of int
    count : int
    """

    name: str
    shape: tuple[int, ...]
    count: int
    source: str = ""

    def __str__(self) -> str:
        return f"{self.count} queens on the {Board(self.shape)}"


@lru_cache(maxsize=1)
def certificates() -> tuple[Certificate, ...]:
    """List the library: boards of few dimensions and small sides first."""
    names = (
        entry.name.removesuffix(".json")
        for entry in resources.files("nqviz_resources.certificates").iterdir()
        if entry.name.endswith(".json")
    )
    return tuple(sorted(map(_entry, names), key=lambda entry: (len(entry.shape), entry.shape)))


def load_certificate(name: str) -> PlacementFile:
    """Read a certificate; it says where it comes from and what is proven of it.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in (entry.name for entry in certificates()):
        raise InputError(f"there is no certificate {name!r} in the library")
    file = resources.files("nqviz_resources.certificates") / f"{name}.json"
    return parse_placement(file.read_text(encoding="utf-8"), name)


def best_certificate(board: Board) -> PlacementFile | None:
    """Read the largest placement of queens for a flat board, sides in the order given, if any."""
    if board.torus or board.piece != "queen":
        return None
    fitting = [entry for entry in certificates() if entry.shape == board.shape]
    best = max(fitting, key=lambda entry: entry.count, default=None)
    return None if best is None else load_certificate(best.name)


def _entry(name: str) -> Certificate:
    shape, _, count = name.partition("-")
    return Certificate(name, tuple(int(side) for side in shape.split("x")), int(count))
