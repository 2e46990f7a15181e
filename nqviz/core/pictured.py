"""Values that a notebook shows as a picture."""

from __future__ import annotations

from importlib import import_module


class Pictured:
    """A value that `nqviz.notebook` draws: a package above this one, loaded when it is needed."""

    def _repr_svg_(self) -> str | None:
        """Return a drawing for a notebook; None where the value is shown as text."""
        svg: str | None = import_module("nqviz.notebook").svg_of(self)
        return svg
