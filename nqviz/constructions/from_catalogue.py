"""Read, build and check the records of the catalogue, and build placements for lower bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from nqviz.bounds import Bound, Witness, best_lower, best_upper
from nqviz.bounds.filling import filled_cells, laid_along, open_cells
from nqviz.catalogue.records import KINDS, Record, in_order, listed_record, read_folder, records
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry.classes import is_of_class
from nqviz.formats import PlacementFile
from nqviz.formats.entries import torus_entry
from nqviz.run.budgets import RECORD_SECONDS
from nqviz.run.context import Limit, RunContext

from . import FAMILIES, construct, regular
from .witnesses import argued_cells

# Records -----------------------------------------------------------------------------


def all_records(
    folders: Iterable[str | Path] = (), run: RunContext | None = None
) -> tuple[tuple[Record, ...], tuple[str, ...]]:
    """Return the records that ship with nqviz and the valid ones in folders.

    Returns
    -------
    records : tuple of Record
        Those in folders are built and checked: nothing that a file claims is believed.
    problems : tuple of str
        One line for each invalid file or record in the folders.
    """
    found, run = list(records()), run or RunContext()
    problems: list[str] = []
    for folder in folders:
        listed = read_folder(folder)
        problems += listed.problems
        for record in listed.records:
            run.step("checking records")
            flaw = check(record, run.part(Limit(seconds=RECORD_SECONDS)))
            if flaw is None:
                found.append(record)
            else:
                problems.append(flaw if record.path is None else f"{record.path}: {flaw}")
    return in_order(found), tuple(problems)


def find_record(name: str, among: Sequence[Record] | None = None) -> Record:
    """Return the record with a name.

    Raises InputError if there is none.
    """
    for record in records() if among is None else among:
        if record.name == name:
            return record
    raise InputError(f"there is no record {name!r} in the library")


def load(record: Record, run: RunContext | None = None) -> PlacementFile:
    """Read a record, or build it by its recipe; its note states what is proven about its count.

    Raises InputError if a file is missing or invalid, or the family of a recipe is unknown.
    """
    if record.recipe is None:
        file = listed_record(record)
        placement, note = file.placement, file.note
    else:
        family, parameters = record.recipe.family, record.recipe.parameters
        if family not in FAMILIES:
            raise InputError(f"{record.name}: unknown family {family!r}")
        built = construct(record.board, family, run=run, **parameters)
        placement, note = built.placement, record.note or built.note
    words = " ".join(filter(None, (note, standing(record))))
    return PlacementFile(placement, words, record.source, record.name)


def is_in_class(record: Record, name: str) -> bool:
    """Return whether the placement of a record belongs to a class, see `is_of_class`.

    Regular solutions are linear modulo the side: they have no attack on the torus.
    """
    is_regular = record.recipe is not None and record.recipe.family == "regular"
    if is_regular and name == "doubly-periodic":
        return True
    return is_of_class(load(record).placement, name)


def load_record(name: str) -> PlacementFile:
    """Read or build the record with a name; see `load`."""
    return load(find_record(name))


def best_record(board: Board) -> Placement | None:
    """Return the largest placement of a board, with its sides in this order; None without one."""
    fitting = [each for each in records() if each.board == board]
    best = max(fitting, key=lambda each: each.count, default=None)
    return None if best is None else load(best).placement


def is_maximum(record: Record) -> bool:
    """Return whether no placement on the board is larger, by a proven upper bound."""
    board = record.board
    is_flat = board.piece == "queen" and not board.wraps
    if is_flat and record.count == board.full_count:  # the lines along a longest side are full
        return True
    return record.count == best_upper(board).value


def standing(record: Record) -> str:
    """Return a sentence: whether a record is proven to be maximum, and by which upper bound."""
    bound = best_upper(record.board)
    if record.count == bound.value:
        return f"Maximum {bound.value:,} (proven; {bound.source})."
    return f"Not proven to be maximum: the upper bound is {bound.value:,} ({bound.source})."


def check(record: Record, run: RunContext | None = None) -> str | None:
    """Build a record and check its board, its count and that no two queens attack.

    Returns
    -------
    str or None
        One line on the first error; None if the record is valid.
    """
    try:
        placement = load(record, run).placement
    except InputError as error:
        return str(error)
    if placement.board != record.board:
        return f"{record.name}: it is for the {placement.board}"
    if len(placement) != record.count:
        pieces = counted(len(placement), placement.board.piece)
        return f"{record.name}: {pieces}, not {record.count:,}"
    if not placement.is_valid():
        return f"{record.name}: {placement.flaws(1)[0].message}"
    return None


def entry(record: Record) -> dict[str, object]:
    """Return a record as a dictionary of JSON types."""
    return {
        "name": record.name,
        "shape": list(record.shape),
        "torus": torus_entry(record.board),
        "piece": record.board.piece,
        "count": record.count,
        "kind": KINDS[record.kind],
        "source": record.source,
        "note": record.note,
        "family": record.recipe.family if record.recipe else None,
        "parameters": dict(record.recipe.parameters) if record.recipe else None,
        "maximum": is_maximum(record),
        "proven": standing(record),
        "file": str(record.path) if record.path else None,
    }


# Placements for lower bounds --------------------------------------------------------------


def build_bound(board: Board, bound: Bound) -> Placement:
    """Return a placement on a board with as many queens as a lower bound.

    Raises InputError if no construction is known for the bound, or the placement is too large.
    """
    if bound.value == 1 and bound.witness is None:
        return Placement.from_indices(board, [int(board.is_blocked.argmin())])
    if bound.witness is None:
        raise InputError(f"no placement is known here for {bound.value:,} queens: {bound.source}")
    if bound.witness.kind == "open":
        return Placement(board, open_cells(board, bound.witness))
    if bound.witness.kind == "filled":
        return Placement(board, filled_cells(board, bound.witness.base))
    return Placement(board, witness_cells(bound.witness))


def witness_cells(witness: Witness) -> IntArray:
    """Return the 0-based cells of a witness, shape (k, d), int64, in the corner of its board."""
    if witness.kind in ("window", "planar"):
        return argued_cells(witness)
    if witness.kind == "product":
        return _product_cells(witness.shape, witness.modulus)
    cells = load_record(witness.name).placement.cells
    return laid_along(cells, find_record(witness.name).shape, witness.shape)


def _product_cells(shape: tuple[int, ...], modulus: int) -> IntArray:
    """Return the product of a placement q and a regular solution t modulo N: the cells N q + t."""
    inner = Board([side // modulus for side in shape])
    queens = build_bound(inner, best_lower(inner)).cells
    torus = regular(Board.cube(modulus, len(shape))).cells
    cells: IntArray = (modulus * queens[:, None, :] + torus[None, :, :]).reshape(-1, len(shape))
    return cells
