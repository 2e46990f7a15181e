"""Counts by two methods, thresholds, tables and densities of all kinds on the command line."""

import json
import multiprocessing
import sys

import numpy as np
import pytest

from nqviz import Board
from nqviz.core.errors import InputError
from nqviz.counting import kinds, table_rules, tables
from nqviz.counting.layered.inclusion_exclusion import signed_powers
from nqviz.engines.threads import wait_for_engines
from tests.patience import STALL


def test_a_count_is_confirmed_by_a_second_method(answer):
    status, entries, _ = answer("count", "layered", "--n", 4, "--d", 4, "--confirm")
    assert (status, entries["count"], entries["agrees"]) == (0, "5313608", True)
    assert entries["second"]["count"] == "5313608"
    assert entries["second"]["method"] != entries["method"]
    status, entries, _ = answer("count", "layered", "--n", 3, "--d", 3, "--method", "search")
    assert (entries["count"], "backtracking" in entries["method"]) == ("72", True)


def test_layered_placements_are_counted_where_no_board_is_so_large(answer):
    status, entries, _ = answer("count", "layered", "--n", 4, "--d", 20)
    assert (status, entries["status"], entries["shape"]) == (0, "optimal", [4] * 20)
    sums = signed_powers(Board.cube(4, 1)).value
    assert entries["count"] == str(sums.total(20))
    before = sys.get_int_max_str_digits()
    status, entries, _ = answer("count", "layered", "--n", 4, "--d", 9000)
    assert (status, sys.get_int_max_str_digits()) == (0, before)
    assert len(entries["count"]) > 2 * before
    assert answer("count", "layered", "--n", 4, "--d", 10_001)[0] == 2


def test_a_threshold_writes_its_witness(answer, tmp_path):
    file = tmp_path / "w.json"
    status, entries, _ = answer("count", "threshold", "--n", 4, "--d", 3, "-o", file)
    assert (status, entries["count"], entries["queens"]) == (0, "2", 7)
    assert json.loads(file.read_text())["queens"] == entries["witness"]


def test_a_threshold_out_of_reach_names_what_is_published(answer):
    status, entries, _ = answer("count", "threshold", "--n", 16)
    assert (status, entries["count"], entries["at_most"]) == (3, None, 5)
    [published] = entries["published"]
    assert published["value"] == 3
    assert "A374013" in published["source"]


def test_a_threshold_out_of_reach_has_bounds(answer, tmp_path):
    file = tmp_path / "w.json"
    status, entries, _ = answer("count", "threshold", "--n", 30, "--d", 2, "-o", file)
    assert (status, entries["status"], entries["count"]) == (3, "limit", None)
    assert (entries["at_least"], entries["at_most"]) == (0, 9)
    assert len(json.loads(file.read_text())["queens"]) == 10


def test_a_table_is_confirmed_where_a_second_method_reaches(answer, monkeypatch):
    monkeypatch.setattr(tables, "SECOND_SECONDS", 600.0)
    monkeypatch.setitem(table_rules._LARGEST, "regular-count", {3: (19, 19)})
    status, entries, _ = answer("count", "--table", "7", "--confirm")
    assert status == 0
    reached, others = entries["rows"][:2], entries["rows"][2:]
    assert [(row["second"], row["confirmed"]) for row in reached] == [
        ("2040", True),
        ("3192", True),
    ]
    assert {row["confirmed"] for row in others} == {None}


def test_a_table_ends_at_its_time_limit(answer):
    status, _entries, err = answer("count", "--table", "9", "--time-limit", "0.000001")
    assert status == 3
    assert "time" in err


def test_a_table_marks_what_differs(answer):
    status, entries, _ = answer("count", "--table", "7")
    wrong = [row for row in entries["rows"] if row["printed"] != row["computed"]]
    assert status == 0
    assert [(row["printed"], row["computed"]) for row in wrong] == [("35496", "15312")]


def test_densities_of_all_kinds(answer, tmp_path):
    _, entries, _ = answer("density", "--n", 5, "--d", 2, "--shift", 0)
    assert (entries["total"], sum(entries["cells"])) == (2, 10)
    _, entries, _ = answer("density", "--n", 4, "--d", 2, "--sample", 5, "--queens", 4)
    assert entries["exact"] is False
    assert entries["spread"]["distinct"] == 1
    file = tmp_path / "d.csv"
    _, entries, _ = answer("density", "--n", 3, "--d", 3, "--profile", "-o", file)
    assert entries["exact"] is True
    assert entries["cell_orbits"][0]["mean"] == 4.0
    assert len(file.read_text().splitlines()) == 28
    assert entries["limit_distance"] is None
    _, entries, _ = answer("density", "--n", 8, "--d", 2, "--profile")
    assert 0 < entries["limit_distance"] < 0.2
    array = tmp_path / "limit.npy"
    _, entries, _ = answer("density", "--n", 8, "--d", 2, "--limit-density", 16, "-o", array)
    assert np.load(array).sum() == pytest.approx(8)
    assert entries["lower"] < 1.944 < entries["upper"]


def test_a_density_is_counted_on_an_executor_and_kept(answer, tmp_path):
    kept = tmp_path / "kept"
    for _ in range(2):
        status, entries, _ = answer(
            "density", "--n", "5", "--d", "3", "--fresh", "--executor", "threads:2",
            "--checkpoint", str(kept),
        )  # fmt: skip
        assert (status, entries["total"], sum(entries["cells"])) == (0, 1056, 13 * 1056)
    assert kept.exists()


def test_a_count_ends_at_its_limit_with_all_that_it_started(answer):
    status, entries, errors = answer(
        "count", "maximum", "--n", "3", "--d", "6", "--time-limit", "0.5"
    )
    assert wait_for_engines(STALL)
    assert multiprocessing.active_children() == []
    assert (status, entries["count"], entries["status"]) == (3, None, "limit")
    assert "time limit: no count" in errors


def test_what_takes_long_is_told_before(run, monkeypatch):
    def give_up(*_arguments, **_options):
        raise InputError("enough")

    monkeypatch.setattr(kinds, "count_full", give_up)
    _, _, err = run("count", "full", "--n", 15, "--d", 3)
    assert err.splitlines()[0] == "nqviz: all of it takes some 6 min of one core"
    for line in ("count full --n 13 --d 3", "count full --n 15 --d 3 --time-limit 5"):
        assert run(*line.split())[2] == "nqviz: enough\n"


def test_the_leading_term_for_rooks_is_given_where_it_is_above_one(run):
    """It is (n/e^(d-1))^(n^(d-1)): below 1 for n = 5 and d = 4."""
    assert "of rooks: about 10^21" in run("count", "full", "--n", 11, "--d", 3)[1]
    assert "of rooks" not in run("count", "full", "--n", 5, "--d", 4)[1]
