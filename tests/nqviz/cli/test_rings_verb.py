import json

import pytest

from nqviz.cli import main


def answer(capsys, *arguments, status=0):
    assert main(["rings", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_givens_as_squares(capsys, tmp_path):
    page = tmp_path / "why.html"
    found = answer(capsys, "--n", "8", "--givens", "b4,d5", "--explain", str(page))
    assert found["rings"] == [1, 0, 1, 0]
    assert [case["name"] for case in found["cases"]] == [
        "1.1",
        "1.2",
        "1.3",
        "2.1",
        "2.2",
        "2.3",
        "2.4",
    ]
    assert len(found["solutions"]) == 2
    assert found["status"] == "optimal"
    assert "Sub-case 2.4" in page.read_text("utf-8")


def test_a_placement_file(capsys, tmp_path):
    file = tmp_path / "full.txt"
    assert main(["construct", "rings", "--n", "20", "--d", "2", "-o", str(file)]) == 0
    capsys.readouterr()
    found = answer(capsys, str(file))
    assert found["rings"] == [0, 0, 0, 2, 2, 4, 2, 4, 2, 4]
    assert len(found["cases"]) == len(found["solutions"]) == 1


def test_the_vector_of_a_large_placement(capsys, tmp_path):
    file = tmp_path / "large.txt"
    assert main(["construct", "rings", "--n", "200", "--d", "2", "-o", str(file)]) == 0
    capsys.readouterr()
    found = answer(capsys, str(file), status=3)
    assert sum(found["rings"]) == 200
    assert "up to 60" in found["message"]


def test_no_completion_and_attacks(capsys):
    assert answer(capsys, "--n", "6", "--givens", "a1", status=1)["status"] == "infeasible"
    attacked = answer(capsys, "--n", "8", "--givens", "a1,b2", status=1)
    assert attacked["cases"] == []
    assert "attack" in attacked["message"]


def test_the_distribution_and_text(capsys):
    found = answer(capsys, "--n", "6", "--distribution")
    assert found["distribution"] == [{"rings": [0, 2, 4], "solutions": 4}]
    assert main(["rings", "--n", "6"]) == 0
    assert "4 completions; there are no others" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "a placement file or a board"),
        (("--n", "8", "--givens", "b9"), "b9 is off the (8,2) board"),
        (("--n", "8", "--givens", "44"), "'44' is not a square"),
        (("--n", "8", "--d", "3"), "flat squares"),
        (("--n", "8", "--explain", "why.doc"), "an explanation ends in txt, html, png, svg"),
        (("--n", "20", "--distribution"), "up to 14"),
        (("--n", "40"), "sub-cases; give more queens"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, words):
    assert main(["rings", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_patterns_that_go_on(capsys, tmp_path):
    file, grown = tmp_path / "six.txt", tmp_path / "thirty.json"
    file.write_text("2 4 6 1 3 5\n", encoding="utf-8")
    found = answer(capsys, str(file), "--patterns", "2", "--period", "6")
    assert found["status"] == "optimal"
    assert found["rings"] == found["patterns"][0]["rings"]["6"]
    assert [len(pattern["runs"]) for pattern in found["patterns"]] == [6, 6]
    for pattern in found["patterns"]:
        assert [sum(vector) for vector in pattern["rings"].values()] == [6, 12, 18]
    grow = ("--patterns", "1", "--period", "6", "--grow", "30", "-o", str(grown))
    assert main(["rings", str(file), *grow]) == 0
    capsys.readouterr()
    assert main(["verify", str(grown)]) == 0
    assert "30" in capsys.readouterr().out
    assert main(["rings", str(file), "--patterns", "1", "--period", "6"]) == 0
    assert "n = 12:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--grow", "20"], "goes with --patterns"),
        (["--patterns", "0"], "give 1 or more"),
        (["--patterns", "1", "--grow", "9", "--period", "6"], "have n = 6, 12, 18"),
        (["--patterns", "1", "-o", "x.json"], "goes with --grow"),
        (["--patterns", "1", "--distribution"], "without --distribution"),
    ],
)
def test_patterns_that_cannot_be_searched(capsys, tmp_path, arguments, words):
    file = tmp_path / "six.txt"
    file.write_text("2 4 6 1 3 5\n", encoding="utf-8")
    assert main(["rings", str(file), *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["svg", "pdf", "tex", "png"])
def test_the_tree_of_an_explanation_is_drawn(capsys, tmp_path, ending):
    path = tmp_path / f"tree.{ending}"
    answer(capsys, "--n", "8", "--givens", "b4,d5", "--explain", str(path))
    data = path.read_bytes()
    if ending in ("svg", "tex"):
        text = data.decode()
        for words in ("Sub-case 1.2: 1 1 2 4", "S20: c7, g6", "no solution"):
            assert words in text, words
        assert text.count("S20: ") == 18
