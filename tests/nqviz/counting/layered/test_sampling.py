"""Estimates of layered placements, against exact counts."""

import threading
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from nqviz import Board, InputError, Status
from nqviz.cli import main
from nqviz.counting import count_layered, estimate_layered
from nqviz.counting.layered.sampling import _without_attack
from nqviz.run.context import RunContext


def test_samples_without_an_attack_are_told_from_others() -> None:
    cells = np.random.default_rng(5).integers(4, size=(300, 4, 2))
    expected = 0
    for placement in cells.tolist():
        expected += not any(
            all(abs(x - y) in (0, j - i) for x, y in zip(placement[i], placement[j], strict=True))
            for i, j in combinations(range(4), 2)
        )
    assert 0 < _without_attack(cells) == expected < 300


@pytest.mark.parametrize(("n", "d"), [(3, 3), (4, 3), (5, 3), (6, 3), (3, 5), (4, 12), (5, 30)])
def test_an_estimate_is_near_the_count(n: int, d: int) -> None:
    exact = count_layered(Board.cube(n, 1), d=d).count
    found = estimate_layered(Board.cube(n, 1), samples=20_000, seed=1, d=d)
    assert exact is not None
    assert found.status is Status.FEASIBLE
    assert found.value is not None
    assert found.value.relative_error is not None
    away = abs(float(found.value.value / exact) - 1)
    assert away < 4 * found.value.relative_error + 1e-9
    assert float(found.value.text) == pytest.approx(float(found.value.value), rel=1e-3)


def test_a_stop_and_what_is_refused() -> None:
    stop = threading.Event()
    stop.set()
    found = estimate_layered(Board.cube(12, 3), RunContext(stop=stop))
    assert (found.status, found.value) == (Status.STOPPED, None)
    for board, options, words in (
        (Board.cube(8, 2), {}, "d = 3 and above"),
        (Board.cube(8, 3), {"samples": 0}, "at least one sample"),
        (Board((3, 3, 3), blocked=[1]), {}, "do not take blocked cells"),
        (Board.cube(20_000, 1), {"d": 3}, "too large"),
    ):
        with pytest.raises(InputError, match=words):
            estimate_layered(board, **options)  # type: ignore[arg-type]


def test_the_verb_estimates_what_no_sum_reaches(capsys: pytest.CaptureFixture[Any]) -> None:
    words = ["count", "layered", "--n", "20", "--d", "40", "--sample", "500"]
    assert main(words) == 0
    assert "an estimate, not a count" in capsys.readouterr().out
    for wrong in (
        ["count", "planar", "--n", "8", "--d", "2", "--sample", "5"],
        words + ["--torus"],
    ):
        assert main(wrong) == 2
    assert main(["count", "layered", "--n", "1001", "--d", "4"]) == 2
    assert "--sample K" in capsys.readouterr().err
