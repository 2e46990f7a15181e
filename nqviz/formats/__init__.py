"""Placements as files: read with every flaw of a file named, written whole or not at all.

A placement is written as JSON, as text with one queen a line, as a permutation on one line, or as
a Latin square; `parse_placement` tells the layouts apart. Queens that attack each other are no
flaw of a file: `Placement.flaws` finds them.
"""

from .layout import Layout, PlacementFile
from .placements import (
    format_placement,
    layout_for,
    parse_bytes,
    parse_placement,
    read_placement,
    write_file,
    write_placement,
)

__all__ = [
    "Layout",
    "PlacementFile",
    "format_placement",
    "layout_for",
    "parse_bytes",
    "parse_placement",
    "read_placement",
    "write_file",
    "write_placement",
]
