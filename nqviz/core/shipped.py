"""The texts that ship with nqviz, in the folders of `nqviz_resources`."""

from __future__ import annotations

from importlib import resources


def shipped_text(folder: str, name: str) -> str:
    """Return the text of a file: ``shipped_text("window", "actions.txt")``."""
    return resources.files(f"nqviz_resources.{folder}").joinpath(name).read_text("utf-8")
