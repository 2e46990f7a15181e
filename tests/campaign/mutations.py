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


def mutated(data: bytes, chance: Random) -> bytes:
    """Return a file with one to four random changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        change = _change_archive if data[:2] == b"PK" and chance.random() < 0.7 else None
        data = (change or chance.choice(_CHANGES))(data, chance)
    return data


def _flip(data: bytes, chance: Random) -> bytes:
    """Change one bit."""
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def _cut(data: bytes, chance: Random) -> bytes:
    """Leave the end out."""
    return data[: chance.randint(0, len(data))]


def _splice(data: bytes, chance: Random) -> bytes:
    """Replace one piece of the file by another piece of it."""
    a, b = sorted(chance.randint(0, len(data)) for _ in range(2))
    c, d = sorted(chance.randint(0, len(data)) for _ in range(2))
    return data[:a] + data[c:d] + data[b:]


def _repeat(data: bytes, chance: Random) -> bytes:
    """Write a short piece many times."""
    start = chance.randint(0, len(data))
    piece = data[start : start + chance.randint(1, 40)]
    return data[:start] + piece * chance.choice((2, 10, 1000)) + data[start:]


def _noise(data: bytes, chance: Random) -> bytes:
    """Put a few random bytes in."""
    place = chance.randint(0, len(data))
    return data[:place] + chance.randbytes(chance.randint(1, 8)) + data[place:]


Change = Callable[[bytes, Random], bytes]


def _other(pattern: re.Pattern[bytes], choices: tuple[str, ...]) -> Change:
    def change(data: bytes, chance: Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return data
        start, end = chance.choice(found).span()
        return data[:start] + chance.choice(choices).encode() + data[end:]

    return change


def _near(data: bytes, chance: Random) -> bytes:
    """Change a number a little, which often leaves a valid file."""
    found = list(re.finditer(rb"\d{1,9}", data))
    if not found:
        return data
    start, end = chance.choice(found).span()
    number = max(0, int(data[start:end]) + chance.choice((-2, -1, 1, 2, 10)))
    return data[:start] + str(number).encode() + data[end:]


def _lines(data: bytes, chance: Random) -> bytes:
    """Repeat, leave out, or move a line."""
    lines = data.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    for _ in range(chance.randrange(3)):
        lines.insert(chance.randint(0, len(lines)), line)
    return b"\n".join(lines)


def _change_archive(data: bytes, chance: Random) -> bytes:
    """Change an entry of a zip archive before it is packed, or how it is packed."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = [(name, archive.read(name)) for name in archive.namelist()]
    except _DAMAGE:
        return _flip(data, chance)
    if not entries:
        return data
    place = chance.randrange(len(entries))
    name, content = entries.pop(place)
    kind = ZIP_DEFLATED
    match chance.randrange(6):
        case 0:
            kind = chance.choice((ZIP_STORED, ZIP_BZIP2, ZIP_LZMA))
            entries.append((name, content))
        case 1:
            name = chance.choice((f"{name}x", f"../{name}", "", 300 * "n", "proof.json"))
            entries.append((name, content))
        case 2:
            pass
        case _:
            entries.insert(place, (name, chance.choice(_CHANGES)(content, chance)))
    stream = BytesIO()
    with ZipFile(stream, "w", kind) as archive:
        for each, text in entries:
            archive.writestr(each or "x", text)
    return stream.getvalue()


_CHANGES: tuple[Change, ...] = (
    *(_flip, _cut, _splice, _repeat, _noise, _lines, _near, _near),
    *2 * (_other(_NUMBER, NUMBERS), _other(_WORD, WORDS + NUMBERS)),
)
