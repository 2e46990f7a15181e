"""The library of certificates: which placements it has, and where each of them comes from.

A certificate is listed queen by queen in a placement file, or stands in a collection as a
permutation or as a recipe: a family of constructions and its parameters. Nothing is built here;
`nqviz.constructions.from_catalogue` does that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.formats import PlacementFile, parse_placement, read_placement
from nqviz.formats.folder import read_each

COLLECTION = "nqviz-certificates"
VERSION = 1
SUFFIXES = (".json", ".csv", ".txt")

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
"""How a certificate was obtained, by its kind."""


@dataclass(frozen=True)
class Recipe:
    """How to build a certificate: a family of constructions and its parameters."""

    family: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Certificate:
    """An entry of the library: a number of queens that fit on a board.

    Attributes
    ----------
    name : str
        Shape and count, as in ``4x4x4-7``, and the kind if it stands in a collection.
    board : Board
    count : int
    kind : str
        A key of `KINDS`.
    source : str
        Where it comes from.
    note : str
    path : Path, optional
        The file, of a certificate that does not ship with the program.
    recipe : Recipe, optional
        How to build it, if it is not listed.
    placement : Placement, optional
        The queens, if they stand in a collection.
    """

    name: str
    board: Board
    count: int
    kind: str = "other"
    source: str = ""
    note: str = ""
    path: Path | None = None
    recipe: Recipe | None = field(default=None, compare=False)
    placement: Placement | None = field(default=None, compare=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the board."""
        return self.board.shape

    def __str__(self) -> str:
        return f"{counted(self.count, self.board.piece)} on the {self.board}"


@dataclass(frozen=True)
class Shelf:
    """What a folder holds: certificates, and one line for each file that is none."""

    certificates: tuple[Certificate, ...] = ()
    problems: tuple[str, ...] = ()


# What ships with the program --------------------------------------------------------------


@lru_cache(maxsize=1)
def certificates() -> tuple[Certificate, ...]:
    """List the library: boards of few dimensions and small sides first."""
    found: list[Certificate] = []
    for file in resources.files("nqviz_resources.certificates").iterdir():
        if not file.name.endswith(".json"):
            continue
        entries = json.loads(file.read_text("utf-8"))
        if entries["format"] == COLLECTION:
            found += _collection(entries, None)
        else:
            board = Board(entries["shape"], entries["torus"], entries["piece"])
            source = entries["source"]
            found.append(
                Certificate(
                    file.name.removesuffix(".json"),
                    board,
                    len(entries["queens"]),
                    _kind(source),
                    source,
                    entries.get("note", ""),
                )
            )
    return in_order(found)


def in_order(found: list[Certificate]) -> tuple[Certificate, ...]:
    """Sort certificates: few dimensions and small sides first, then the larger counts."""
    return tuple(sorted(found, key=lambda each: (each.board.d, each.shape, -each.count, each.name)))


def listed_certificate(certificate: Certificate) -> PlacementFile:
    """Read a certificate that is listed queen by queen.

    Raises
    ------
    InputError
        If its file is gone or flawed, or it is a recipe.
    """
    if certificate.placement is not None:
        return PlacementFile(
            certificate.placement, certificate.note, certificate.source, certificate.name
        )
    if certificate.recipe is not None:
        raise InputError(f"{certificate.name} is a recipe, not a list of queens")
    if certificate.path is not None:
        return read_placement(certificate.path)
    file = resources.files("nqviz_resources.certificates") / f"{certificate.name}.json"
    return parse_placement(file.read_text(encoding="utf-8"), certificate.name)


def _kind(source: str) -> str:
    return next((kind for kind in ("search", "window") if kind in source), "other")


# Collections ------------------------------------------------------------------------------


def _collection(entries: Mapping[str, Any], path: Path | None) -> Iterator[Certificate]:
    """Read the entries of a collection.

    Raises
    ------
    InputError
        If it is of a newer version, or an entry is none.
    """
    if entries.get("version") != VERSION:
        raise InputError(f"version {entries.get('version')!r} of a collection is not known")
    if not isinstance(entries.get("entries"), list):
        raise InputError("'entries' is missing or no list")
    for number, entry in enumerate(entries["entries"], start=1):
        try:
            yield _entry(entry, entries.get("source", ""), path)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            raise InputError(f"entry {number}: {what}") from None


def _entry(entry: Mapping[str, Any], source: str, path: Path | None) -> Certificate:
    board = Board(entry["shape"])
    recipe, placement = None, None
    if "permutation" in entry:
        rows = [[i, j] for i, j in enumerate(entry["permutation"], start=1)]
        placement = Placement.from_coordinates(board, rows)
        count = len(placement)
    else:
        recipe = Recipe(str(entry["family"]), dict(entry["parameters"]))
        count = int(entry["count"])
    kind = entry.get("kind", recipe.family if recipe else "other")
    kind = kind if kind in KINDS else "other"
    shape = "x".join(map(str, board.shape))
    return Certificate(
        f"{shape}-{count}-{kind}",
        board,
        count,
        kind if path is None else "own",
        entry.get("source", source),
        entry.get("note", ""),
        path,
        recipe,
        placement,
    )


# A folder of one's own --------------------------------------------------------------------


def read_folder(folder: str | Path) -> Shelf:
    """List the placements of a folder; a bad file there gives one line and hides no other.

    Every placement file that `nqviz.formats` reads counts, and every collection.
    """
    found, problems = read_each(folder, SUFFIXES, _read_file)
    return Shelf(in_order(found), problems)


def _read_file(path: Path) -> list[Certificate]:
    collection = _as_collection(path)
    if collection is not None:
        return list(_collection(collection, path))
    file = read_placement(path)
    attacks = file.placement.flaws(1)
    if attacks:
        raise InputError(f"no certificate: {attacks[0].message}")
    return [
        Certificate(
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
    """Read a file as a collection, None if it is something else."""
    if path.suffix.lower() != ".json":
        return None
    try:
        with path.open("rb") as stream:
            if COLLECTION.encode() not in stream.read(4096):
                return None
        entries = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None  # the reader of placements says what is wrong
    return entries if isinstance(entries, dict) and entries.get("format") == COLLECTION else None
