"""Every action of the window, declared once, for the menus, the shortcuts and the search.

The table is ``actions.txt`` in the resources of the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class ActionSpec:
    """What an action is called, where it stands, and what it calls."""

    name: str
    text: str
    menu: str
    handler: str
    """A method of the window, or of one of its parts: ``files.save``."""
    tip: str
    shortcut: str = ""
    """Its keys; further ones, which are not changed with the first, stand behind semicolons."""
    checkable: bool = False
    group: str = ""
    """Actions of one group exclude each other."""
    separator: bool = False
    """Whether a line stands above it."""


def _read(table: str) -> tuple[ActionSpec, ...]:
    """Return the actions of a table, menu by menu.

    An action has a row with its name, text, handler, keys (``-`` for none) and whether it is on or
    off, or one of a group, and below it what it does. An empty line parts actions.
    """
    specs: list[ActionSpec] = []
    lines, menu = table.strip().splitlines(), ""
    for before, line, tip in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if line.startswith("["):
            menu = line[1:-1]
        elif line and not line.startswith(" "):
            name, text, handler, *more = line.split(" | ")
            keys, kind = (*more, "", "")[:2]
            specs.append(
                ActionSpec(
                    name,
                    text,
                    menu,
                    handler,
                    tip.strip(),
                    "" if keys == "-" else keys,
                    checkable=bool(kind),
                    group=kind.removeprefix("one of ") if kind.startswith("one of ") else "",
                    separator=not before,
                )
            )
    return tuple(specs)


ACTIONS = _read(
    resources.files("nqviz_resources.window").joinpath("actions.txt").read_text("utf-8")
)
