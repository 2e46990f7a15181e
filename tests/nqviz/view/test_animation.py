"""Replays are paced: the first moment and the end are held, all others are seen equally long."""

from itertools import groupby

import pytest

from nqviz.core.board import Board
from nqviz.view.animation import END_SECONDS, START_SECONDS, Animation


@pytest.mark.parametrize("rate", [5, 25, 60])
@pytest.mark.parametrize("steps", [2, 3, 12, 60])
def test_a_replay_holds_its_ends_and_shows_all_between_equally_long(rate, steps):
    film = Animation("replay", rate=rate)
    frames = film.length(Board.cube(5, 3), steps)
    shown = [film.step_at(frame, frames, steps) for frame in range(frames)]
    lengths = [len(list(group)) for _, group in groupby(shown)]
    assert len(lengths) == steps
    assert lengths[0] >= START_SECONDS * rate
    assert lengths[-1] >= END_SECONDS * rate
    between = lengths[1:-1] or [1]
    assert max(between) - min(between) <= 1
