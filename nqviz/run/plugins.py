"""Registries: the parts of nqviz by name, and those that installed packages add.

A package adds a part by an entry point in the registry's group. Entry points are searched only
when a registry is listed or asked for a name that is not built in, because a search takes time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, TypeVar

Part = TypeVar("Part")

_LOG = logging.getLogger(__name__)


class PluginRegistry(MutableMapping[str, Part]):
    """Parts by name: the built-in ones in their order, then those of plug-ins.

    A plug-in that cannot be loaded, or that takes a name in use, is left out and reported on one
    line by the log, which is standard error by default.

    `group`: the group of entry points, such as ``nqviz.engines``; empty where there is none. An
    entry point refers to a part, or to a class that makes one without arguments; its name is the
    name of the part.
    `kind`: the class of the parts.
    `parts`: the built-in parts.
    `is_named`: whether a part has an attribute ``name``, which has to be that of its entry point.
    """

    def __init__(
        self, group: str, kind: type[Any], parts: Mapping[str, Part], is_named: bool = True
    ) -> None:
        self.group = group
        self.built_in = tuple(parts)
        self._kind = kind
        self._is_named = is_named
        self._parts = dict(parts)
        self._is_searched = not group
        self._lock = threading.RLock()

    def __getitem__(self, name: str) -> Part:
        return self._parts[name] if name in self._parts else self._all()[name]

    def __setitem__(self, name: str, part: Part) -> None:
        self._parts[name] = part

    def __delitem__(self, name: str) -> None:
        del self._parts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._parts or name in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Part]:
        """Return all parts, after one search for plug-ins."""
        with self._lock:
            if not self._is_searched:
                self._is_searched = True
                self._search()
        return self._parts

    def _search(self) -> None:
        from importlib.metadata import entry_points

        for entry in entry_points(group=self.group):
            try:
                if entry.name in self._parts:
                    raise ValueError("the name is in use")  # noqa: TRY301 - reported below
                self._parts[entry.name] = self._checked(entry.name, entry.load())
            except Exception as error:  # noqa: BLE001 - whatever the package raises
                reason = " ".join(f"{type(error).__name__}: {error}".split())
                _LOG.warning(
                    "nqviz: plug-in %s of %s is left out: %s", entry.name, self.group, reason
                )

    def _checked(self, name: str, loaded: object) -> Part:
        part = loaded() if isinstance(loaded, type) else loaded
        if not isinstance(part, self._kind):
            raise TypeError(f"it is a {type(part).__name__}, not a {self._kind.__name__}")
        if self._is_named and part.name != name:
            raise ValueError(f"its name is {part.name!r}")
        checked: Part = part
        return checked
