"""Conjectures and open questions: their commands run, and their data is what nqviz finds."""

from math import gcd

import pytest

from nqviz import Board, InputError
from nqviz.bounds import best_lower, best_upper
from nqviz.catalogue.questions import Question, question, questions
from nqviz.cli import main
from nqviz.constructions.linear import has_regular
from nqviz.counting import completion_threshold, count_layered, count_regular, density
from nqviz.problems.colouring import colour

QUICK = [each for each in questions() if each.is_quick]


@pytest.mark.parametrize("each", QUICK, ids=lambda each: each.name)
def test_the_command_of_a_question_runs(
    each: Question, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert main([*each.command.split()[1:], "--json"]) == 0


def test_all_questions_of_the_papers_are_there() -> None:
    names = {each.name for each in questions()}
    assert {f"conjecture-{k}" for k in (1, 2, 3)} <= names
    assert {f"question-{k}" for k in range(1, 12)} <= names
    assert len(names) == len(questions()) == 18
    for each in questions():
        assert each.state
        assert each.command.startswith("nqviz ")
        assert (each.status == "refuted") <= bool(each.against)
    with pytest.raises(InputError, match="no question 'question-12'"):
        question("question-12")


def test_conjecture_3_is_decided_where_it_says() -> None:
    brackets = {
        d: (best_lower(Board.cube(4, d)).value, best_upper(Board.cube(4, d)).value)
        for d in range(4, 13)
    }
    proven = [d for d, (low, high) in brackets.items() if low == high == 2**d]
    assert proven == [4, 5, 6, 7, 8, 10, 12]
    assert (brackets[9], brackets[11]) == ((511, 512), (2047, 2048))
    # Of every even d: shifts modulo 2^d + 1 are placements, and one has more than 2^d - 1 cells.
    for d in range(2, 60, 2):
        assert gcd(2**d + 1, 6) == 1
        assert 4**d > (2**d - 1) * (2**d + 1)


def test_the_conjectures_on_layered_placements() -> None:
    counts = {
        (n, d): count_layered(Board.cube(n, 1), d=d).count
        for n in range(1, 9)
        for d in range(1, 12)
    }
    fail = {
        (n, m) for n, d in counts for m in range(1, n) if d > 2 and counts[n, d] <= counts[m, d]
    }
    assert fail == {(2, 1)}
    fail = {(n, d) for n, d in counts if d < n and counts[n, d] <= counts[d, n]}
    assert fail == {(n, 1) for n in range(2, 9)} | {(3, 2)}


def test_layered_placements_that_need_all_dimensions() -> None:
    found = question("barr-rao-8")
    for d in (2, 3, 4):
        kept = count_layered(Board.cube(4, 1), d=d, part="irreducible").count
        assert f"{kept:,} for d = {d}" in found.support[0]
    assert count_layered(Board.cube(4, 1), d=8, part="irreducible").count == 0


def test_numbers_in_the_findings() -> None:
    assert "264^121" in question("question-3").finding
    assert f"{count_regular(Board.cube(121, 3)).count:,}" in question("question-3").finding
    for n in (11, 13):
        assert f"{best_upper(Board.cube(n, 4)).value:,}" in question("question-7").finding
    assert all(best_upper(Board.cube(n, 4)).value < n**3 for n in range(2, 17))
    candidates = (n for n in range(2, 200) if gcd(n, 210) == 1 and not has_regular(n, 4))
    assert next(n for n in candidates if n > 16) == 121
    torus = question("toroidal").finding
    for n in (5, 7):
        assert str(best_upper(Board.cube(n, 3, torus=True)).value) in torus
    assert best_upper(Board.cube(25, 3, torus=True)).value == 25**2
    assert colour(Board.cube(18, 2)).colours == 18


def test_data_on_densities_and_thresholds() -> None:
    for n in range(5, 10):
        found = density(Board.cube(n, 3)).value
        assert found is not None
        assert not found.counts.all()
        assert completion_threshold(Board.cube(n, 3)).value == 0
    for n, full in ((11, 264), (13, 624)):
        assert count_regular(Board.cube(n, 3)).count == full
        assert str(full) in question("question-4").against[0]


def test_n_to_the_d_minus_1_colours() -> None:
    for n in range(3, 12):
        colours = colour(Board.cube(n, 3), colours=n**2).colours
        assert colours is not None
        assert colours <= n**2
    assert next(n for n in range(2, 30) if (n - 1) * 13 + 1 <= n**2) == 12
