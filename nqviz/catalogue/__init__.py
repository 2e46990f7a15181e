"""Published and computed values and the records that ship, as data with their sources."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def reference(name: str) -> dict[str, Any]:
    """Return the JSON object of a shipped file: ``maxima`` of the folder of reference values."""
    folder, _, stem = name.rpartition("/")
    file = resources.files(f"nqviz_resources.{folder or 'reference'}").joinpath(f"{stem}.json")
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return data
