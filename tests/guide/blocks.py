"""What the guide and the README show to be run: their shell lines and their Python."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
PAGES = [ROOT / "README.md", *sorted(GUIDE.rglob("*.md"))]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STATUS = re.compile(r"exit status (\d+)")


_CALL = re.compile(r"^\| `(nqviz [^`]*)` \| (.*) \|$", re.MULTILINE)
PLACEMENT = "(placement)"
"""Stands in the guide for the keys of a placement file."""


class Line(NamedTuple):
    """A line of a shell: its words, and the exit status that a comment promises."""

    words: list[str]
    status: int


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a language on a page."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for kind, text in found if kind == language]


def shell_lines(page: Path) -> list[Line]:
    """Return the lines of a page that are typed into a shell, in their order."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [
        Line(words, int(status[1]) if (status := _STATUS.search(line)) else 0)
        for line in lines
        if (words := shlex.split(line, comments=True))
    ]


def json_keys(page: Path) -> dict[str, set[str]]:
    """Return the calls in a page's tables and the keys that each prints without further options."""
    calls = _CALL.findall(page.read_text(encoding="utf-8"))
    always = {call: keys.partition(";")[0] for call, keys in calls}
    return {
        call: set(re.findall(r"`(\w+)`", keys)) | ({PLACEMENT} if PLACEMENT in keys else set())
        for call, keys in always.items()
    }


def name(page: Path) -> str:
    """Name a page as the tests do."""
    return page.relative_to(ROOT).as_posix()
