"""Tables, and the layers of a board, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core.coordinates import coordinate_text


def aligned(rows: Sequence[Sequence[str]], left: Container[int] = ()) -> list[str]:
    """Return a table as lines: the columns in `left` aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def layer_lines(values: npt.NDArray[Any], line: Callable[[list[Any]], str]) -> list[str]:
    """Return lines with the layers along the last two axes, each with its other coordinates.

    `values`: of the shape of the board.
    `line`: returns the text of a row of values.
    """
    table = values.reshape((-1, *values.shape[-2:])) if values.ndim > 1 else values[None, None]
    lines: list[str] = []
    for number, other in enumerate(np.ndindex(values.shape[:-2])):
        if other:
            lines += ["", f"layer {coordinate_text(other)}"]
        lines += (line(row) for row in table[number].tolist())
    return lines
