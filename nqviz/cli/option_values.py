"""The values of options of ``nqviz render``, read from text; what is wrong is said in one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from nqviz.core.errors import InputError
from nqviz.view.image_settings import DPI_RANGE
from nqviz.view.paper import TYPE_SIZES, length_of, paper_of
from nqviz.view.view_state import COLOURINGS, LARGEST_GAP, CameraState, coordinate_named

from .option_table import real

T = TypeVar("T")


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


def read_size(text: str) -> tuple[int, int]:
    """Return a width and a height, in pixels."""
    width, _, height = text.partition("x")
    if not (text.isascii() and width.isdecimal() and height.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1600x1200")
    return int(width), int(height)


def _plain(read: Callable[[str], T], text: str) -> T:
    """Return what a function reads; its error is that of the option."""
    try:
        return read(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _number(text: str, low: float, high: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what} from {low:g} to {high:g}")
    return value


READERS: dict[str, Callable[[str], object]] = {
    "read_gap": lambda text: _number(text, 0.0, LARGEST_GAP, "a gap in cells"),
    "read_colour": read_colour,
    "read_angle": read_angle,
    "read_fixed": partial(_assigned, what="a coordinate and its value, such as x4=2"),
    "read_clip": partial(
        _assigned, what="a coordinate and the values that are drawn, such as x3=2-4"
    ),
    "read_size": read_size,
    "read_paper": partial(_plain, paper_of),
    "read_points": lambda text: _number(
        text.removesuffix("pt"), *TYPE_SIZES, "a size of type in points"
    ),
    "read_margin": lambda text: 10 * _plain(length_of, text),
    "read_scale": lambda text: _number(text, 0.01, 100, "a scale"),
    "read_dpi": lambda text: _number(text, *DPI_RANGE, "a number of pixels in an inch"),
}
"""What reads each value, by the name that the table of options has."""
