"""The problems that engines solve."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError, quoted, shorten
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.ilp import default_cuts

Target = int | Literal["max", "full"]


@dataclass(frozen=True)
class Problem:
    """Find a placement on a board that contains some queens and is as large as asked.

    Raises InputError if the given queens or the start are flawed, or the target is not possible on
    any board.
    """

    givens: Placement
    """The board, and the queens that must be contained; they do not attack each other."""
    target: Target = "max"
    """How many queens: a number, the most possible, or a full placement."""
    cuts: tuple[str, ...] | None = None
    """The families of rows that integer programs add to their base; None: the useful ones."""
    start: Placement | None = None
    """A placement to start from; it contains the given queens."""
    takes_bounds: bool = True
    """Whether bounds that need no search count from the beginning."""
    known_free: int | None = field(default=None, compare=False)
    """How many cells the given queens leave free, where that has been counted already."""

    def __post_init__(self) -> None:
        _check_types(self.givens, self.start, self.cuts)
        flaws = self.givens.flaws(1)
        if flaws:
            raise InputError(f"the {self.board.piece}s to keep cannot stand: {flaws[0].message}")
        self._check_target()
        if self.start is not None:
            self._check_start(self.start)

    def _check_target(self) -> None:
        board, target = self.board, self.target
        if target == "max":
            return
        if target == "full":
            if not board.has_full:
                why = "lines stop at blocked cells"
                if board.twist:
                    why = "lines along the strip join two rows each"
                elif not board.stops:
                    why = "they leave lines along an axis unattacked"
                raise InputError(
                    f"a full placement is not defined for {board.piece}s on the {board}: {why}; ask"
                    " for the most instead"
                )
            return
        if type(target) is not int or target < 1:
            raise InputError(f"target {target!r} is not possible; give full, max or 1 or more")
        if target < len(self.givens):
            raise InputError(
                f"target {target} is below the {counted(len(self.givens), board.piece)} to keep"
            )

    def _check_start(self, start: Placement) -> None:
        if start.board != self.board:
            raise InputError(f"the start is on the {start.board}, the problem on the {self.board}")
        flaws = start.flaws(1)
        if flaws:
            raise InputError(f"the start cannot stand: {flaws[0].message}")
        if not set(self.givens.indices.tolist()) <= set(start.indices.tolist()):
            raise InputError(f"the start lacks some of the {self.board.piece}s to keep")

    @property
    def board(self) -> Board:
        """The board of the problem."""
        return self.givens.board

    @property
    def wanted(self) -> int | None:
        """The target, in queens; None for a maximum."""
        if self.target == "full":
            return self.board.full_count
        return None if self.target == "max" else self.target

    @cached_property
    def free(self) -> int:
        """How many cells the given queens neither stand on nor attack."""
        if self.known_free is not None:
            return self.known_free
        return AttackCounts.of(self.givens).free if len(self.givens) else self.board.open_count

    @property
    def program_cuts(self) -> tuple[str, ...]:
        """The cuts of the integer program."""
        return default_cuts(self.board) if self.cuts is None else self.cuts


def _check_types(givens: object, start: object, cuts: object) -> None:
    for queens in (givens, givens if start is None else start):
        if not isinstance(queens, Placement):
            raise InputError(f"queens are given as a Placement, not as {shorten(queens)}")
    if isinstance(cuts, str) or not isinstance(cuts, Collection | None):
        raise InputError(f"cuts are a tuple of names, such as ('cube',), not {quoted(cuts)}")
