"""Counts are held against what is published, recorded, and known of the board."""

from pathlib import Path

import pytest

from nqviz import Board, Status
from nqviz.counting import count_planar
from nqviz.counting.count import Count
from nqviz.counting.kinds import check_count, count
from nqviz.counting.maximum.count import MaximumCount
from nqviz.run.outcome import Contradiction
from nqviz.run.tasks import Execution


@pytest.mark.parametrize(
    ("kind", "n", "d", "wrong", "right"),
    [
        ("planar", 9, 2, 346, "352"),
        ("layered", 4, 4, 1000000000004313608, "5,313,608"),
        ("regular", 29, 3, 13572, "15,312"),
    ],
)
def test_a_count_that_differs_from_a_published_one_is_refused(
    kind: str, n: int, d: int, wrong: int, right: str
) -> None:
    found = Count(Status.OPTIMAL, wrong, premises=("1 task of the checkpoint x",))
    with pytest.raises(Contradiction, match=f"{right} are known.*given 1 task of the checkpoint x"):
        check_count(Board.cube(n, d), kind, found)
    assert count(Board.cube(n, d), kind).value == int(right.replace(",", ""))


@pytest.mark.parametrize(
    ("queens", "value", "words"),
    [(7, 0, "7 queens are known"), (8, 3, "8 queens are impossible"), (7, 5, "1,344 are known")],
)
def test_a_count_that_the_board_contradicts_is_refused(queens: int, value: int, words: str) -> None:
    board = Board.cube(4, 3)
    found = MaximumCount(Status.OPTIMAL, value, board=board, queens=queens)
    with pytest.raises(Contradiction, match=words):
        check_count(board, "maximum", found)


def test_a_count_from_a_checkpoint_says_so(tmp_path: Path) -> None:
    split, board = Execution(checkpoint=tmp_path / "kept"), Board.cube(9, 2)
    first = count_planar(board, split=split)
    again = count_planar(board, split=split)
    assert (first.value, again.value) == (352, 352)
    assert (first.is_certain, first.evidence) == (True, "proven")
    assert not again.is_certain
    assert again.evidence.startswith("proven, given ")
    assert again.evidence.endswith(f"tasks of the checkpoint {tmp_path / 'kept'}")
