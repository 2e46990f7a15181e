"""What to do where an optional part of nqviz is missing."""

from __future__ import annotations

import sys

NAME = "nqviz-explorer"
AGAIN = "install nqviz again"


def is_bundle() -> bool:
    """Return whether this is the bundle, which brings its own Python, which takes no packages."""
    return bool(getattr(sys, "frozen", False))


def advice(*extras: str) -> str:
    """Return how extras of nqviz are added, or all of nqviz again without them."""
    if is_bundle():
        return "this bundle takes no packages; nqviz installed by pip does" if extras else AGAIN
    wanted = f"'{NAME}[{','.join(extras)}]'" if extras else f"--force-reinstall {NAME}"
    return f"pip install {wanted}"
