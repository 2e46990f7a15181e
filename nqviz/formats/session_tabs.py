"""Sessions: the boards that were open together, each with its history and its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray

from .history import History
from .trace import Trace


@dataclass(frozen=True, eq=False)
class SessionTab:
    """One board of a session."""

    history: History
    path: Path | None = None
    """The file of the placement."""
    saved: int = -1
    """The position of the history that is in that file; -1 for none."""
    view: Mapping[str, object] | None = None
    """How the board is seen, as it is in the file."""
    marks: tuple[IntArray, str] | None = None
    """The marked cells and what the marks mean, shape (k,)."""
    excluded: npt.NDArray[np.bool_] | None = None
    """The cells where no queen may be placed, shape (size,)."""
    greedy: bool = False
    costs: bool = False
    """`greedy` and `costs`: whether the greedy queens are marked and the costs of cells are
    shown."""
    search: Trace | None = None
    """The progress of the last search on the board."""
    cursor: int | None = None
    """The cell under the cursor, whose attack lines and clique are drawn."""


@dataclass(frozen=True, eq=False)
class Session:
    """The boards that were open together."""

    tabs: tuple[SessionTab, ...]
    """At least one."""
    current: int
    """Which of them is in front, from 0."""

    @property
    def front(self) -> SessionTab:
        """The tab in front."""
        return self.tabs[self.current]
