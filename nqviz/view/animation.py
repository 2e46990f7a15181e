"""What a film of a board shows, apart from how: a kind, how many pictures, how fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeVar, overload

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .board_view import BoardView

T = TypeVar("T")
TURNTABLE, FLIGHT, REPLAY = "turntable", "layers", "replay"
KINDS = (TURNTABLE, FLIGHT, REPLAY)
"""The board turns once; one layer after another; queens come and go as they did."""

MOST_FRAMES = 6000
MOST_STEPS = 400
RATES = (1, 60)
TURN_FRAMES = 120
LAYER_SECONDS, STEP_SECONDS = 0.6, 0.4
LONGEST_SECONDS = 24.0
"""About how long a replay of many steps is; each of them is then shown less long."""
START_SECONDS, END_SECONDS = 0.8, 1.5
"""How long the first picture of a film stays before it begins, and the last one at its end."""


@dataclass(frozen=True)
class Animation:
    """A film; InputError if the kind is unknown or a number is not possible."""

    kind: str = TURNTABLE
    """One of `KINDS`."""
    frames: int | None = None
    """How many pictures; as many as suit the kind without it, see `length`."""
    rate: int = 25
    """Pictures in a second, 1 to 60."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"unknown film {self.kind!r}; choose one of {', '.join(KINDS)}")
        if not RATES[0] <= self.rate <= RATES[1]:
            raise InputError(f"{self.rate} pictures a second are not possible; 1 to {RATES[1]}")
        if self.frames is not None and not 2 <= self.frames <= MOST_FRAMES:
            raise InputError(f"a film of {self.frames} pictures is not possible; 2 to 6,000")

    def length(self, board: Board, steps: int = 0) -> int:
        """Return how many pictures the film has.

        `steps`: how many moments a replay goes through.
        """
        if self.frames is not None:
            return self.frames
        if self.kind == TURNTABLE:
            wanted = TURN_FRAMES
        elif self.kind == FLIGHT:
            layers = board.shape[min(2, board.d - 1)]
            wanted = max(layers * ceil(LAYER_SECONDS * self.rate), TURN_FRAMES)
        else:
            pause = min(STEP_SECONDS, LONGEST_SECONDS / max(steps, 1))
            wanted = steps * max(1, round(pause * self.rate))
        wanted += ceil(START_SECONDS * self.rate) + ceil(END_SECONDS * self.rate)
        return max(2, min(wanted, MOST_FRAMES))

    def step_at(self, frame: int, frames: int, steps: int) -> int:
        """Return which (0-based) of its steps, moments or layers, a picture of a film shows.

        All stay equally long, but the first and the last one longer.
        """
        moved, moving = self._moved(frame, frames)
        return min(moved * steps // moving, steps - 1)

    def held(self, board: Board, count: int, draw: Callable[[int], T]) -> Iterator[T]:
        """Yield the picture of its step for each picture of a film of some steps.

        `draw`: draws a step; it is called once for each.
        """
        frames, shown = self.length(board, count), -1
        for frame in range(frames):
            step = self.step_at(frame, frames, count)
            if step != shown:
                shown, drawn = step, draw(step)
            yield drawn

    def share_at(self, frame: int, frames: int) -> float:
        """Return how much of its movement a film has made at a picture, 0 to 1.

        It is 0 while the first picture is held, and 1 while the last one is.
        """
        moved, moving = self._moved(frame, frames)
        return moved / moving

    def _moved(self, frame: int, frames: int) -> tuple[int, int]:
        """Return how many pictures of the movement precede one, and how many there are."""
        first, last = (
            min(ceil(seconds * self.rate), frames * share // 5)
            for seconds, share in ((START_SECONDS, 1), (END_SECONDS, 2))
        )
        moving = max(frames - first - last, 1)
        return min(max(frame - first, 0), moving), moving


@dataclass(frozen=True, eq=False)
class Replay(Sequence[BoardView]):
    """The moments of a replay; each is made a picture when it is asked for."""

    placements: tuple[Placement, ...] = ()
    givens: tuple[IntArray, ...] = ()
    """The cells of the given queens at each moment; empty where none are given at any."""

    def __len__(self) -> int:
        return len(self.placements)

    @overload
    def __getitem__(self, place: int) -> BoardView: ...

    @overload
    def __getitem__(self, place: slice) -> Replay: ...

    def __getitem__(self, place: int | slice) -> BoardView | Replay:
        """Return the picture of a moment, or some of the moments."""
        if isinstance(place, slice):
            return Replay(self.placements[place], self.givens[place])
        picture = BoardView.of(self.placements[place])
        return replace(picture, given=self.givens[place]) if self.givens else picture


def placed_one_by_one(placement: Placement) -> Iterator[Placement]:
    """Yield the placements on the way from the empty board, queen by queen in their order.

    With more than `MOST_STEPS` queens, several are placed at once.
    """
    cells = placement.indices.tolist()
    step = max(1, ceil(len(cells) / MOST_STEPS))
    for count in (*range(0, len(cells), step), len(cells)):
        yield Placement.from_indices(placement.board, cells[:count])
