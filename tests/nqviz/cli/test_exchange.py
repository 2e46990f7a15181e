"""``export`` and ``import``: problems for other solvers and their solutions."""

from pathlib import Path
from typing import Any

from tests.nqviz.veripb import refutes


def test_there_and_back(run: Any, answer: Any, tmp_path: Path) -> None:
    problem = tmp_path / "four.cnf"
    assert run("export", "--n", 4, "--d", 2, "--target", "full", "-o", problem)[0] == 0
    solution = tmp_path / "four.out"
    solution.write_text("s SATISFIABLE\nv 2 8 9 15 0\n")
    found = tmp_path / "found.json"
    status, out, _ = run("import", solution, "--of", problem, "-o", found)
    assert status == 0
    assert "valid: 4 queens on the (4,2) board, no attacks" in out
    assert run("verify", found)[0] == 0
    status, entries, _ = answer("import", solution, "--of", problem)
    assert (status, entries["valid"], len(entries["queens"])) == (0, True, 4)


def test_wrong_solutions(run: Any, answer: Any, file: Any, tmp_path: Path) -> None:
    board = "--n", 4, "--d", 2
    status, entries, _ = answer("import", file("x_1_1 1\nx_1_2 1\n"), *board)
    assert (status, entries["valid"]) == (1, False)
    assert "attack each other along an axis" in entries["message"]
    kept = tmp_path / "kept.json"
    assert run("import", file("1 2\n"), *board, "-o", kept)[0] == 1
    assert not kept.exists()
    status, entries, _ = answer("import", file("s UNSATISFIABLE\n"), *board)
    assert (status, entries["claim"]) == (1, "infeasible")
    assert run("import", file("x_9_9 1\n"), *board)[0] == 2
    assert "needs the problem" in run("import", file("1\n"))[2]


def test_standard_output_and_json(run: Any, answer: Any, file: Any) -> None:
    board = "--n", 3, "--d", 2
    status, out, _ = run("export", *board, "--format", "lp", "--cuts", "none")
    assert status == 0
    assert out.endswith("End\n")
    _, entries, _ = answer("export", *board, "--format", "lp", "--cuts", "none")
    assert entries["text"] == out
    given = file("1 2\n", "given.txt")
    status, entries, _ = answer("export", given, "--n", 4, "--d", 2, "--format", "opb")
    assert (entries["problem"], entries["cells"]) == ("completion", 6)


def test_a_refutation_is_written_with_the_problem(answer: Any, tmp_path: Path) -> None:
    files = tmp_path / "four.opb", tmp_path / "four.pbp"
    words = ("export", "--n", 4, "--d", 3, "-o", files[0], "--proof", files[1], "--target")
    status, entries, _ = answer(*words, 7)
    assert (status, entries["proof"]) == (1, None)
    assert "7 queens fit" in entries["message"]
    assert not any(file.exists() for file in files)
    status, entries, _ = answer(*words, 8)
    assert (status, entries["file"], entries["proof"]) == (0, *map(str, files))
    assert refutes(*(file.read_text() for file in files))
    status, _, err = answer("export", "--n", 4, "--d", 3, "--format", "opb", "--proof", files[1])
    assert (status, len(err.splitlines())) == (2, 1)
