"""What an engine is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..board import Board
from ..errors import InputError
from ..placement import Placement
from ..programs import default_cuts

Target = int | Literal["max", "full"]


@dataclass(frozen=True)
class Question:
    """Find a placement on a board that contains some queens and is as large as asked.

    Attributes
    ----------
    givens : Placement
        The board, and the queens that must be contained; they do not attack each other.
    target : int, "max" or "full"
        How many queens: a number, the most possible, or a full placement.
    cuts : tuple of str, optional
        The families of rows that integer programs add to their base; None: the useful ones.
    start : Placement, optional
        A placement to start from; it contains the given queens.

    Raises
    ------
    InputError
        If the given queens or the start are flawed, or the target is not possible on any board.
    """

    givens: Placement
    target: Target = "max"
    cuts: tuple[str, ...] | None = None
    start: Placement | None = None

    def __post_init__(self) -> None:
        flaws = self.givens.flaws(1)
        if flaws:
            raise InputError(f"the given {self.board.piece}s cannot stand: {flaws[0].message}")
        self._check_target()
        if self.start is not None:
            self._check_start(self.start)

    def _check_target(self) -> None:
        board, target = self.board, self.target
        if target == "max":
            return
        if target == "full":
            if 1 not in board.direction_classes and board.size > 1:
                raise InputError(
                    f"a full placement is not defined for {board.piece}s: they leave lines along"
                    " an axis unattacked; ask for the most instead"
                )
            return
        if type(target) is not int or target < 1:
            raise InputError(f"target {target!r} is not possible; give full, max or 1 or more")
        if target < len(self.givens):
            raise InputError(
                f"target {target} is below the {len(self.givens)} given {board.piece}s"
            )

    def _check_start(self, start: Placement) -> None:
        if start.board != self.board:
            raise InputError(f"the start is on the {start.board}, the question on the {self.board}")
        flaws = start.flaws(1)
        if flaws:
            raise InputError(f"the start cannot stand: {flaws[0].message}")
        if not set(self.givens.indices.tolist()) <= set(start.indices.tolist()):
            raise InputError(f"the start lacks some of the given {self.board.piece}s")

    @property
    def board(self) -> Board:
        """The board of the question."""
        return self.givens.board

    @property
    def wanted(self) -> int | None:
        """How many queens answer the question; None where the most are asked for."""
        if self.target == "full":
            return self.board.full_count
        return None if self.target == "max" else self.target

    @property
    def program_cuts(self) -> tuple[str, ...]:
        """The cuts of the integer program."""
        return default_cuts(self.board) if self.cuts is None else self.cuts
