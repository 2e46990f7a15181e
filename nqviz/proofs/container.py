"""Files of proofs: a zip archive with proof.json and arrays in NumPy's format.

proof.json contains format, version, kind, the claim (shape, torus, piece; given queens with
coordinates from 1 and the bound, or how many queens a domination needs, or a first placement) and
the settings of the kind. Nothing in the file is executed.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import re
import struct
import zipfile
import zlib
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError, shorten
from nqviz.formats.entries import board_entries, board_of, checked_rows, typed
from nqviz.run.budgets import (
    FIRST_SIDE,
    GIVEN_WORK,
    PROOF_BYTES,
    PROOF_ENTRIES,
    PROOF_HEADER_BYTES,
    keep,
)
from nqviz.run.files import atomic_write, open_file
from nqviz.run.json_text import read_json

from .beautiful import BeautifulProof
from .boxes import BoxProof
from .claim import AnyClaim, BeautifulClaim, Claim, DominationClaim, FirstClaim
from .cliques import CliqueProof
from .displacements import DisplacementProof
from .domination import DominationProof
from .first import FirstProof
from .orbits import OrbitProof
from .proof import Array, Certificate, Flawed, Proof
from .tree import TreeProof

FORMAT, VERSION = "nqviz-proof", 3
"""The newest version: that of trees with refuted pairs and of prices of wide nodes."""
HEADER = "proof.json"
MAGIC = b"PK\x03\x04"
"""The first bytes of a zip archive."""
KINDS: dict[object, type[Proof]] = {
    kind.kind: kind for kind in (BoxProof, CliqueProof, DisplacementProof, OrbitProof, TreeProof)
}
"""The proofs of upper bounds by kind."""
_END = struct.Struct("<4sHHHHIIH")
"""The end of a zip archive without a comment."""
_ARRAY_HEADER = re.compile(
    rb"\{'descr': '(?P<descr>[<|][iu][1248])', 'fortran_order': False,"
    rb" 'shape': \((?P<shape>(?:\d{1,10},? ?){0,3})\), \}\s*"
)
"""The header that NumPy writes for a contiguous array of integers of at most 3 dimensions."""

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    MemoryError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)


def is_proof(path: str | Path) -> bool:
    """Return whether a file begins as a zip archive does, even if it is damaged."""
    try:
        with open_file(path) as stream:
            return stream.read(4) == MAGIC
    except (InputError, OSError):
        return False


def save(proof: Certificate, path: str | Path) -> None:
    """Write a proof atomically.

    Raises InputError if the file cannot be written, or would be too large to be read.
    """
    header = {
        "format": FORMAT,
        "version": proof.version,
        "kind": proof.kind,
        "claim": str(proof.claim),
        **_claim_entries(proof.claim),
        **proof.settings(),
    }
    stream, arrays = io.BytesIO(), proof.arrays()
    keep(sum(array.nbytes for array in arrays.values()), PROOF_BYTES, "bytes of a proof")
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, HEADER, json.dumps(header, indent=1).encode())
        for name, array in arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, np.ascontiguousarray(array))
            _write(archive, f"{name}.npy", data.getvalue())
    atomic_write(path, stream.getvalue())


def load(path: str | Path, data: bytes | None = None) -> Certificate:
    """Read a proof without checking it.

    `data`: the contents of the file if it has been read; `path` is then used in messages only.
    Raises InputError if the file cannot be read or is not a proof; Flawed if it has the right
    format but cannot be valid.
    """
    try:
        with open_file(path) if data is None else io.BytesIO(data) as stream:
            _look_at_end(stream)
            archive = zipfile.ZipFile(stream)
            _look_at(archive)
            header = read_json(_contents(archive, archive.getinfo(HEADER)).decode())
            arrays = {
                entry.filename.removesuffix(".npy"): _array(_contents(archive, entry))
                for entry in archive.infolist()
                if entry.filename.endswith(".npy")
            }
    except OSError as error:
        raise InputError(f"{path}: not read: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except _DAMAGE as error:
        raise InputError(f"{path}: damaged: {error}") from error
    return _read(str(path), header, arrays)


def _read(path: str, header: Any, arrays: dict[str, Array]) -> Certificate:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError(f"{path}: not a proof: the format is not {FORMAT}")
    version, kind = header.get("version"), header.get("kind")
    if type(version) is not int or version < 1:
        raise InputError(f"{path}: the version of the proof is {shorten(version)}")
    if version > VERSION:
        newer = shorten(version)
        raise InputError(f"{path}: made by a newer version (format {newer}, {VERSION} is known)")
    try:
        if isinstance(kind, str) and kind in KINDS:
            return KINDS[kind].read(_claim(header), header, arrays)
        if kind == DominationProof.kind:
            return DominationProof.read(_domination_claim(header), header, arrays)
        if kind == FirstProof.kind:
            return FirstProof.read(FirstClaim(*_columns(header, kind)), arrays)
        if kind == BeautifulProof.kind:
            return BeautifulProof.read(BeautifulClaim(*_columns(header, kind)), arrays)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path}: the proof is not complete: {error}") from error
    raise InputError(f"{path}: the kind of the proof, {shorten(kind)}, is unknown")


def _claim_entries(claim: AnyClaim) -> dict[str, object]:
    entries: dict[str, object] = board_entries(claim.board)
    if isinstance(claim, DominationClaim):
        return entries | {"least": claim.least, "independent": claim.independent}
    if isinstance(claim, FirstClaim):
        return entries | {"first": [column + 1 for column in claim.columns]}
    if isinstance(claim, BeautifulClaim):
        return entries | {"beautiful": [column + 1 for column in claim.columns]}
    return entries | {"given": claim.givens.coordinates(), "most": claim.most}


def _domination_claim(header: dict[str, Any]) -> DominationClaim:
    board, least = board_of(header), typed(header, "least", int)
    if not 1 <= least <= board.size:
        raise InputError(f"{shorten(least)} is not from 1 to the {board.size} cells of the {board}")
    return DominationClaim(board, least, typed(header, "independent", bool))


def _columns(header: dict[str, Any], kind: str) -> tuple[Board, tuple[int, ...]]:
    """Return the board and the placement of a kind of claim; no placement only as the first."""
    board = board_of(header)
    if not board.is_classical:
        raise InputError(f"{kind} placements are for queens on flat squares, not on the {board}")
    keep(board.n, FIRST_SIDE, f"rows of a {kind} placement")
    places: list[Any] = typed(header, kind, list)
    known, sizes = range(1, board.n + 1), (board.n, 0 if kind == "first" else board.n)
    if len(places) not in sizes or any(type(i) is not int or i not in known for i in places):
        raise InputError(
            f"the {kind} placement does not have {board.n} numbers from 1 to {board.n}"
        )
    return board, tuple(place - 1 for place in places)


def _claim(header: dict[str, Any]) -> Claim:
    board = board_of(header)
    most: int = typed(header, "most", int)
    if most > board.size:
        raise InputError(f"{shorten(most)} is more than the {board.size} cells of the {board}")
    rows: list[Any] = typed(header, "given", list)
    keep(len(rows) * board.size, GIVEN_WORK, "given queens times cells")
    givens = checked_rows(board, rows, lambda i: f"given {board.piece} {i + 1}")
    flaws = givens.flaws(1)
    if flaws:
        raise InputError(flaws[0].message)
    if most < len(givens):
        raise Flawed(f"{shorten(most)} is less than the {len(givens)} given queens")
    return Claim(givens, most)


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    # A fixed date, so that equal proofs make equal files.
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _look_at_end(stream: BinaryIO) -> None:
    """Check the end of a zip archive, which states how much of the file its list of entries takes.

    Raises InputError if the file is too large, or its end is not of the form that is written:
    without a comment and without sizes of 64 bits.
    """
    keep(stream.seek(0, os.SEEK_END), PROOF_BYTES, "bytes of a proof")
    stream.seek(-min(_END.size, stream.tell()), os.SEEK_END)
    end = stream.read()
    if len(end) < _END.size or not end.startswith(b"PK\x05\x06"):
        raise InputError("damaged: the end of the zip archive is missing")
    _, _, _, _, entries, size, _, _ = _END.unpack(end)
    keep(entries, PROOF_ENTRIES, "arrays of a proof")
    keep(size, PROOF_HEADER_BYTES, "bytes of the list of arrays")


def _look_at(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    keep(len(entries), PROOF_ENTRIES, "arrays of a proof")
    keep(sum(entry.file_size for entry in entries), PROOF_BYTES, "bytes of an unpacked proof")
    if HEADER not in archive.namelist():
        raise InputError(f"not a proof: {HEADER} is missing")
    keep(archive.getinfo(HEADER).file_size, PROOF_HEADER_BYTES, f"bytes of {HEADER}")


def _contents(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return the contents of an entry, which may not be larger than it states."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(f"{shorten(entry.filename)}: packed in a way that proofs do not use")
    with archive.open(entry) as stream:
        data = stream.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise InputError(f"{shorten(entry.filename)}: its size is stated falsely")
    return data


def _array(data: bytes) -> Array:
    """Return an array of integers from a file of NumPy's format 1.0, the one that is written.

    Raises InputError if the header has another form, or the data do not have the stated size.
    """
    if data[:8] != b"\x93NUMPY\x01\x00":
        raise InputError("an array is not in NumPy's format 1.0")
    start = 10 + int.from_bytes(data[8:10], "little")
    match = _ARRAY_HEADER.fullmatch(data[10:start])
    if match is None:
        raise InputError("the header of an array is invalid")
    dtype = np.dtype(match["descr"].decode())
    shape = tuple(int(side) for side in match["shape"].split(b",") if side.strip())
    if prod(shape) * dtype.itemsize != len(data) - start:
        raise InputError("an array does not have the size that its header states")
    array: Array = np.frombuffer(data, dtype, offset=start).reshape(shape)
    return array
