"""The history of a board: a start, the steps since, and the position among them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import count

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import BoardState, Snapshot
from nqviz.core.errors import InputError, quoted

UNDO_BYTES = 256 * 2**20
"""How much memory a history may take by default, in bytes."""

_STEP_BYTES = 256
"""About how many bytes a step takes beside its cells."""

_REVISIONS = count()
_DOCUMENTS = count()


@dataclass(frozen=True)
class Edit:
    """Queens placed and removed, locked and unlocked in one step, by the indices of their cells."""

    text: str
    """What the step does, as menus and lists show it."""
    place: tuple[int, ...] = ()
    remove: tuple[int, ...] = ()
    lock: tuple[int, ...] = ()
    unlock: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells of the step."""
        return self.place + self.remove + self.lock + self.unlock

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory it takes."""
        return _STEP_BYTES + 40 * len(self.cells)

    def inverse(self) -> Edit:
        """Return the edit that undoes this one."""
        return Edit(self.text, self.remove, self.place, self.unlock, self.lock)

    def check(self, state: BoardState) -> None:
        """Check that the edit fits a state.

        Raises InputError if a cell is off the board or twice in one list, a queen to place is there
        already, a queen to remove or lock is missing, or a given queen would be removed.
        """
        board = state.board
        for index in self.cells:
            if not 0 <= index < board.size:
                raise InputError(f"step {quoted(self.text)}: cell {index} is off the {board}")
        if board.is_blocked[list(self.place)].any():
            raise InputError(f"step {quoted(self.text)}: a {board.piece} is put on a blocked cell")
        placed, removed, locked, unlocked = map(
            set, (self.place, self.remove, self.lock, self.unlock)
        )
        occupied, givens = state.occupied, state.givens
        fits = (
            len(placed) + len(removed) + len(locked) + len(unlocked) == len(self.cells)
            and not occupied[list(self.place)].any()
            and bool(occupied[list(self.remove)].all())
            and unlocked <= givens
            and not removed & (givens - unlocked)
            and not locked & givens
            and not locked & removed
            and all(index in placed or occupied[index] for index in self.lock)
        )
        if not fits:
            raise InputError(f"step {quoted(self.text)} does not fit the queens before it")

    def apply(self, state: BoardState) -> None:
        """Change a state; where the edit does not fit, change nothing and raise InputError."""
        self.check(state)
        state.change(self.place, self.remove, self.lock, self.unlock)


@dataclass(frozen=True, eq=False)
class Load:
    """Another board state in the place of the one before."""

    text: str
    snapshot: Snapshot
    """The state right after the step."""
    document: int | None = None
    """The number of the document that begins here; None where the board stays, whichever of its
    cells are blocked."""

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory it takes."""
        return _STEP_BYTES + self.snapshot.nbytes


Step = Edit | Load


@dataclass(frozen=True)
class Dropped:
    """What was dropped to keep a history within its memory limit."""

    states: int = 0
    """The number of board states that were kept beside the steps; undo computes them again."""
    steps: int = 0
    """The number of steps, the oldest ones, which cannot be undone any more."""


class History:
    """The steps that led from a start to a board state, and those that were undone.

    A state that a load replaces is kept as it is, so that undo and redo need not count the attacks
    again; `limit` drops such states, which are then made from the steps.

    `start`: the state before the first step.
    `state`: the state at the position; the history changes the one that it is made with.
    `position`: how many steps have been done and not been undone.
    `revision`: another number after each step that is added, and unlike that of any other history.
    """

    def __init__(self, state: BoardState) -> None:
        self.start = state.snapshot()
        self.state = state
        self.position = 0
        self.revision = next(_REVISIONS)
        self._document = next(_DOCUMENTS)
        self._steps: list[Step] = []
        self._kept: dict[int, BoardState] = {}  # by the loads: the state that is not shown
        self._bytes = self.start.nbytes  # of the start and the steps

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, those that were undone among them."""
        return tuple(self._steps)

    @property
    def document(self) -> int:
        """The number of the document at the position: each other board begins another one."""
        return self._document_at(self.position)

    def _document_at(self, position: int) -> int:
        for number in range(position - 1, -1, -1):
            step = self._steps[number]
            if isinstance(step, Load) and step.document is not None:
                return step.document
        return self._document

    # Adding steps --------------------------------------------------------------------------

    def edit(self, edit: Edit) -> Edit:
        """Add an edit, do it and return it; steps that were undone are removed.

        Raises InputError if the edit does not fit the state; nothing is changed then.
        """
        edit.apply(self.state)
        self._add(edit)
        return edit

    def load(self, text: str, state: BoardState) -> Load:
        """Add a step to another state and return it; steps that were undone are removed."""
        is_other = state.board.without_blocked() != self.state.board.without_blocked()
        begins = next(_DOCUMENTS) if is_other else None
        step = Load(text, state.snapshot(), begins)
        self._add(step)
        self._kept[self.position - 1] = self.state
        self.state = state
        return step

    def _add(self, step: Step) -> None:
        self._bytes += step.nbytes - sum(each.nbytes for each in self._steps[self.position :])
        del self._steps[self.position :]
        self._kept = {n: state for n, state in self._kept.items() if n < self.position}
        self._steps.append(step)
        self.position += 1
        self.revision = next(_REVISIONS)

    # Moving --------------------------------------------------------------------------------

    def undo(self) -> Step:
        """Go back by one step and return it; raise InputError if this is the start."""
        if not self.position:
            raise InputError("there is no step to undo")
        number = self.position - 1
        step = self._steps[number]
        if isinstance(step, Edit):
            step.inverse().apply(self.state)
        else:
            before = self._kept.pop(number, None) or self._state_at(number)
            self._kept[number], self.state = self.state, before
        self.position = number
        return step

    def redo(self) -> Step:
        """Go on by one step and return it; raise InputError if none is after the position."""
        number = self.position
        if number == len(self._steps):
            raise InputError("there is no step to redo")
        step = self._steps[number]
        if isinstance(step, Edit):
            step.apply(self.state)
        else:
            after = self._kept.pop(number, None) or step.snapshot.state()
            self._kept[number], self.state = self.state, after
        self.position = number + 1
        return step

    def copy(self) -> History:
        """Return the same steps from the same start, at the start; states are not shared."""
        other = History(self.start.state())
        other._steps = list(self._steps)
        return other

    def shot(self) -> History:
        """Return the history as it is now, to be read while this one goes on.

        The state is shared: of it only the board may be read.
        """
        shot = copy(self)
        shot._steps, shot._kept = list(self._steps), {}
        return shot

    def snapshots(self, positions: frozenset[int] | None = None) -> Iterator[Snapshot]:
        """Yield the states at all positions, or at some, in order; the history stays as it is."""
        state = self.start.state()
        for position in range(len(self._steps) + 1):
            if position:
                state = _after(state, self._steps[position - 1])
            if positions is None or position in positions:
                yield state.snapshot()

    def queens_at(self, position: int) -> tuple[Board, IntArray]:
        """Return the board at a position and the cells of its queens, shape (k,), in order.

        No attacks are counted and the history stays as it is.

        Raises InputError if there are not so many steps.
        """
        if not 0 <= position <= len(self._steps):
            raise InputError(f"position {position} of a history of {len(self._steps)} steps")
        first, base = self._base(position)
        queens = set(base.queens.tolist())
        for step in self._steps[first:position]:
            assert isinstance(step, Edit)
            queens = (queens | set(step.place)) - set(step.remove)
        return base.board, np.array(sorted(queens), dtype=np.int64)

    def _base(self, position: int) -> tuple[int, Snapshot]:
        """Return the last position up to this one with a snapshot, and the snapshot."""
        for number in range(position - 1, -1, -1):
            step = self._steps[number]
            if isinstance(step, Load):
                return number + 1, step.snapshot
        return 0, self.start

    def _state_at(self, position: int) -> BoardState:
        """Return a new state, made from the steps up to a position."""
        first, base = self._base(position)
        state = base.state()
        for step in self._steps[first:position]:
            state = _after(state, step)
        return state

    # Memory --------------------------------------------------------------------------------

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory it takes, without the state that is shown."""
        return self._bytes + sum(state.nbytes for state in self._kept.values())

    def limit(self, most: int = UNDO_BYTES, *, keep_steps: bool = False) -> Dropped:
        """Drop the oldest kept states, then the oldest steps, down to a number of bytes.

        The newest step before the position stays in any case, as do all steps after it.

        `most`: how many bytes the history may take.
        `keep_steps`: whether only states are dropped.
        """
        excess = self.nbytes - most
        states = 0
        for number in sorted(self._kept):
            if excess <= 0:
                break
            excess -= self._kept.pop(number).nbytes
            states += 1
        steps = 0
        while excess > 0 and steps < self.position - 1 and not keep_steps:
            excess -= self._steps[steps].nbytes
            steps += 1
        if steps:
            self._document = self._document_at(steps)
            self.start = self._state_at(steps).snapshot()
            del self._steps[:steps]
            self.position -= steps
            self._bytes = self.start.nbytes + sum(step.nbytes for step in self._steps)
        return Dropped(states, steps)


def _after(state: BoardState, step: Step) -> BoardState:
    """Return the state after a step; an edit changes the state that is given."""
    if isinstance(step, Load):
        return step.snapshot.state()
    step.apply(state)
    return state
