"""Published and computed values and the records that ship, as data with their sources."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from nqviz.core.shipped import shipped_text


@cache
def reference(name: str) -> dict[str, Any]:
    """Return the JSON object of a shipped file: ``maxima`` of the folder of reference values."""
    folder, _, stem = name.rpartition("/")
    data: dict[str, Any] = json.loads(shipped_text(folder or "reference", f"{stem}.json"))
    return data
