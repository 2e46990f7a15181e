"""Placements as files: read with every flaw of a file named, written whole or not at all.

A placement is written as JSON, as text with one queen a line, as a permutation on one line, as a
Latin square, or as a placement code; `parse_placement` tells the layouts apart. Queens that attack
each other are no flaw of a file: `Placement.flaws` finds them.
"""

from .layout import Layout, PlacementFile
from .placement_code import format_code, is_code, parse_code
from .placements import (
    ENDINGS,
    format_placement,
    layout_for,
    parse_bytes,
    parse_placement,
    read_placement,
    write_file,
    write_placement,
)

__all__ = [
    "ENDINGS",
    "Layout",
    "PlacementFile",
    "format_code",
    "format_placement",
    "is_code",
    "layout_for",
    "parse_bytes",
    "parse_code",
    "parse_placement",
    "read_placement",
    "write_file",
    "write_placement",
]
