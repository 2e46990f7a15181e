"""The records of the library: which placements it has, and where each of them comes from.

A record is listed queen by queen in a placement file, or is an entry of a collection: a
permutation, or a recipe (a family of constructions and its parameters). This module builds
nothing; `nqviz.constructions.from_catalogue` builds recipes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError, shorten
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.formats import ENDINGS, PlacementFile, parse_placement, read_placement
from nqviz.formats.entries import board_of, checked_rows, typed
from nqviz.formats.folder import read_each
from nqviz.run.files import open_file, read_bytes
from nqviz.run.json_text import read_json

COLLECTION = "nqviz-certificates"  # the name in files, from before records had this word
VERSION = 1

KINDS = {
    "search": "found by a search",
    "window": "window of a linear set",
    "classical": "classical construction",
    "regular": "regular solution",
    "subcube": "subcube cut",
    "first": "lexicographically first",
    "beautiful": "most beautiful",
    "own": "own files",
    "other": "other",
}
"""How a record was obtained, by its kind."""


@dataclass(frozen=True)
class Recipe:
    """How to build a record: a family of constructions and its parameters."""

    family: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Record:
    """An entry of the library: a placement of a board, or how to build one."""

    name: str
    """Shape and count, as in ``4x4x4-7``; in a collection also the kind."""
    board: Board
    count: int
    kind: str = "other"
    """A key of `KINDS`."""
    source: str = ""
    """Where it comes from."""
    note: str = ""
    path: Path | None = None
    """The file of a record that does not ship with nqviz."""
    recipe: Recipe | None = field(default=None, compare=False)
    """How to build it, if it is not listed."""
    placement: Placement | None = field(default=None, compare=False)
    """The queens, if a collection lists them."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the board."""
        return self.board.shape

    def __str__(self) -> str:
        return f"{counted(self.count, self.board.piece)} on the {self.board}"


@dataclass(frozen=True)
class RecordFolder:
    """The records of a folder, and one line for each invalid file."""

    records: tuple[Record, ...] = ()
    problems: tuple[str, ...] = ()


# What ships with nqviz --------------------------------------------------------------


@lru_cache(maxsize=1)
def records() -> tuple[Record, ...]:
    """Return the records that ship with nqviz, in the order of `in_order`."""
    found: list[Record] = []
    for file in resources.files("nqviz_resources.records").iterdir():
        if not file.name.endswith(".json"):
            continue
        entries = read_json(file.read_text("utf-8"))
        if entries["format"] == COLLECTION:
            found += _collection(entries, None)
        else:
            board = Board(entries["shape"], entries["torus"], entries["piece"])
            source = entries["source"]
            found.append(
                Record(
                    file.name.removesuffix(".json"),
                    board,
                    len(entries["queens"]),
                    next((kind for kind in ("search", "window") if kind in source), "other"),
                    source,
                    entries.get("note", ""),
                )
            )
    return in_order(found)


def in_order(found: list[Record]) -> tuple[Record, ...]:
    """Return records sorted by dimension, then sides, then descending count."""
    return tuple(sorted(found, key=lambda each: (each.board.d, each.shape, -each.count, each.name)))


def listed_record(record: Record) -> PlacementFile:
    """Read a record that is listed queen by queen.

    Raises InputError if its file is missing or invalid, or the record is a recipe.
    """
    if record.placement is not None:
        return PlacementFile(record.placement, record.note, record.source, record.name)
    if record.recipe is not None:
        raise InputError(f"{record.name} is a recipe, not a list of queens")
    if record.path is not None:
        return read_placement(record.path)
    file = resources.files("nqviz_resources.records") / f"{record.name}.json"
    return parse_placement(file.read_text(encoding="utf-8"), record.name)


# Collections ------------------------------------------------------------------------------


def _collection(entries: Mapping[str, Any], path: Path | None) -> Iterator[Record]:
    """Read the entries of a collection.

    Raises InputError if it is of another version, or an entry is invalid.
    """
    version = typed(entries, "version", int)
    if version != VERSION:
        raise InputError(f"version {shorten(version)} of a collection is not known")
    source: str = typed(entries, "source", str, "")
    for number, entry in enumerate(typed(entries, "entries", list), start=1):
        try:
            yield _entry(entry, source, path)
        except InputError as error:
            raise InputError(f"entry {number}: {error}") from None


def _entry(entry: object, source: str, path: Path | None) -> Record:
    if not isinstance(entry, dict):
        raise InputError(f"{shorten(entry)} is not an object")
    board = board_of(entry)
    recipe, placement = None, None
    if "permutation" in entry:
        rows = [[i, j] for i, j in enumerate(typed(entry, "permutation", list), start=1)]
        placement = checked_rows(board, rows, lambda i: f"number {i + 1} of the permutation")
        count = len(placement)
    else:
        recipe = Recipe(typed(entry, "family", str), typed(entry, "parameters", dict))
        count = typed(entry, "count", int)
        if not 0 <= count <= board.size:
            raise InputError(f"{shorten(count)} queens do not fit on the {board}")
    kind = typed(entry, "kind", str, recipe.family if recipe else "other")
    kind = kind if kind in KINDS else "other"
    shape = "x".join(map(str, board.shape))
    return Record(
        f"{shape}-{count}-{kind}",
        board,
        count,
        kind if path is None else "own",
        typed(entry, "source", str, source),
        typed(entry, "note", str, ""),
        path,
        recipe,
        placement,
    )


# Own folders ------------------------------------------------------------------------------


def read_folder(folder: str | Path) -> RecordFolder:
    """Return the records of a folder: its collections and its non-attacking placement files.

    An invalid file adds one line to `problems`; the other files are still read.
    """
    found, problems = read_each(folder, ENDINGS, _read_file)
    return RecordFolder(in_order(found), problems)


def _read_file(path: Path) -> list[Record]:
    collection = _as_collection(path)
    if collection is not None:
        return list(_collection(collection, path))
    file = read_placement(path)
    attacks = file.placement.flaws(1)
    if attacks:
        raise InputError(f"not a record: {attacks[0].message}")
    return [
        Record(
            path.name,
            file.placement.board,
            len(file.placement),
            "own",
            file.source or "own file",
            file.note,
            path,
        )
    ]


def _as_collection(path: Path) -> dict[str, Any] | None:
    """Return the entries of a collection; None if the file is something else."""
    if path.suffix.lower() != ".json":
        return None
    try:
        with open_file(path) as stream:
            if COLLECTION.encode() not in stream.read(4096):
                return None
        entries = read_json(read_bytes(path).decode("utf-8"))
    except (InputError, OSError, ValueError):
        return None  # the reader of placements reports the error
    return entries if isinstance(entries, dict) and entries.get("format") == COLLECTION else None
