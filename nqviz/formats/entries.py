"""Typed entries of JSON files: one check for the boards and cells of placements and sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError, shorten
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement

from .layout import checked_placement

PART = 2**14
"""How many rows or numbers are read at once; other threads run in between."""

_KINDS = {
    bool: "true or false",
    str: "text",
    list: "a list",
    int: "a whole number",
    dict: "an object",
}


def typed(entries: Mapping[str, Any], key: str, kind: type, default: object = None) -> Any:
    """Return an entry, of exactly the type asked for; the default where it is missing or null.

    Raises InputError if the entry is of another type, or is missing and there is no default.
    """
    value = entries.get(key)
    if value is None and default is not None:
        return default
    if value is None:
        raise InputError(f"{key!r} is missing")
    if type(value) is not kind:  # a bool is an int for isinstance
        raise InputError(f"{key!r} is {shorten(value)}; it has to be {_KINDS[kind]}")
    return value


def board_of(entries: Mapping[str, Any]) -> Board:
    """Return the board of ``shape``, ``torus``, ``twist``, ``piece``, ``blocked`` and ``stops``.

    ``torus`` is true, false, or a list of the axes that wrap, from 1: older versions of nqviz
    refuse a list.
    Raises InputError if an entry is of another type or the board is not possible.
    """
    shape: list[Any] = typed(entries, "shape", list)
    for axis, side in enumerate(shape, start=1):
        if type(side) is not int:
            raise InputError(f"side {axis} of 'shape' is {shorten(side)}, not a whole number")
    torus = entries.get("torus")
    axes = torus if type(torus) is list else []
    for axis in axes:
        if type(axis) is not int:
            raise InputError(f"an axis of 'torus' is {shorten(axis)}, not a whole number")
    board = Board(
        shape,
        typed(entries, "torus", bool, False) if axes is not torus else False,
        typed(entries, "piece", str, "queen"),
        wraps=[axis - 1 for axis in axes],
        twist=typed(entries, "twist", bool, False),
    )
    rows = typed(entries, "blocked", list, [])
    if not rows:
        return board
    blocked = checked_rows(board, rows, lambda i: f"blocked cell {i + 1}")
    return board.with_blocked(blocked.indices, typed(entries, "stops", bool, False))


def board_entries(board: Board) -> dict[str, object]:
    """Return the entries that `board_of` reads; the later ones only where they say something."""
    entries: dict[str, object] = {
        "shape": list(board.shape),
        "torus": torus_entry(board),
        "piece": board.piece,
    }
    if board.twist:
        entries["twist"] = True
    if board.blocked:
        entries["blocked"] = to_coordinates(board.cells(board.blocked)).tolist()
    if board.stops:
        entries["stops"] = True
    return entries


def torus_entry(board: Board) -> bool | list[int]:
    """Return what wraps: true or false of all axes, else the axes, from 1."""
    return board.torus if board.torus or board.is_flat else [axis + 1 for axis in board.wraps]


def checked_rows(
    board: Board, rows: list[Any] | IntArray, where: Callable[[int], str]
) -> Placement:
    """Return the placement of rows of coordinates from 1, in their order.

    `rows`, shape (k, d): rows of a file: of any type, each to be a list of d whole numbers.
    `where`: returns the name of the row at a 0-based position, for messages.
    Raises InputError if a row is no list of d whole numbers, off the board, or the same as another.
    """
    if isinstance(rows, np.ndarray):
        return checked_placement(board, rows, where)
    parts = [rows[start : start + PART] for start in range(0, len(rows), PART)]
    for number, part in enumerate(parts):
        if not _are_whole(part, board.d):
            for place, row in enumerate(part, start=number * PART):
                _check_row(row, where(place), board.d)
    try:
        arrays = [np.array(part, dtype=np.int64) for part in parts]
    except OverflowError:
        return checked_placement(board, rows, where)
    return checked_placement(board, np.concatenate(arrays) if arrays else [], where)


def _are_whole(rows: list[Any], d: int) -> bool:
    """Return whether all rows are lists of d whole numbers, without a loop in Python."""
    return (
        set(map(type, rows)) <= {list}
        and set(map(len, rows)) <= {d}
        and set(map(type, chain.from_iterable(rows))) <= {int}
    )


def _check_row(row: object, name: str, d: int) -> None:
    if type(row) is not list:
        raise InputError(f"{name}: {shorten(row)} is no list of coordinates")
    if len(row) != d:
        found = counted(len(row), "coordinate")
        raise InputError(f"{name}: {found}; the board has {d} dimensions")
    for value in row:
        if type(value) is not int:
            raise InputError(f"{name}: {shorten(value)} is not a whole number")
