import pytest


def test_givens_as_squares(answer, tmp_path):
    page = tmp_path / "why.html"
    status, found, _ = answer("rings", "--n", 8, "--givens", "b4,d5", "--explain", page)
    assert (status, found["status"], found["rings"]) == (0, "optimal", [1, 0, 1, 0])
    names = ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "2.4"]
    assert [case["name"] for case in found["cases"]] == names
    assert len(found["solutions"]) == 2
    assert "Sub-case 2.4" in page.read_text("utf-8")


def test_a_placement_file(run, answer, tmp_path):
    file = tmp_path / "full.txt"
    assert run("construct", "rings", "--n", 20, "--d", 2, "-o", file)[0] == 0
    status, found, _ = answer("rings", file)
    assert (status, found["rings"]) == (0, [0, 0, 0, 2, 2, 4, 2, 4, 2, 4])
    assert len(found["cases"]) == len(found["solutions"]) == 1


def test_the_vector_of_a_large_placement(run, answer, tmp_path):
    file = tmp_path / "large.txt"
    assert run("construct", "rings", "--n", 200, "--d", 2, "-o", file)[0] == 0
    status, found, _ = answer("rings", file)
    assert (status, sum(found["rings"])) == (3, 200)
    assert "up to 60" in found["message"]


def test_no_completion_and_attacks(answer):
    status, found, _ = answer("rings", "--n", 6, "--givens", "a1")
    assert (status, found["status"]) == (1, "infeasible")
    status, attacked, _ = answer("rings", "--n", 8, "--givens", "a1,b2")
    assert (status, attacked["cases"]) == (1, [])
    assert "attack" in attacked["message"]


def test_the_distribution_and_text(run, answer):
    found = answer("rings", "--n", 6, "--distribution")[1]
    assert found["distribution"] == [{"rings": [0, 2, 4], "solutions": 4}]
    status, out, _ = run("rings", "--n", 6)
    assert status == 0
    assert "4 completions; there are no others" in out


@pytest.fixture
def six(file):
    return file("2 4 6 1 3 5\n", "six.txt")


def test_patterns_that_go_on(run, answer, six, tmp_path):
    found = answer("rings", six, "--patterns", 2, "--period", 6)[1]
    assert found["status"] == "optimal"
    assert found["rings"] == found["patterns"][0]["rings"]["6"]
    assert [len(pattern["runs"]) for pattern in found["patterns"]] == [6, 6]
    for pattern in found["patterns"]:
        assert [sum(vector) for vector in pattern["rings"].values()] == [6, 12, 18]
    grown, one = tmp_path / "thirty.json", ("rings", six, "--patterns", 1, "--period", 6)
    assert run(*one, "--grow", 30, "-o", grown)[0] == 0
    status, out, _ = run("verify", grown)
    assert status == 0
    assert "30" in out
    assert "n = 12:" in run(*one)[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--grow 20", "goes with --patterns"),
        ("--patterns 0", "give 1 or more"),
        ("--patterns 1 --grow 9 --period 6", "have n = 6, 12, 18"),
        ("--patterns 1 -o x.json", "goes with --grow"),
        ("--patterns 1 --distribution", "without --distribution"),
    ],
)
def test_patterns_that_cannot_be_searched(run, six, arguments, words):
    status, _, err = run("rings", six, *arguments.split())
    assert status == 2
    assert words in err


@pytest.mark.parametrize("ending", ["svg", "pdf", "tex", "png"])
def test_the_tree_of_an_explanation_is_drawn(answer, tmp_path, ending):
    path = tmp_path / f"tree.{ending}"
    answer("rings", "--n", 8, "--givens", "b4,d5", "--explain", path)
    data = path.read_bytes()
    if ending in ("svg", "tex"):
        text = data.decode()
        for words in ("Sub-case 1.2: 1 1 2 4", "S20: c7, g6", "no solution"):
            assert words in text, words
        assert text.count("S20: ") == 18
