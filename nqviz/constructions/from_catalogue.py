"""The library at work: certificates built, checked and judged, lower bounds made visible."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from nqviz.bounds import Bound, Witness, best_lower, best_upper
from nqviz.bounds.bound import bare
from nqviz.bounds.upper import best_upper_count
from nqviz.catalogue.records import (
    KINDS,
    Certificate,
    certificates,
    in_order,
    listed_certificate,
    read_folder,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.formats import PlacementFile
from nqviz.run.work import ProgressCallback, ignore_progress

from . import FAMILIES, construct, regular
from .witnesses import argued_cells

# Certificates -----------------------------------------------------------------------------


def all_certificates(
    folders: Iterable[str | Path] = (),
) -> tuple[tuple[Certificate, ...], tuple[str, ...]]:
    """List what ships with the program and what folders hold.

    Returns
    -------
    certificates : tuple of Certificate
    problems : tuple of str
        One line for each file of the folders that is no certificate.
    """
    found = list(certificates())
    problems: list[str] = []
    for folder in folders:
        shelf = read_folder(folder)
        found += shelf.certificates
        problems += shelf.problems
    return in_order(found), tuple(problems)


def find_certificate(name: str, among: Sequence[Certificate] | None = None) -> Certificate:
    """Return the certificate of a name.

    Raises
    ------
    InputError
        If there is none.
    """
    for certificate in certificates() if among is None else among:
        if certificate.name == name:
            return certificate
    raise InputError(f"there is no certificate {name!r} in the library")


def load(
    certificate: Certificate,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
) -> PlacementFile:
    """Read a certificate, or build it by its recipe; the note says what is proven of it.

    Raises
    ------
    InputError
        If a file is gone or flawed, or a recipe does not give what it says.
    """
    if certificate.recipe is None:
        file = listed_certificate(certificate)
        placement, note = file.placement, file.note
    else:
        family, parameters = certificate.recipe.family, certificate.recipe.parameters
        if family not in FAMILIES:
            raise InputError(f"{certificate.name}: unknown family {family!r}")
        built = construct(certificate.board, family, progress=progress, stop=stop, **parameters)
        placement, note = built.placement, certificate.note or built.note
    words = " ".join(filter(None, (note, standing(certificate))))
    return PlacementFile(placement, words, certificate.source, certificate.name)


def load_certificate(name: str) -> PlacementFile:
    """Read or build the certificate of a name; see `load`."""
    return load(find_certificate(name))


def best_certificate(board: Board) -> PlacementFile | None:
    """Return the largest placement for a board, sides in the order given, if there is any."""
    fitting = [each for each in certificates() if each.board == board]
    best = max(fitting, key=lambda each: each.count, default=None)
    return None if best is None else load(best)


def is_maximum(certificate: Certificate) -> bool:
    """Return whether it is proven that no placement on its board is larger."""
    board = certificate.board
    if board.piece != "queen":
        return certificate.count == best_upper(board).value
    if certificate.count == board.full_count:  # the lines along a longest side are full
        return True
    return certificate.count == best_upper_count(bare(board.shape))


def standing(certificate: Certificate) -> str:
    """Return in one sentence what is proven of a certificate."""
    bound = best_upper(certificate.board)
    if certificate.count == bound.value:
        return f"A maximum placement: at most {bound.value:,} fit ({bound.source})."
    return f"Not proven to be maximum: at most {bound.value:,} fit ({bound.source})."


def check(certificate: Certificate) -> str | None:
    """Build a certificate and look for everything that can be wrong with it.

    Returns
    -------
    str or None
        One line on what is wrong; None when every queen is on the board, none attacks another,
        and there are as many as promised.
    """
    try:
        placement = load(certificate).placement
    except InputError as error:
        return str(error)
    if placement.board != certificate.board:
        return f"{certificate.name}: it is for the {placement.board}"
    if len(placement) != certificate.count:
        pieces = counted(len(placement), placement.board.piece)
        return f"{certificate.name}: {pieces}, not {certificate.count:,}"
    if not placement.is_valid():
        return f"{certificate.name}: {placement.flaws(1)[0].message}"
    return None


def entry(certificate: Certificate) -> dict[str, object]:
    """Describe a certificate in JSON types."""
    return {
        "name": certificate.name,
        "shape": list(certificate.shape),
        "torus": certificate.board.torus,
        "piece": certificate.board.piece,
        "count": certificate.count,
        "kind": KINDS[certificate.kind],
        "source": certificate.source,
        "note": certificate.note,
        "family": certificate.recipe.family if certificate.recipe else None,
        "parameters": dict(certificate.recipe.parameters) if certificate.recipe else None,
        "maximum": is_maximum(certificate),
        "proven": standing(certificate),
        "file": str(certificate.path) if certificate.path else None,
    }


# Lower bounds made visible ----------------------------------------------------------------


def build_bound(board: Board, bound: Bound) -> Placement:
    """Make a placement on a board with as many queens as a lower bound says.

    Raises
    ------
    InputError
        If the bound comes without a placement, or it would be too large to make.
    """
    if bound.value == 1 and bound.witness is None:
        return Placement(board, [(0,) * board.d])
    if bound.witness is None:
        raise InputError(f"no placement is at hand for {bound.value:,} queens: {bound.source}")
    return Placement(board, witness_cells(bound.witness))


def witness_cells(witness: Witness) -> IntArray:
    """List the cells that a witness stands for, shape (k, d), in the corner of its board."""
    if witness.kind in ("window", "planar"):
        return argued_cells(witness)
    if witness.kind == "product":
        return _product_cells(witness.shape, witness.modulus)
    cells = load_certificate(witness.name).placement.cells
    return _laid_along(cells, find_certificate(witness.name).shape, witness.shape)


def _product_cells(shape: tuple[int, ...], modulus: int) -> IntArray:
    """Put a board with queens in place of each queen of a regular solution.

    The queens of the regular solution come from a torus, so a queen q of the board and t of the
    torus stand at N q + t.
    """
    inner = Board([side // modulus for side in shape])
    queens = build_bound(inner, best_lower(inner)).cells
    torus = regular(Board.cube(modulus, len(shape))).cells
    cells: IntArray = (modulus * queens[:, None, :] + torus[None, :, :]).reshape(-1, len(shape))
    return cells


def _laid_along(cells: IntArray, shape: tuple[int, ...], outer: tuple[int, ...]) -> IntArray:
    """Turn cells of a box to lie in another whose sides above 1 are the same in another order."""
    own = sorted((axis for axis in range(len(shape)) if shape[axis] > 1), key=lambda a: shape[a])
    other = sorted((axis for axis in range(len(outer)) if outer[axis] > 1), key=lambda a: outer[a])
    laid = np.zeros((len(cells), len(outer)), dtype=np.int64)
    laid[:, other] = cells[:, own]
    return laid
