"""Write drawings to files: what is asked for is checked first, and a file is whole or absent."""

from __future__ import annotations

from pathlib import Path

from ..arrangement import Arrangement
from ..errors import InputError
from ..files import atomic_write
from ..palette import theme_named
from ..picture import Picture
from .layout import default_layers

FORMATS = ("png", "svg", "pdf")
MIN_SIDE = 64
MAX_SIDE = 20_000
MAX_PIXELS = 150_000_000


def save_layers(
    picture: Picture,
    path: Path | str,
    *,
    size: tuple[int, int] = (1600, 1200),
    scale: float = 1.0,
    transparent: bool = False,
    theme: str = "light",
    arrangement: Arrangement | None = None,
) -> None:
    """Draw every layer of a board into a png, svg or pdf file.

    Parameters
    ----------
    picture : Picture
        What to show.
    path : path or str
        The ending chooses the format.
    size : (int, int)
        Width and height; in a png that many pixels times `scale`, in a vector file that many
        units of 1/100 inch.
    scale : float
        Draws the same picture with more pixels.
    transparent : bool
        Leave out the paper.
    theme : str
        The name of a theme.
    arrangement : Arrangement, optional
        Which layers stand where; all of them, filling the page, without it.

    Raises
    ------
    InputError
        If the format is unknown, the size is not possible, or the arrangement is not flat.
    """
    ending, pixels = _checked(Path(path), size, scale)
    colours = theme_named(theme)
    layers = arrangement or default_layers(picture.board, size[0] / size[1])
    if layers.dimension != 2:
        raise InputError("a drawing of layers shows two coordinates, not three")
    if layers.board.shape != picture.board.shape:
        raise InputError(f"the arrangement of a {layers.board} does not fit a {picture.board}")

    from .layers import draw_layers

    sheet = draw_layers(picture, layers, colours, size)
    atomic_write(path, sheet.encoded(ending, pixels, transparent))


def save_square(
    picture: Picture,
    path: Path | str,
    *,
    size: tuple[int, int] = (1200, 1200),
    scale: float = 1.0,
    transparent: bool = False,
    theme: str = "light",
) -> None:
    """Draw a placement in three dimensions as one square: each queen by its third coordinate.

    A full placement without an attack is a Latin square. Where several queens stand above one
    square, all their symbols are written there, and the square is marked as a conflict.

    Parameters and errors are those of `save_layers`; `InputError` also if the board does not have
    three dimensions.
    """
    ending, pixels = _checked(Path(path), size, scale)
    colours = theme_named(theme)
    if picture.board.d != 3:
        raise InputError(f"a square shows boards of three dimensions, not the {picture.board}")

    from .square import draw_square

    sheet = draw_square(picture, colours, size)
    atomic_write(path, sheet.encoded(ending, pixels, transparent))


def _checked(target: Path, size: tuple[int, int], scale: float) -> tuple[str, tuple[int, int]]:
    """Give the format and the size in pixels."""
    ending = target.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"{target.name}: a drawing ends in {known}, not in {ending or 'nothing'}")
    if not scale > 0:
        raise InputError(f"a scale of {scale} is not possible")
    width, height = (round(side * scale) if scale < MAX_SIDE else MAX_SIDE + 1 for side in size)
    if min(width, height, *size) < MIN_SIDE:
        raise InputError(f"{width} x {height} pixels are too few; at least {MIN_SIDE} each way")
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise InputError(
            f"{width} x {height} pixels are too many; at most {MAX_SIDE:,} each way"
            f" and {MAX_PIXELS:,} in all"
        )
    return ending, (width, height)
