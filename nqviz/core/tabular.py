"""Values as others show them: tables as CSV and data frames, and pictures in a notebook."""

from __future__ import annotations

import csv
import io
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from .errors import InputError
from .installing import advice


class Tabular:
    """A value that has a table of columns and rows."""

    @abstractmethod
    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return the names of the columns, and the rows; coordinates count from 1."""

    def to_csv(self) -> str:
        """Return the table as CSV: a line of names, then a line for each row."""
        return csv_text(*self.table())

    def to_pandas(self) -> Any:
        """Return the table as a `pandas.DataFrame`.

        Raises InputError if pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise InputError(f"pandas is not installed: {advice('pandas')}") from None
        columns, rows = self.table()
        return pd.DataFrame(list(rows), columns=list(columns))


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV: a line of names, then a line for each row."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


def coordinate_names(d: int) -> list[str]:
    """Return the names of d coordinates: ``x1``, ``x2`` and so on."""
    return [f"x{axis}" for axis in range(1, d + 1)]


class Pictured:
    """A value that `nqviz.notebook` draws: a package above this one, loaded when it is needed."""

    def _repr_svg_(self) -> str | None:
        """Return a drawing for a notebook; None where the value is shown as text."""
        svg: str | None = import_module("nqviz.notebook").svg_of(self)
        return svg
