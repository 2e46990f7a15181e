"""The tables of Kunt's thesis beside what the code finds, corrected misprints marked.

What is printed is data in the resources, with a rule for each column that says how the code finds
the same value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, TypeAlias

from nqviz.core.errors import InputError

from .bound import bare
from .lower import best_lower_count, flat_lower, is_full_window
from .upper import best_flat_upper, box_bound

Rule: TypeAlias = Callable[[int, int, Mapping[str, Any]], int | None]
"""Finds the value of a board (n,d) in a column, whose entries are the third argument."""


@dataclass(frozen=True)
class Cell:
    """One field of a printed table.

    Attributes
    ----------
    n, d : int
        Its board.
    printed : int, optional
        What the thesis says; None where it says nothing.
    computed : int, optional
        What the code finds; None where the column has no rule.
    right : int, optional
        What should have been printed, of a misprint.
    reason : str
        Why.
    """

    n: int
    d: int
    printed: int | None
    computed: int | None
    right: int | None = None
    reason: str = ""

    @property
    def is_misprint(self) -> bool:
        """Whether the thesis prints something else than it means."""
        return self.right is not None

    @property
    def agrees(self) -> bool:
        """Whether code and thesis, without its misprints, say the same or one says nothing."""
        said = self.right if self.right is not None else self.printed
        return None in (said, self.computed) or said == self.computed


@dataclass(frozen=True)
class ThesisTable:
    """A printed table.

    Attributes
    ----------
    name, title, source : str
        The number, what it shows and where it is printed.
    row_letter : str
        "n" or "d": what numbers the rows.
    rows : tuple of int
    columns : tuple of str
    cells : dict
        By row and column.
    """

    name: str
    title: str
    source: str
    row_letter: str
    rows: tuple[int, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[int, str], Cell]


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    text = resources.files("nqviz_resources.reference").joinpath("tables.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def thesis_tables() -> tuple[str, ...]:
    """List the tables by their numbers."""
    return tuple(table["name"] for table in _data()["tables"])


def thesis_table(name: str) -> ThesisTable:
    """Set a table of the thesis beside what the code finds.

    Parameters
    ----------
    name : str
        Its number.

    Raises
    ------
    InputError
        If the table is not known.
    """
    data = next((table for table in _data()["tables"] if table["name"] == name), None)
    if data is None:
        raise InputError(
            f"no table {name!r} of bounds; choose {', '.join(thesis_tables())}"
            " (tables of counts: nqviz count --table)"
        )
    return lay_out(data, f"{_data()['source']}, Table {name}", _RULES)


def lay_out(data: Mapping[str, Any], source: str, known: Mapping[str, Rule]) -> ThesisTable:
    """Set a printed table beside what rules find.

    Parameters
    ----------
    data : mapping
        The table as it stands in the resources.
    source : str
    known : mapping
        The rules by their names; a column of another rule stays as it is printed.
    """
    misprints = {(each["row"], each["column"]): each for each in data["misprints"]}
    cells = {}
    for row, *values in data["values"]:
        for column, printed in zip(data["columns"], values, strict=True):
            by_n = data["rows"] == "n"
            n, d = (row, column.get("d", data.get("d"))) if by_n else (column["n"], row)
            rule = known.get(column["rule"])
            misprint = misprints.get((row, column["title"]), {})
            computed = None
            if rule is not None and (printed is not None or column["rule"] == "maximum"):
                computed = rule(n, d, column)
            if printed is None and computed is not None and not _is_maximum(n, d):
                computed = None
            cells[row, column["title"]] = Cell(
                n, d, printed, computed, misprint.get("right"), misprint.get("reason", "")
            )
    return ThesisTable(
        data["name"],
        data["title"],
        source,
        data["rows"],
        tuple(row for row, *_ in data["values"]),
        tuple(column["title"] for column in data["columns"]),
        cells,
    )


# Rules ------------------------------------------------------------------------------------


def _is_maximum(n: int, d: int) -> bool:
    return best_lower_count((n,) * d) == best_flat_upper(bare((n,) * d)).value


def _lower(n: int, d: int, _column: Mapping[str, Any]) -> int:
    """Count the queens of the largest placement that can be made, not of those only published."""
    made = (bound.value for bound in flat_lower((n,) * d) if bound.witness is not None)
    return max(made, default=1)


def _cut(n: int, d: int, column: Mapping[str, Any]) -> int | None:
    """Count what a regular solution keeps without k layers whose k^d cube is empty.

    Thesis, Corollary 8.1.
    """
    k: int = column["k"]
    outer = n + k
    return (n**d - (-k) ** d) // outer if is_full_window(outer, d) else None


def _boxes(n: int, d: int, column: Mapping[str, Any]) -> int:
    m: int = column["m"]
    best = best_flat_upper((m,) * d)
    return box_bound((n,) * d, m, best.value, best.source).value


_RULES: dict[str, Rule] = {"lower": _lower, "maximum": _lower, "cut": _cut, "boxes": _boxes}
