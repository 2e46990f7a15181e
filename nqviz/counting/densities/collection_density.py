"""Densities of collections: given placements, an orbit, a shift class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from nqviz.constructions import admissible_coefficients, regular
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import orbit
from nqviz.formats import ENDINGS, read_placement

from .exact import Density

MOST_FILES = 100_000


def density_of(placements: Iterable[Placement], of: str = "placements") -> Density:
    """Return the density of a collection of placements.

    Parameters
    ----------
    placements : iterable of Placement
        On one board; each counts as often as it occurs.
    of : str
        A description of the placements, in the plural.

    Raises
    ------
    InputError
        If the collection is empty, or the boards differ.
    """
    board: Board | None = None
    sizes: set[int] = set()
    total = 0
    counts = np.zeros(0, dtype=np.int64)
    for placement in placements:
        if board is None:
            board, counts = placement.board, np.zeros(placement.board.size, dtype=np.int64)
        elif placement.board != board:
            raise InputError(
                f"a density is of placements on one board: {board} and {placement.board} do not go"
                " together"
            )
        counts[placement.indices] += 1
        sizes.add(len(placement))
        total += 1
    if board is None:
        raise InputError("a density needs at least one placement")
    queens = sizes.pop() if len(sizes) == 1 else None
    return Density(board, queens, total, counts, source="loaded", of=of)


def density_of_files(paths: Iterable[str | Path], board: Board | None = None) -> Density:
    """Return the density of the placements in files, and in all files of folders.

    Parameters
    ----------
    paths : iterable of path
        A folder means the files in it that end in .json, .csv or .txt.
    board : Board, optional
        The board of files without one.

    Raises
    ------
    InputError
        If there is no such file, one cannot be read, or they are on different boards.
    """
    files = list(islice(_files(paths), MOST_FILES + 1))
    if len(files) > MOST_FILES:
        raise InputError(f"a density is taken of {MOST_FILES:,} files at most")
    of = "placements of one file" if len(files) == 1 else f"placements of {len(files):,} files"
    return density_of((read_placement(file, board=board).placement for file in files), of)


def _files(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        inside = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS)
        if not inside:
            raise InputError(f"{path}: no file in this folder ends in {', '.join(ENDINGS)}")
        yield from inside


def orbit_density(placement: Placement) -> Density:
    """Return the density of all images of a placement under the symmetries of its board."""
    found = density_of(orbit(placement), "images of one placement")
    return Density(found.board, found.queens, found.total, found.counts, 1, "counted", found.of)


def shift_density(board: Board, shift: int = 0) -> Density:
    """Return the density of one shift class of the regular solutions of a board.

    A class is q_d = a_1 q_1 + ... + a_(d-1) q_(d-1) + c mod n with one c, for all admissible
    coefficients. All classes together are uniform; one is not.

    Parameters
    ----------
    shift : int
        c, for cells from 0: class 0 has a queen in the first corner.

    Raises
    ------
    InputError
        If the board has no regular solutions.
    """
    regular(board)  # raises an error with the reason if there is none
    coefficients = admissible_coefficients(board.n, board.d)
    placements = (regular(board, each, shift) for each in coefficients.tolist())
    found = density_of(placements, f"regular solutions of shift class {shift % board.n}")
    return Density(found.board, found.queens, found.total, found.counts, None, "counted", found.of)
