"""What to do where an optional part of nqviz is missing."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from shlex import quote

NAME = "nqviz-explorer"
AGAIN = "install nqviz again"
PIPX, UV = "pipx_metadata.json", "uv-receipt.toml"
"""The files by which pipx and uv know the environment of a tool."""


def is_bundle() -> bool:
    """Return whether this is the bundle, which brings its own Python, which takes no packages."""
    return bool(getattr(sys, "frozen", False))


def advice(*extras: str) -> str:
    """Return how extras of nqviz are added, or all of nqviz again without them.

    The command is one of pip, pipx or uv, whichever installed nqviz.
    """
    if is_bundle():
        return "this bundle takes no packages; nqviz installed by pip does" if extras else AGAIN
    home = Path(sys.prefix)
    if (home / PIPX).is_file():
        words = ["pipx", "inject", home.name, *_packages(extras)]
        return _command(words if extras else ["pipx", "reinstall", home.name])
    if (home / UV).is_file():
        added = [word for package in _packages(extras) for word in ("--with", package)]
        again = ["uv", "tool", "upgrade", "--reinstall", home.name]
        return _command(["uv", "tool", "install", *added, _uv_source(home)] if extras else again)
    wanted = f"{NAME}[{','.join(extras)}]"
    return _command(["pip", "install", *([wanted] if extras else ["--force-reinstall", NAME])])


def _command(words: list[str]) -> str:
    return " ".join(map(quote, words))


def _packages(extras: tuple[str, ...]) -> list[str]:
    """Return the packages of extras: pipx and uv leave a package that is there as it is."""
    from importlib import metadata  # takes long to import

    listed: list[str] = []
    with suppress(metadata.PackageNotFoundError):
        for line in metadata.requires(NAME) or []:
            package, _, marker = line.partition(";")
            if any(f"extra == '{extra}'" in marker.replace('"', "'") for extra in extras):
                listed.append(package.strip())
    return listed or [f"{NAME}[{','.join(extras)}]"]


def _uv_source(home: Path) -> str:
    """Return what uv installed the tool from: its name, a file or an address."""
    import tomllib

    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        receipt = tomllib.loads((home / UV).read_text(encoding="utf-8"))
        for entry in receipt["tool"]["requirements"]:
            if entry["name"] == home.name:
                sources = (entry.get(key) for key in ("path", "directory", "editable", "url"))
                return next((str(source) for source in sources if source), home.name)
    return home.name
