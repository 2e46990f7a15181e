"""The values of options of ``nqviz render``, read from text; what is wrong is said in one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

from nqviz.core.errors import InputError
from nqviz.view.image_settings import DPI_RANGE
from nqviz.view.paper import TYPE_SIZES, Paper, length_of, paper_of
from nqviz.view.view_state import COLOURINGS, LARGEST_GAP, CameraState, coordinate_named

from .option_table import real

T = TypeVar("T")


def read_gap(text: str) -> float:
    """Return a gap between layers, in cells."""
    return _number(text, 0.0, LARGEST_GAP, "a gap in cells")


def read_colour(text: str) -> str:
    """Return what queens are coloured by."""
    if text not in COLOURINGS and coordinate_named(text) is None:
        raise argparse.ArgumentTypeError(
            f"queens cannot be coloured by {text!r}; choose one of {', '.join(COLOURINGS)} or a"
            " coordinate such as x1"
        )
    return text


def read_angle(text: str) -> CameraState:
    """Return a camera."""
    values = [real(part) for part in text.split(",")]
    if len(values) not in (2, 6, 7) or not all(abs(each) <= 1e6 for each in values):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not AZIMUTH,ELEVATION, nor that with ,DISTANCE,X,Y,Z,ASPECT"
        )
    if abs(values[1]) > 90 or any(each <= 0 for each in (*values[2:3], *values[6:])):
        raise argparse.ArgumentTypeError(
            f"{text!r}: elevations are -90 to 90, distances and aspects above 0"
        )
    if len(values) == 2:
        return CameraState(values[0], values[1])
    azimuth, elevation, distance, x, y, z = values[:6]
    aspect = values[6] if len(values) == 7 else None
    return CameraState(azimuth, elevation, distance, (x, y, z), aspect)


def _assigned(text: str, what: str) -> tuple[int, tuple[int, ...]]:
    """Return the (0-based) axis and the (0-based) values of ``3=2`` or ``x3=2-4``."""
    match = re.fullmatch(r"x?(\d{1,2})=(\d{1,7})(?:-(\d{1,7}))?", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return int(match[1]) - 1, tuple(int(each) - 1 for each in match.groups()[1:] if each)


def read_fixed(text: str) -> tuple[int, tuple[int, ...]]:
    """Return a coordinate and its value, both 0-based."""
    return _assigned(text, "a coordinate and its value, such as x4=2")


def read_clip(text: str) -> tuple[int, tuple[int, ...]]:
    """Return a coordinate and the values that are drawn, all 0-based."""
    return _assigned(text, "a coordinate and the values that are drawn, such as x3=2-4")


def read_size(text: str) -> tuple[int, int]:
    """Return a width and a height, in pixels."""
    width, _, height = text.partition("x")
    if not (text.isascii() and width.isdecimal() and height.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1600x1200")
    return int(width), int(height)


def read_paper(text: str) -> Paper:
    """Return a paper by its name or its size."""
    return _plain(paper_of, text)


def read_points(text: str) -> float:
    """Return a size of type, in points."""
    return _number(text.removesuffix("pt"), *TYPE_SIZES, "a size of type in points")


def read_margin(text: str) -> float:
    """Return a margin, in millimetres."""
    return 10 * _plain(length_of, text)


def _plain(read: Callable[[str], T], text: str) -> T:
    """Return what a function reads; its error is that of the option."""
    try:
        return read(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_scale(text: str) -> float:
    """Return a factor for pixels."""
    return _number(text, 0.01, 100, "a scale")


def read_dpi(text: str) -> float:
    """Return pixels per inch."""
    return _number(text, *DPI_RANGE, "a number of pixels in an inch")


def _number(text: str, low: float, high: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what} from {low:g} to {high:g}")
    return value


_READ = (read_gap, read_colour, read_angle, read_fixed, read_clip)
_READ_OF_PAPER = (read_size, read_paper, read_points, read_margin, read_scale, read_dpi)
READERS = {read.__name__: read for read in (*_READ, *_READ_OF_PAPER)}
"""What reads each value, by the name that the table of options has."""
