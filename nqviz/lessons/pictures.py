"""The pictures of lessons: files beside that of a lesson, read with it and checked."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

from nqviz.core.errors import InputError
from nqviz.run.budgets import PICTURE_BYTES, PICTURE_PIXELS
from nqviz.run.files import open_file

KINDS = ("PNG", "JPEG")


def read_pictures(folder: Path | Traversable, names: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of pictures in a folder, by their names.

    Raises InputError if one is missing, too large, or no PNG or JPEG.
    """
    return {name: _read(folder, name) for name in names}


def _read(folder: Path | Traversable, name: str) -> bytes:
    file = folder / name
    try:
        with open_file(file) if isinstance(file, Path) else file.open("rb") as stream:
            data = stream.read(PICTURE_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise InputError(f"the picture {name} cannot be read: {reason}") from None
    if len(data) > PICTURE_BYTES:
        raise InputError(f"the picture {name} has more than {PICTURE_BYTES >> 20} MB")
    picture_size(data, name)
    return data


def picture_size(data: bytes, name: str) -> tuple[int, int]:
    """Return the width and height of a picture in pixels, without unpacking it.

    Raises InputError if it is no PNG or JPEG, or has too many pixels.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(data), formats=KINDS) as image:
            width, height = image.size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise InputError(f"the picture {name} is no PNG or JPEG") from None
    if width * height > PICTURE_PIXELS:
        raise InputError(f"the picture {name} has more than {PICTURE_PIXELS >> 20} million pixels")
    return width, height
