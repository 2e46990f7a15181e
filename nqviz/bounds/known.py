"""Counts of queens on flat boards and tori from publications and computations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from nqviz.catalogue import reference
from nqviz.catalogue.records import records

from .bound import Kind, Shape, bare


@dataclass(frozen=True)
class Entry:
    """A known count of queens on a box."""

    shape: Shape
    """The sides above 1 in increasing order."""
    count: int
    kinds: tuple[Kind, ...]
    """Whether it is a lower bound, an upper bound or both: "lower", "upper"."""
    proven: bool
    source: str
    record: str = ""
    """The name of a record of the library with this many queens, or ""."""
    torus: bool = False


@lru_cache(maxsize=1)
def published() -> tuple[Entry, ...]:
    """Return the entries of the table of maxima in the resources."""
    data = reference("maxima")
    kinds: dict[str, tuple[Kind, ...]] = {
        "maximum": ("lower", "upper"),
        "lower": ("lower",),
        "upper": ("upper",),
    }
    return tuple(
        Entry(
            bare(entry["shape"]),
            entry["count"],
            kinds[entry["kind"]],
            entry["proven"],
            data["sources"][entry["source"]] + _more_words(entry),
            torus=entry.get("torus", False),
        )
        for entry in data["entries"]
    )


def _more_words(entry: Mapping[str, str]) -> str:
    """Return who lists a value as well, and how its certificate is checked."""
    words = f" (listed in OEIS {entry['listed']})" if "listed" in entry else ""
    if "certificate" in entry:
        words += f"; nqviz verify --library {entry['certificate']} checks the certificate"
    return words


@lru_cache(maxsize=2)
def upper_entries(torus: bool = False) -> tuple[Entry, ...]:
    """Return the known upper bounds of flat boards or of tori, proven or not."""
    return tuple(entry for entry in published() if "upper" in entry.kinds and entry.torus is torus)


@lru_cache(maxsize=2)
def lower_entries(torus: bool = False) -> tuple[Entry, ...]:
    """Return the best lower bound for each flat box, or each torus.

    They are of published ones and records of the library.
    """
    best: dict[Shape, Entry] = {}
    for entry in published():
        is_lower = "lower" in entry.kinds and entry.torus is torus
        if is_lower and entry.count > _count(best.get(entry.shape)):
            best[entry.shape] = entry
    for record in records():
        board = record.board
        if board.piece != "queen" or board.blocked or not (board.torus if torus else board.is_flat):
            continue
        shape = bare(record.shape)
        known = best.get(shape)
        if record.count > _count(known):
            words = f"record of the library, {record.source}"
            best[shape] = Entry(shape, record.count, ("lower",), True, words, record.name, torus)
        elif known is not None and record.count == known.count and not known.record:
            best[shape] = replace(known, proven=True, record=record.name)
    return tuple(best.values())


def _count(entry: Entry | None) -> int:
    return 0 if entry is None else entry.count


def fits(inner: Shape, outer: Shape) -> bool:
    """Return whether a box, sides above 1 in order, fits in another when axes may be permuted."""
    missing = len(outer) - len(inner)
    return missing >= 0 and all(a <= b for a, b in zip(inner, outer[missing:], strict=True))
