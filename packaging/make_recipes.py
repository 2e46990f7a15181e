"""Write the recipes of the library: ``python packaging/make_recipes.py``.

For each board of the published tables and some larger ones the best construction: the classical
placement for d = 2, a regular solution if one exists, else the best subcube cut. The result is
resources/records/recipes.json; `nqviz library check` builds every recipe and looks for
attacks, and so does a test.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from nqviz.bounds import upper_bounds
from nqviz.catalogue.records import COLLECTION, VERSION
from nqviz.constructions import construct, has_regular
from nqviz.core.board import Board

TARGET = Path(__file__).parent.parent / "resources" / "records" / "recipes.json"
SOURCES = {
    "classical": "Hoffman, Loessi and Moore (1969)",
    "regular": "G. H. J. Van Rees (1981); D. A. Klarner (1979)",
    "subcube": "cut of a regular solution; T. Kunt (2023), section 3.2.1",
}
SIDES = {2: range(4, 61), 3: range(8, 61), 4: range(5, 25), 5: range(5, 13), 6: range(5, 8)}
EXTRA = ((8, 4),)
"""(4,8): the cut attains the upper bound 2^8."""


def boards() -> Iterator[Board]:
    """Yield the boards to build for."""
    for d, sides in SIDES.items():
        yield from (Board.cube(n, d) for n in sides)
    yield from (Board.cube(n, d) for d, n in EXTRA)
    yield Board.cube(37, 5)


def recipe(board: Board) -> dict[str, object]:
    """Build the best of the families for a board; return its recipe."""
    family = "subcube"
    if board.d == 2:
        family = "classical"
    elif has_regular(board.n, board.d):
        family = "regular"
    built = construct(board, family)
    assert len(built.placement) <= upper_bounds(board)[-1].value
    return {
        "shape": list(board.shape),
        "count": len(built.placement),
        "family": family,
        "parameters": dict(built.parameters),
        "source": SOURCES[family],
    }


def main() -> None:
    """Build the records of all boards and write their recipes."""
    lines = []
    for board in boards():
        start = time.perf_counter()
        entry = recipe(board)
        lines.append("    " + json.dumps(entry))
        seconds = time.perf_counter() - start
        sys.stderr.write(f"{board}: {entry['count']} ({entry['family']}, {seconds:.1f} s)\n")
    head = f'{{\n  "format": "{COLLECTION}",\n  "version": {VERSION},\n  "entries": [\n'
    TARGET.write_text(head + ",\n".join(lines) + "\n  ]\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
