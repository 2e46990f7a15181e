"""The tables of Kunt's thesis beside computed values, with misprints marked and corrected.

The printed values are data in the resources, with a rule for each column by which the same value
is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from nqviz.catalogue import reference
from nqviz.core.errors import InputError

from .bound import bare
from .lower import best_lower_count, flat_lower, is_full_window
from .upper import best_flat_upper, box_bound

Rule: TypeAlias = Callable[[int, int, Mapping[str, Any]], int | None]
"""Computes the value of a board (n,d) in a column; the third argument is the column's entry."""


@dataclass(frozen=True)
class Cell:
    """One field of a printed table."""

    n: int
    d: int
    """`n` and `d`: the board."""
    printed: int | None
    """The value in the thesis; None for an empty field."""
    computed: int | None
    """The computed value; None if the column has no rule."""
    right: int | None = None
    """The correct value of a misprint."""
    reason: str = ""
    """Why it is a misprint."""
    is_proven: bool = False
    """Whether the correct value is proven to be the maximum of the board, by now."""

    @property
    def is_misprint(self) -> bool:
        """Whether the printed value is a misprint."""
        return self.right is not None

    @property
    def text(self) -> str:
        """The printed value, and in brackets the computed one if it is another."""
        printed = "" if self.printed is None else f"{self.printed:,}"
        if self.computed is None or self.computed == self.printed:
            return printed
        return f"{printed} [{self.computed:,}]".strip()

    @property
    def agrees(self) -> bool | None:
        """Whether the computed and the corrected printed value are equal; None without both."""
        said = self.right if self.right is not None else self.printed
        return None if None in (said, self.computed) else said == self.computed


@dataclass(frozen=True)
class ThesisTable:
    """A printed table."""

    name: str
    title: str
    source: str
    """`name`, `title` and `source`: the number, the subject and the place in print."""
    row_letter: str
    """"n" or "d": the parameter of the rows."""
    rows: tuple[int, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[int, str], Cell]
    """Keys are (row, column)."""
    notes: tuple[str, ...] = ()
    """What else is known, a sentence each."""


def thesis_tables() -> tuple[str, ...]:
    """Return the numbers of the tables."""
    return tuple(table["name"] for table in reference("tables")["tables"])


def thesis_table(name: str) -> ThesisTable:
    """Return a table of the thesis with the computed values.

    `name`: the number of the table.
    Raises InputError if the table is not known.
    """
    data = next((table for table in reference("tables")["tables"] if table["name"] == name), None)
    if data is None:
        raise InputError(
            f"no table {name!r} of bounds; choose {', '.join(thesis_tables())}"
            " (tables of counts: nqviz count --table)"
        )
    return lay_out(data, f"{reference('tables')['source']}, Table {name}", _RULES)


def lay_out(data: Mapping[str, Any], source: str, known: Mapping[str, Rule]) -> ThesisTable:
    """Return a printed table with the values computed by rules.

    `data`: the table from the resources.
    `known`: the rules by name; columns with another rule have printed values only.
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
            if printed is None and computed is not None and not _is_maximum(n, d, computed):
                computed = None
            right = misprint.get("right")
            value = next((each for each in (right, printed, computed) if each is not None), None)
            cells[row, column["title"]] = Cell(
                n,
                d,
                printed,
                computed,
                right,
                misprint.get("reason", ""),
                rule is not None and value is not None and _is_maximum(n, d, value),
            )
    return ThesisTable(
        data["name"],
        data["title"],
        source,
        data["rows"],
        tuple(row for row, *_ in data["values"]),
        tuple(column["title"] for column in data["columns"]),
        cells,
        tuple(data.get("notes", ())),
    )


# Rules ------------------------------------------------------------------------------------


def _is_maximum(n: int, d: int, value: int) -> bool:
    return best_lower_count((n,) * d) == value == best_flat_upper(bare((n,) * d)).value


def _lower(n: int, d: int, _column: Mapping[str, Any]) -> int:
    """Return the best lower bound with a witness, without those that are only published."""
    made = (bound.value for bound in flat_lower((n,) * d) if bound.witness is not None)
    return max(made, default=1)


def _cut(n: int, d: int, column: Mapping[str, Any]) -> int | None:
    """Return the count after a cut: a regular solution without k layers whose k^d cube is empty.

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
