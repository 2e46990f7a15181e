"""Refutations for VeriPB: a small checker of its rules, and VeriPB itself where it is installed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from nqviz import Board, InputError, Placement
from nqviz.engines.refutation import VERSIONS, QueensFitError, Refutation, write_refutation
from nqviz.exchange import ExportProblem, write_problem_file
from tests.nqviz.oracle import largest_placement
from tests.nqviz.veripb import refutes
from tests.process import run_process

BOARDS = [
    Board.cube(3, 2),
    Board.cube(5, 2),
    Board.cube(3, 3),
    Board((2, 3, 4)),
    Board.cube(4, 2, torus=True),
    Board.cube(3, 3, piece="rook"),
    Board((4, 4), blocked=[(0, 0), (1, 2)]),
]


def written(problem: ExportProblem, folder: Path, version: str = VERSIONS[0]) -> tuple[Path, Path]:
    files = folder / "problem.opb", folder / "problem.pbp"
    write_problem_file(problem, files[0])
    write_refutation(problem, files[1], version=version)
    return files


@pytest.mark.parametrize("cuts", [None, ()])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_one_more_than_the_maximum_is_refuted_and_the_maximum_is_not(
    board: Board, cuts: tuple[str, ...] | None, tmp_path: Path
) -> None:
    most = largest_placement(board, ())
    problem = ExportProblem(Placement(board), "maximum", most + 1, cuts)
    files = written(problem, tmp_path)
    text, proof = (file.read_text() for file in files)
    assert refutes(text, proof)
    with pytest.raises(QueensFitError, match="fit: there is no refutation"):
        list(Refutation(ExportProblem(Placement(board), "maximum", most, cuts)).lines())


def test_what_is_taken_out_of_a_refutation_is_missed(tmp_path: Path) -> None:
    problem = ExportProblem(Placement(Board.cube(4, 3)), "maximum", 8)
    text, proof = (file.read_text() for file in written(problem, tmp_path))
    assert refutes(text, proof)
    assert not refutes(text, re.sub(r"(?m)^pol .*$", "pol 1", proof))
    assert not refutes(text, re.sub(r"(?m)^rup 1 .*$", "pol 1", proof))
    assert not refutes(text.replace(">= 8 ;", ">= 7 ;"), proof)


def test_given_queens_and_symmetry_rows_are_part_of_the_problem(tmp_path: Path) -> None:
    board = Board.cube(4, 2)
    given = ExportProblem(Placement(board, [(0, 0)]), "completion", 4)
    half = ExportProblem(Placement(Board.cube(3, 3)), "maximum", 5, (), True)
    for problem in (given, half):
        text, proof = (file.read_text() for file in written(problem, tmp_path))
        assert refutes(text, proof)


def test_other_problems_have_no_refutation() -> None:
    empty = Placement(Board.cube(4, 2))
    for problem in (
        ExportProblem(empty, "domination", 2),
        ExportProblem(empty, "maximum"),
        ExportProblem(empty, "completion", "full"),
    ):
        with pytest.raises(InputError, match="give --target K"):
            Refutation(problem)


def test_large_boards_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="4,913 cells are too many to refute: at most 4,096"):
        Refutation(ExportProblem(Placement(Board.cube(17, 3)), "maximum", 290))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("n", "target"), [(3, 5), (4, 8)])
def test_the_versions_have_the_same_rules(
    version: str, n: int, target: int, tmp_path: Path
) -> None:
    problem = ExportProblem(Placement(Board.cube(n, 3)), "maximum", target)
    text, proof = (file.read_text() for file in written(problem, tmp_path, version))
    assert proof.startswith(f"pseudo-Boolean proof version {version}\n")
    assert refutes(text, proof)
    assert not refutes(text, re.sub(r"(?m)^pol .*?( ;)?$", r"pol 1\1", proof))


@pytest.mark.skipif(shutil.which("veripb") is None, reason="needs VeriPB")
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_veripb_accepts_a_refutation(board: Board, tmp_path: Path) -> None:
    is_old = "--requireUnsat" in run_process(["veripb", "--help"]).stdout
    words = ["--requireUnsat"] if is_old else []
    accepted = "Verification succeeded" if is_old else "s VERIFIED UNSATISFIABLE"
    most = largest_placement(board, ())
    problem = ExportProblem(Placement(board), "maximum", most + 1)
    for version in VERSIONS[:1] if is_old else VERSIONS[1:]:
        files = written(problem, tmp_path, version)
        assert accepted in run_process(["veripb", *words, *map(str, files)]).stdout
