"""Films are paced: the first picture and the end are held, the others are seen equally long."""

from itertools import groupby, pairwise

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


@pytest.mark.parametrize("rate", [5, 25, 60])
@pytest.mark.parametrize("kind", ["turntable", "layers"])
def test_a_movement_rests_before_and_after(kind, rate):
    film = Animation(kind, rate=rate)
    frames = film.length(Board.cube(11, 3))
    shares = [film.share_at(frame, frames) for frame in range(frames)]
    assert shares.count(0.0) >= START_SECONDS * rate
    assert shares.count(1.0) >= END_SECONDS * rate
    moves = [after - before for before, after in pairwise(shares) if before != after]
    assert len(moves) >= 120
    assert max(moves) == pytest.approx(min(moves))


@pytest.mark.parametrize("frames", [2, 3, 8])
def test_a_short_film_still_moves(frames):
    shares = [Animation("turntable", frames).share_at(frame, frames) for frame in range(frames)]
    assert shares[0] == 0.0
    assert any(0.0 < share < 1.0 for share in shares)
