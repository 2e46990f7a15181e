"""Verification of placements, proofs and lessons, from files or from memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import MAX_CELLS, Board, vast_boards
from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, interrupted_by
from nqviz.core.pieces import counted
from nqviz.core.placement import Attack, Placement
from nqviz.core.sweep import free_count, is_quicker
from nqviz.formats import read_placement
from nqviz.run.context import RunContext

if TYPE_CHECKING:
    from nqviz.lessons import Lesson
    from nqviz.proofs import Verdict

MAX_ATTACKS = 100_000
"""The most attacks that are listed."""
MAX_HYPERPLANE_WORK = 2**31
"""The most hyperplane queens times cells for which free cells are counted."""


@dataclass(frozen=True)
class PlacementCheck:
    """The result for a placement."""

    placement: Placement
    valid: bool
    """Whether all queens are on the board, on different cells, and none attacks another."""
    attacks: tuple[Attack, ...]
    """The pairs that attack each other, at most `MAX_ATTACKS`."""
    has_more: bool
    """Whether there are more."""
    free: int | None
    """The number of free cells; None if a queen is off the board, or they are too many to count."""

    @property
    def message(self) -> str:
        """One line: what was checked, and the number of attacks or of free cells."""
        board = self.placement.board
        what = f"{counted(len(self.placement), board.piece)} on the {board}"
        if self.valid:
            free = "" if self.free is None else f", {counted(self.free, 'free cell')}"
            return f"valid: {what}{free}"
        more = "more than " if self.has_more else ""
        return f"not valid: {what}, {more}{counted(len(self.attacks), 'attack')}"


@dataclass(frozen=True)
class LessonCheck:
    """The result for a lesson."""

    lesson: Lesson
    flaws: tuple[str, ...]
    """One line for each task that cannot be done as the lesson shows it."""

    @property
    def valid(self) -> bool:
        """Whether there is no flaw."""
        return not self.flaws

    @property
    def message(self) -> str:
        """One line: whether the lesson is valid, its steps and its title."""
        what = f"a lesson of {counted(len(self.lesson.steps), 'step')}: {self.lesson.title}"
        return f"{'' if self.valid else 'not '}valid: {what}"


def verify(
    subject: str | Path | Placement, board: Board | None = None, run: RunContext | None = None
) -> PlacementCheck | Verdict | LessonCheck:
    """Check a placement, or a file with a placement, a proof or a lesson.

    Parameters
    ----------
    board : Board, optional
        The board, for a placement file that does not name its own.
    run : RunContext, optional
        For proofs: the limit, the progress callback and the stop flag.

    Returns
    -------
    PlacementCheck, Verdict or LessonCheck
        All have ``valid`` and ``message``, one line.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    if isinstance(subject, Placement):
        return verify_placement(subject, run)
    kind = file_kind(subject)
    if kind == "lesson":
        return verify_lesson(subject)
    if kind == "proof":
        return verify_proof(subject, run=run)
    with vast_boards():
        return verify_placement(read_placement(subject, board=board, run=run).placement, run)


def file_kind(
    path: str | Path, data: bytes | None = None
) -> Literal["placement", "proof", "lesson"]:
    """Return what a file holds, by its name and its first bytes.

    `data`: the content, where it has been read already.
    """
    if str(path).lower().endswith((".yaml", ".yml")):
        return "lesson"
    from nqviz.proofs import MAGIC, is_proof  # with all checkers

    is_zip = is_proof(path) if data is None else data.startswith(MAGIC)
    return "proof" if is_zip else "placement"


def verify_placement(placement: Placement, run: RunContext | None = None) -> PlacementCheck:
    """Find the attacks and count the free cells of a placement.

    Raises InputError if the run ends before.
    """
    run = run or RunContext()
    try:
        with interrupted_by(lambda: run.ended() is not None):
            # To find that there is no attack is faster than to list all attacks.
            valid = placement.is_valid()
            attacks = [] if valid else placement.attacks(MAX_ATTACKS + 1)
            found = tuple(attacks[:MAX_ATTACKS])
            free = _free_cells(placement, valid)
    except Interrupted:
        raise InputError("the check of the placement was stopped before its end") from None
    return PlacementCheck(placement, valid, found, len(attacks) > MAX_ATTACKS, free)


def verify_proof(
    path: str | Path, data: bytes | None = None, run: RunContext | None = None
) -> Verdict:
    """Check a proof from a file, or from its content where that has been read already."""
    from nqviz.proofs import Flawed, Verdict, check, load

    try:
        proof = load(path, data)
    except Flawed as flaw:
        return Verdict(False, "", "", 0.0, f"not proven: {flaw}")
    return check(proof, run=run)


def verify_lesson(path: str | Path) -> LessonCheck:
    """Do each task of a lesson as the lesson shows it, and collect those that fail."""
    from nqviz.lessons import faulty_tasks, read_lesson  # reads YAML, which nothing else needs

    lesson = read_lesson(path)
    return LessonCheck(lesson, tuple(faulty_tasks(lesson)))


def _free_cells(placement: Placement, valid: bool) -> int | None:
    board = placement.board
    if valid and board.has_full and len(placement) == board.full_count:
        return 0  # each line along the longest side holds a queen
    if not board.contains(placement.cells).all():
        return None
    if board.size > MAX_CELLS:
        return None
    if board.has_hyperplanes and len(placement) * board.size > MAX_HYPERPLANE_WORK:
        return None
    if not board.has_hyperplanes and is_quicker(placement):
        return free_count(placement)
    return AttackCounts.of(placement).free
