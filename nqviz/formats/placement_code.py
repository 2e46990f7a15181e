"""Placement codes: a placement with its view as one short line of text, ``nq1:...``.

After the prefix, which names the version, follow bytes in base64 with the letters of URLs:

=========  ==========================================================================
flags      one byte: 1 torus, 2 a piece other than the queen, 4 a cube, 8 a view, 16 blocked
           cells, 32 lines stop at them, 64 some axes wrap
sides      the dimension, then all sides; of a cube, its side
wraps      a set of axes, then 1 for a twist, else 0, where there is a flag for it
piece      the length of its name and the name, where there is a flag for it
blocked    a set of cells of the board, where there is a flag for it
queens     a set of cells of the board
given      a set of positions in the list of queens, in the order of their cells
view       the length of the rest before compression, then JSON, compressed by zlib
checksum   CRC-32 of all bytes before, 4 bytes
=========  ==========================================================================

Numbers have 7 bits in a byte, the lowest first. A set of k of N numbers is k, and for k > 0 the
lower r bits of each number, then its other bits in unary code, each as a difference from the one
before, with r = floor(log2(N/k)) (P. Elias, Efficient storage and retrieval by content and address
of static files, J. ACM 21(2), 1974). That takes at most 2 + log2(N/k) bits a queen.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nqviz.core.board import MAX_DIMENSION, Board, IntArray
from nqviz.core.errors import InputError, quoted, shorten
from nqviz.core.placement import Placement
from nqviz.run.budgets import CODE_CHARACTERS, CODE_VIEW_BYTES, keep
from nqviz.run.json_text import read_json

from .layout import Layout, PlacementFile

NAME = "placement code"
"""What messages call a code."""
VERSION = 1
_TORUS, _PIECE, _CUBE, _VIEW, _BLOCKED, _STOPS, _WRAPS = 1, 2, 4, 8, 16, 32, 64
_KNOWN = _TORUS | _PIECE | _CUBE | _VIEW | _BLOCKED | _STOPS | _WRAPS
_PREFIX = re.compile(r"\s*nq([0-9]{1,4}):")
_TO_URL, _FROM_URL = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")
_DAMAGED = "it is damaged: a character is missing or has changed"


def is_code(text: str | Path) -> bool:
    """Return whether a text, or what is given as the name of a file, begins like a code."""
    return _PREFIX.match(str(text)) is not None


def format_code(
    placement: Placement, givens: tuple[int, ...] = (), view: Mapping[str, object] | None = None
) -> str:
    """Return the code of a placement.

    `placement`: its queens are on the board, on different cells. Their order is not kept.
    `givens`: the cells of given queens.
    `view`: a view state as in session files; see `nqviz.view.view_json`.
    Raises InputError if the code would be too long to be read, or a queen is off the board.
    """
    board = placement.board
    queens = np.sort(placement.indices)
    has_piece = board.piece != "queen"
    flags = _TORUS * board.torus | _PIECE * has_piece | _CUBE * board.is_cube | _VIEW * bool(view)
    wraps = bool(board.wraps) and not board.torus
    flags |= _WRAPS * wraps | _BLOCKED * bool(board.blocked) | _STOPS * board.stops
    parts = [bytes([flags]), _number(board.d)]
    parts += map(_number, board.shape[:1] if board.is_cube else board.shape)
    parts += [_subset(board.d, board.wraps), _number(board.twist)] if wraps else []
    if has_piece:
        parts += [_number(len(board.piece)), board.piece.encode()]
    parts += [_subset(board.size, board.blocked)] if board.blocked else []
    parts += [_subset(board.size, queens), _subset(len(queens), np.searchsorted(queens, givens))]
    if view:
        plain = json.dumps(view, separators=(",", ":")).encode()
        parts += [_number(len(plain)), zlib.compress(plain, 9)]
    body = b"".join(parts)
    data = body + zlib.crc32(body).to_bytes(4, "big")
    code = f"nq{VERSION}:{_letters(data)}"
    keep(len(code), CODE_CHARACTERS, "characters of a placement code")
    return code


def parse_code(text: str) -> PlacementFile:
    """Return the placement of a code, with its given queens and its view.

    Blanks and line ends within the code are passed over.
    Raises InputError if the code is damaged, too long, of a newer version, or of a board that is
    not possible.
    """
    keep(len(text), CODE_CHARACTERS, "characters of a placement code")
    prefix = _PREFIX.match(text)
    if prefix is None:
        raise InputError(f"a placement code begins with 'nq{VERSION}:'")
    if int(prefix[1]) != VERSION:
        raise InputError(
            f"version {prefix[1]} of placement codes is unknown to this version of nqviz,"
            f" which reads version {VERSION}"
        )
    body = _checked_bytes("".join(text[prefix.end() :].split()))
    reader = _Reader(body)
    try:
        return _file_of(reader)
    except (IndexError, UnicodeDecodeError):
        raise InputError("its parts do not have the lengths that they state") from None


def _letters(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode().rstrip("=\n").translate(_TO_URL)


def _checked_bytes(letters: str) -> bytes:
    """Return the bytes of a code without its checksum."""
    if wrong := re.search(r"[^A-Za-z0-9_-]", letters):
        raise InputError(f"{quoted(wrong[0])} does not occur in a placement code")
    padded = letters.translate(_FROM_URL) + "=" * (-len(letters) % 4)
    try:
        data = binascii.a2b_base64(padded)
    except binascii.Error:
        raise InputError(_DAMAGED) from None
    if len(data) < 5 or _letters(data) != letters:  # the last letter has bits of no byte
        raise InputError(_DAMAGED)
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise InputError(_DAMAGED)
    return data[:-4]


def _file_of(reader: _Reader) -> PlacementFile:
    flags, d = reader.byte(), reader.number()
    if flags & ~_KNOWN:
        raise InputError("it has parts that nqviz does not know; a newer nqviz is needed")
    if d > MAX_DIMENSION:
        raise InputError(f"{shorten(d)} dimensions are too many; at most {MAX_DIMENSION}")
    sides = [reader.number()] * d if flags & _CUBE else [reader.number() for _ in range(d)]
    axes = reader.subset(d).tolist() if flags & _WRAPS else []
    twist = reader.number() if flags & _WRAPS else 0
    if twist > 1 or (axes and flags & _TORUS):
        raise InputError("what wraps is not possible")
    piece = reader.take(reader.number()).decode("ascii") if flags & _PIECE else "queen"
    board = Board(sides, bool(flags & _TORUS), piece, wraps=axes, twist=bool(twist))
    if flags & _BLOCKED:
        board = board.with_blocked(reader.subset(board.size), bool(flags & _STOPS))
    queens = reader.subset(board.size)
    if board.blocked and board.is_blocked[queens].any():
        raise InputError(f"a {board.piece} stands on a blocked cell")
    givens = reader.subset(len(queens))
    view = _view_of(reader) if flags & _VIEW else None
    if reader.rest:
        raise InputError(f"{len(reader.rest)} bytes more than it should have")
    return PlacementFile(
        Placement.from_indices(board, queens),
        layout=Layout.CODE,
        givens=tuple(queens[givens].tolist()),
        view=view,
    )


def _view_of(reader: _Reader) -> Mapping[str, object] | None:
    size = reader.number()
    keep(size, CODE_VIEW_BYTES, "bytes of a view")
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(reader.take(len(reader.rest)), size + 1)
    except zlib.error:
        raise InputError("its view cannot be unpacked") from None
    if len(plain) != size or unpacker.unused_data:
        raise InputError("its view does not have the length that it states")
    view = read_json(plain.decode())
    return view if isinstance(view, dict) else None


# Numbers and sets ----------------------------------------------------------------------------


def _number(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def _low_bits(size: int, count: int) -> int:
    return max(size // count, 1).bit_length() - 1


def _subset(size: int, members: npt.ArrayLike) -> bytes:
    """Return the bytes of a set of numbers below `size`, shape (k,), in ascending order."""
    values = np.asarray(members, dtype=np.int64)
    count = len(values)
    if not count:
        return _number(0)
    low = _low_bits(size, count)
    bits = (values[:, None] >> np.arange(low)) & 1
    unary = np.zeros(count + (size - 1 >> low), dtype=np.uint8)
    unary[(values >> low) + np.arange(count)] = 1
    return _number(count) + np.packbits(np.concatenate([bits.ravel(), unary])).tobytes()


class _Reader:
    """Takes one part after another from the bytes of a code; IndexError where they end."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def take(self, count: int) -> bytes:
        if count > len(self.rest):
            raise IndexError
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """Return a number; of more than 63 bits it is out of every range."""
        value = shift = 0
        while shift < 63:
            part = self.byte()
            value |= (part & 127) << shift
            shift += 7
            if part < 128:
                return value
        raise IndexError

    def subset(self, size: int) -> IntArray:
        """Return a set of numbers below `size`, in ascending order, shape (k,)."""
        count = self.number()
        if not count:
            return np.zeros(0, dtype=np.int64)
        if count > size:
            raise InputError(f"it has {count:,} members of a set of {size:,}")
        low = _low_bits(size, count)
        length = count * low + count + (size - 1 >> low)
        data = np.frombuffer(self.take(-(-length // 8)), dtype=np.uint8)
        bits = np.unpackbits(data)[:length].astype(np.int64)
        lower = bits[: count * low].reshape(count, low) @ (1 << np.arange(low))
        ones = np.flatnonzero(bits[count * low :])
        if len(ones) != count:
            raise IndexError
        values = (ones - np.arange(count) << low) + lower
        if values[-1] >= size or not (np.diff(values) > 0).all():
            raise InputError("its cells are not in ascending order on the board")
        return values.astype(np.int64)
