"""Random changes of files: of their bytes, of their numbers and words, and of zip archives."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from io import BytesIO
from lzma import LZMAError
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, ZipFile

NUMBERS = (
    *("0", "1", "2", "3", "-1", "12", "13", "255", "65536", "4294967296", "9223372036854775807"),
    *("9223372036854775808", "-9223372036854775809", "1" + 400 * "0", 5000 * "7", "1e400", "-0"),
    *("1.5", "NaN", "Infinity", "-Infinity", "1e-400", "0x10", "1_000", "٣"),
)
WORDS = (
    *("null", "true", "false", '""', '"1"', "[]", "{}", "[[]]", '"no"', '"\\u0000"', '"\\ud800"'),
    *('"/dev/zero"', "\"<img src='/dev/zero'>\"", '"' + 40_000 * "x" + '"', 3000 * "["),
    *('"rook"', '"hyperplane-queen"', '"1+2-rider"', "[1, 2]", "[3,3,3,3,3,3,3,3,3,3,3,3]"),
)
_DAMAGE = (
    *(BadZipFile, EOFError, LZMAError, NotImplementedError, OSError, RuntimeError, ValueError),
    zlib.error,
)
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb'"[^"]*"|true|false|null|-?\d+(?:\.\d+)?|\[[^\[\]]*\]')


def mutated(data: bytes, rng: Random) -> bytes:
    """Return a file with one to four random changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        change = _change_archive if data[:2] == b"PK" and rng.random() < 0.7 else None
        data = (change or rng.choice(_CHANGES))(data, rng)
    return data


def _flip(data: bytes, rng: Random) -> bytes:
    """Change one bit."""
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _cut(data: bytes, rng: Random) -> bytes:
    """Leave the end out."""
    return data[: rng.randint(0, len(data))]


def _splice(data: bytes, rng: Random) -> bytes:
    """Replace one piece of the file by another piece of it."""
    a, b = sorted(rng.randint(0, len(data)) for _ in range(2))
    c, d = sorted(rng.randint(0, len(data)) for _ in range(2))
    return data[:a] + data[c:d] + data[b:]


def _repeat(data: bytes, rng: Random) -> bytes:
    """Write a short piece many times."""
    start = rng.randint(0, len(data))
    piece = data[start : start + rng.randint(1, 40)]
    return data[:start] + piece * rng.choice((2, 10, 1000)) + data[start:]


def _noise(data: bytes, rng: Random) -> bytes:
    """Put a few random bytes in."""
    place = rng.randint(0, len(data))
    return data[:place] + rng.randbytes(rng.randint(1, 8)) + data[place:]


Change = Callable[[bytes, Random], bytes]


def _other(pattern: re.Pattern[bytes], choices: tuple[str, ...]) -> Change:
    def change(data: bytes, rng: Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return data
        start, end = rng.choice(found).span()
        return data[:start] + rng.choice(choices).encode() + data[end:]

    return change


def _near(data: bytes, rng: Random) -> bytes:
    """Change a number a little, which often leaves a valid file."""
    found = list(re.finditer(rb"\d{1,9}", data))
    if not found:
        return data
    start, end = rng.choice(found).span()
    number = max(0, int(data[start:end]) + rng.choice((-2, -1, 1, 2, 10)))
    return data[:start] + str(number).encode() + data[end:]


def _lines(data: bytes, rng: Random) -> bytes:
    """Repeat, leave out, or move a line."""
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randint(0, len(lines)), line)
    return b"\n".join(lines)


def _change_archive(data: bytes, rng: Random) -> bytes:
    """Change an entry of a zip archive before it is packed, or how it is packed."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = [(name, archive.read(name)) for name in archive.namelist()]
    except _DAMAGE:
        return _flip(data, rng)
    if not entries:
        return data
    place = rng.randrange(len(entries))
    name, content = entries.pop(place)
    kind = ZIP_DEFLATED
    match rng.randrange(6):
        case 0:
            kind = rng.choice((ZIP_STORED, ZIP_BZIP2, ZIP_LZMA))
            entries.append((name, content))
        case 1:
            name = rng.choice((f"{name}x", f"../{name}", "", 300 * "n", "proof.json"))
            entries.append((name, content))
        case 2:
            pass
        case _:
            entries.insert(place, (name, rng.choice(_CHANGES)(content, rng)))
    stream = BytesIO()
    with ZipFile(stream, "w", kind) as archive:
        for each, text in entries:
            archive.writestr(each or "x", text)
    return stream.getvalue()


_CHANGES: tuple[Change, ...] = (
    *(_flip, _cut, _splice, _repeat, _noise, _lines, _near, _near),
    *2 * (_other(_NUMBER, NUMBERS), _other(_WORD, WORDS + NUMBERS)),
)
