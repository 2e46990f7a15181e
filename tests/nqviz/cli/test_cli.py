"""The command line: what its verbs answer."""

import io
import json
import sys

import numpy as np
import pytest

from nqviz import verification
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.counting import density
from nqviz.formats import parse_placement, read_placement


def test_help_and_version(run):
    status, out, _ = run("--help")
    assert status == 0
    verbs = ["construct", "verify", "complete", "maximum", "count", "density", "render", "open"]
    for verb in verbs:
        assert verb in out
        assert run(verb, "--help")[0] == 0
    assert run("--version")[1].startswith("nqviz 0.")


def test_construct_answers_with_a_placement_file(run, answer):
    status, out, err = run("construct", "regular", "--n", 11, "--d", 3, "--coefficients", "3,5")
    assert (status, err) == (0, "")
    assert len(parse_placement(out).placement) == 121

    status, entries, _ = answer("construct", "regular", "--n", 11, "--d", 3)
    assert status == 0
    assert entries["shape"] == [11, 11, 11]
    assert entries["count"] == len(entries["queens"]) == 121
    assert entries["family"] == "regular"
    assert entries["parameters"] == {"coefficients": [2, 4], "shift": 0}
    assert parse_placement(json.dumps(entries)).placement.is_valid()


@pytest.mark.parametrize("name", ["out.json", "out.csv", "out.txt"])
def test_construct_into_a_file(run, tmp_path, name):
    path = tmp_path / name
    status, out, _ = run("construct", "classical", "--n", 8, "--d", 2, "-o", path)
    assert status == 0
    assert str(path) in out
    placement = read_placement(path).placement
    assert placement.board == Board.cube(8, 2)
    assert len(placement) == 8
    assert placement.is_valid()


def test_verify(run, answer, file):
    path = file("1 2 2\n1 4 3\n2 2 4\n2 4 1\n3 1 2\n4 1 4\n4 3 1\n")
    assert run("verify", path)[:2] == (0, "valid: 7 queens on the (4,3) board, 0 free cells\n")
    expected = {"valid": True, "count": 7, "attacks": [], "free_cells": 0}
    assert answer("verify", path)[:2] == (0, expected)

    path = file("1 1\n2 2\n3 2\n")
    status, out, _ = run("verify", path)
    assert status == 1
    assert out.splitlines() == [
        "not valid: 3 queens on the (3,2) board, 2 attacks",
        "(2, 2) and (3, 2) attack each other along an axis",
        "(1, 1) and (2, 2) attack each other along a diagonal",
    ]
    status, entries, _ = answer("verify", path)
    assert status == 1
    assert not entries["valid"]
    assert sorted(entries["attacks"]) == [[[1, 1], [2, 2]], [[2, 2], [3, 2]]]


def test_verify_counts_free_cells(answer, file):
    assert answer("verify", file("1 1"), "--n", 4, "--d", 2)[1]["free_cells"] == 6
    full = file("1 2\n2 1\n")
    assert answer("verify", full, "--n", 2, "--d", 2, "--piece", "rook")[1]["free_cells"] == 0
    bishops = answer("verify", file("1 1\n1 2\n"), "--n", 2, "--d", 2, "--piece", "bishop")[1]
    assert (bishops["valid"], bishops["free_cells"]) == (True, 0)
    bishops = answer("verify", file("1 1\n1 3\n2 1"), "--n", 3, "--d", 2, "--piece", "bishop")[1]
    assert (bishops["valid"], bishops["free_cells"]) == (True, 1)


def test_verify_says_how_many_attacks_are_not_shown(run, file):
    path = file("\n".join(f"1 {i}" for i in range(1, 61)))
    _, out, _ = run("verify", path)
    lines = out.splitlines()
    assert lines[0].endswith("1,770 attacks")
    assert lines[-1] == "and 770 more"
    assert len(lines) == 1002


@pytest.mark.parametrize(("most", "more"), [(3, True), (4, False), (5, False)])
def test_no_more_attacks_are_listed_than_memory_holds(most, more, answer, run, file, monkeypatch):
    monkeypatch.setattr(verification, "MAX_ATTACKS", most)
    rooks = file("1 1\n1 2\n2 1\n2 2\n")  # 4 lines of 2, each an attack
    arguments = ["verify", rooks, "--n", "2", "--d", "2", "--piece", "rook"]
    status, entries, err = answer(*arguments)
    assert (status, entries["valid"], entries["free_cells"], err) == (1, False, 0, "")
    assert len({str(pair) for pair in entries["attacks"]}) == min(most, 4)
    assert entries.get("more_attacks", False) is more
    number = "more than 3 attacks" if more else "4 attacks"
    assert run(*arguments)[1].startswith(
        f"not valid: 4 rooks on the (2,2) board of rooks, {number}\n"
    )


def test_verify_reads_standard_input(answer, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"2 4 1 3\n")))
    assert answer("verify", "-")[:2] == (
        0,
        {"valid": True, "count": 4, "attacks": [], "free_cells": 0},
    )


def test_complete(answer, run, file, tmp_path):
    path = file("1 2\n2 4\n")
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2)
    assert status == 0
    assert entries["status"] in ("optimal", "feasible")
    assert entries["count"] == 4
    assert [1, 2] in entries["queens"]
    assert {"bound", "seconds", "engine"} <= set(entries)

    path = file("1 1\n")
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2, "--target", "full")
    assert (status, entries["status"], entries["queens"]) == (1, "infeasible", None)
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2, "--target", "max")
    assert (status, entries["status"], entries["count"]) == (0, "optimal", 3)

    output = tmp_path / "out.json"
    assert run("complete", path, "--n", 4, "--d", 2, "--target", 3, "-o", output)[0] == 0
    assert len(read_placement(output).placement) == 3


def test_maximum(answer, run):
    status, entries, _ = answer("maximum", "--n", 3, "--d", 3)
    assert (status, entries["status"], entries["count"], entries["bound"]) == (0, "optimal", 4, 4)
    placement = Placement.from_coordinates(Board.cube(3, 3), entries["queens"])
    assert placement.is_valid()
    assert {"seconds", "nodes", "engine"} <= set(entries)

    status, entries, _ = answer("maximum", "--shape", "3x3x4", "--prove", 6)
    assert (status, entries["status"], entries["queens"]) == (1, "infeasible", None)
    status, out, err = run("maximum", "--n", 3, "--d", 3, "--prove", 4)
    assert (status, err) == (0, "")
    assert len(parse_placement(out).placement) == 4


def test_a_limit_without_an_answer(answer):
    status, entries, err = answer("maximum", "--n", 12, "--d", 3, "--time-limit", "0.1")
    assert (status, entries["status"]) == (3, "limit")
    assert err.startswith("nqviz: no answer yet: ")
    assert len(err.splitlines()) == 1

    arguments = ["--n", 9, "--d", 3, "--time-limit", "0.1"]
    status, entries, err = answer("count", "maximum", *arguments)
    assert (status, entries["count"], entries["status"]) == (3, None, "limit")
    assert err.startswith("nqviz: time limit: no count; 72 are known: recorded: nqviz count ")
    *_, err = answer("count", "planar", "--n", 25, "--torus", "--time-limit", "0.1")
    assert "; 1,957,725,000 are known: OEIS" in err
    half = ["--symmetric", "half-turn", "--time-limit", "0.1"]
    assert "known" not in answer("count", "planar", "--n", 27, *half)[2]
    status, entries, _ = answer("density", *arguments, "--fresh")
    assert (status, entries["total"]) == (3, None)


def test_count(run, answer):
    status, entries, _ = answer("count", "maximum", "--n", 4, "--d", 3)
    assert status == 0
    assert entries["count"] == "1344"
    assert (entries["orbits"], entries["queens"], entries["status"]) == (30, 7, "optimal")
    assert isinstance(entries["seconds"], float)
    status, out, _ = run("count", "maximum", "--n", 8, "--d", 2, "--threads", 2)
    assert out.splitlines()[0] == "92 placements of 8 queens on the (8,2) board, 12 up to symmetry"
    assert answer("count", "maximum", "--n", 3, "--d", 2, "--queens", 1)[1]["count"] == "9"


def test_density(run, answer, tmp_path):
    status, entries, _ = answer("density", "--n", 3, "--d", 3)
    assert status == 0
    assert (entries["shape"], entries["total"]) == ([3, 3, 3], 16)
    assert entries["cells"] == density(Board.cube(3, 3)).value.counts.tolist()
    assert answer("density", "--n", 3, "--d", 3, "--fresh")[1] == {
        **entries,
        "source": "counted",
        "made": "",
    }

    _, out, _ = run("density", "--n", 4, "--d", 2)
    assert out.splitlines()[1] == "made by nqviz density --shape 4,4 --fresh -o FILE"
    assert out.splitlines()[2:] == [" 0 1 1 0", " 1 0 0 1", " 1 0 0 1", " 0 1 1 0"]
    _, out, _ = run("density", "--shape", "4")
    assert out.splitlines()[1:] == [" 1 1 1 1"]
    assert "layer (2)" in run("density", "--n", 3, "--d", 3)[1]

    path = tmp_path / "out.npy"
    assert run("density", "--n", 3, "--d", 3, "-o", path)[0] == 0
    assert np.load(path).shape == (3, 3, 3)
    assert np.load(path).sum() == 16 * 4
    path = tmp_path / "out.json"
    assert run("density", "--n", 3, "--d", 3, "-o", path)[0] == 0
    assert json.loads(path.read_text())["total"] == 16


@pytest.mark.parametrize("view", ["3d", "layers", "square", "density"])
def test_render(answer, file, tmp_path, view):
    path = file("1 2 2\n1 4 3\n2 2 4\n")
    output = tmp_path / "out.png"
    arguments = ["render", path, "-o", output, "--view", view, "--size", "300x200", "--scale", 2]
    status, entries, _ = answer(*arguments)
    assert (status, entries) == (0, {"file": str(output), "size": [600, 400]})
    header = output.read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert [int.from_bytes(header[i : i + 4], "big") for i in (16, 20)] == [600, 400]


def test_render_of_a_board_without_a_file(run, tmp_path):
    output = tmp_path / "out.svg"
    assert run("render", "--n", 3, "--d", 3, "--view", "density", "-o", output)[0] == 0
    assert b"<svg" in output.read_bytes()


def test_a_placement_with_blocked_cells_is_written_to_standard_output(run):
    line = ("maximum", "--n", 6, "--d", 2, "--blocked", "1,3;2,5", "--engine", "highs")
    status, out, _ = run(*line)
    read = parse_placement(out)
    assert (status, len(read.placement)) == (0, 6)
    assert read.placement.board.blocked == (2, 10)
