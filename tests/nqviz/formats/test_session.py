"""Histories of session files: every moment, as the window had it."""

import json

import numpy as np
import pytest

from nqviz.core.errors import InputError
from nqviz.formats.session import is_session, parse_history, read_history

START = {"shape": [4, 4], "torus": False, "piece": "queen", "queens": [[1, 2]], "givens": [[1, 2]]}
STEPS = [
    {"text": "Place", "place": [[2, 4], [3, 1]]},
    {"text": "Lock", "lock": [[2, 4]]},
    {"text": "Remove", "remove": [[3, 1]], "unlock": [[1, 2]]},
    {"text": "Load", "load": {**START, "shape": [3, 3, 3], "queens": [[1, 1, 1]], "givens": []}},
]


def session(**changes):
    sheet = {"start": START, "steps": STEPS, "position": 2} | changes
    data = {"format": "nqviz-session", "version": 1, "current": 1, "sheets": [{}, sheet]}
    return json.dumps(data)


def test_every_step_is_a_moment():
    history = parse_history(session())
    told = [sorted(map(list, m.placement.coordinates())) for m in history.moments]
    assert told == [
        [[1, 2]],
        [[1, 2], [2, 4], [3, 1]],
        [[1, 2], [2, 4], [3, 1]],
        [[1, 2], [2, 4]],
        [[1, 1, 1]],
    ]
    assert [m.givens.tolist() for m in history.moments] == [[1], [1], [1, 7], [7], []]
    assert [m.step for m in history.moments] == ["", "Place", "Lock", "Remove", "Load"]
    assert history.now is history.moments[2]
    assert history.moments[-1].placement.board.shape == (3, 3, 3)


def test_sessions_are_told_from_placements(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(session())
    assert is_session(path)
    assert np.array_equal(read_history(path).now.givens, [1, 7])
    path.write_text('{"format": "nqviz-placement"}')
    assert not is_session(path)
    assert not is_session(tmp_path / "none")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "damaged"),
        ("[]", "damaged"),
        ('{"format": "nqviz-session", "version": 2}', "no session of version 1"),
        ("[" * 10**5, "damaged"),
        (session(position=9), "damaged"),
        (session(position=float("inf")), "damaged"),
        (session(start={**START, "queens": [[10**30, 1]]}), "too large"),
        (session(start={}), "'shape' is missing"),
        (session(steps=[{"text": "x", "place": [[9, 9]]}]), "board"),
        (session(start={**START, "shape": [0]}), "side 1"),
    ],
)
def test_a_damaged_session_is_one_line(text, reason):
    with pytest.raises(InputError, match=f"^a: .*{reason}") as caught:
        parse_history(text, "a")
    assert "\n" not in str(caught.value)
