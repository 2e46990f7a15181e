"""Problems that travel: the files that are written are solved by other solvers and read again."""

from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.exchange import ExportProblem, check_solution, read_reference, write_problem_file
from nqviz.exchange.solutions import parse_solution
from nqviz.problems import dominate, maximum

from . import solvers

GIVEN = Placement.from_coordinates(Board.cube(8, 2), [[1, 4], [2, 7]])
MAXIMA = [
    Board.cube(5, 2),
    Board.cube(4, 3),
    Board((3, 4, 5)),
    Board.cube(5, 2, torus=True),
    Board.cube(4, 2, piece="bishop"),
    Board.cube(5, 2, piece="hyperplane-queen"),
    Board((5, 4), wraps=(1,)),
    Board((3, 4, 3), wraps=(0, 2)),
    Board((4, 6), wraps=(1,), twist=True),
]


def optimum(problem: ExportProblem, path: Path, text: str) -> int:
    """Return the number of queens of a solver's answer, verified by way of the file."""
    found = check_solution(parse_solution(text), read_reference(path))
    assert found.is_valid, found.message
    assert found.problem.problem == problem.problem
    if found.colours is not None:
        return int(found.colours.max()) + 1
    assert found.placement is not None
    return len(found.placement)


@pytest.mark.parametrize("board", MAXIMA, ids=str)
@pytest.mark.parametrize(("ending", "breaks"), [(".mps", False), (".lp", True)])
def test_highs_reads_maxima(board: Board, ending: str, breaks: bool, tmp_path: Path) -> None:
    problem = ExportProblem(Placement(board), breaks_symmetry=breaks)
    path = tmp_path / f"problem{ending}"
    write_problem_file(problem, path)
    assert optimum(problem, path, solvers.highs(path)) == maximum(board).count


@pytest.mark.parametrize("ending", [".mps", ".lp"])
def test_highs_reads_the_other_problems(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"problem{ending}"
    board = Board.cube(5, 2)
    for problem, expected in (
        (ExportProblem(GIVEN, "completion", "full"), 8),
        (ExportProblem(GIVEN, "completion"), 8),
        (ExportProblem(Placement(board), "domination"), 3),
        (ExportProblem(Placement(board), "domination", independent=True), 3),
        (ExportProblem(Placement(board), "domination", breaks_symmetry=True), 3),
        (ExportProblem(Placement(board), "domination", 4), 3),
        (ExportProblem(Placement(board), "colouring", 5), 5),
        (ExportProblem(Placement(Board.cube(4, 2)), "colouring", breaks_symmetry=True), 5),
    ):
        write_problem_file(problem, path)
        assert optimum(problem, path, solvers.highs(path)) == expected
    assert dominate(board).count == 3


@pytest.mark.parametrize("ending", [".mps", ".lp"])
def test_given_queens_may_leave_nothing_to_choose(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"problem{ending}"
    given = Placement.from_coordinates(Board((4, 1)), [[2, 1]])
    write_problem_file(ExportProblem(given, "completion"), path)
    solvers.highs(path)  # reads it


def test_highs_proves_that_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "problem.mps"
    write_problem_file(ExportProblem(Placement(Board.cube(4, 3)), target=8), path)
    found = check_solution(parse_solution(solvers.highs(path)), read_reference(path))
    assert found.claim == "infeasible"
    assert "nothing here proves it" in found.message


def test_cp_sat_reads_mps(tmp_path: Path) -> None:
    path = tmp_path / "problem.mps"
    problem = ExportProblem(Placement(Board.cube(4, 3)), breaks_symmetry=True)
    write_problem_file(problem, path)
    assert optimum(problem, path, solvers.cp_sat(path)) == 7


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (ExportProblem(Placement(Board.cube(8, 2)), target="full"), 8),
        (ExportProblem(Placement(Board.cube(4, 3)), target=7), 7),
        (ExportProblem(Placement(Board.cube(4, 3)), target=8), None),
        (ExportProblem(Placement(Board.cube(8, 2)), target=9), None),
        (ExportProblem(GIVEN, "completion", "full"), 8),
        (ExportProblem(GIVEN, "completion", 7), 7),
        (ExportProblem(Placement(Board.cube(5, 2)), "domination", 3), 3),
        (ExportProblem(Placement(Board.cube(5, 2)), "domination", 2), None),
        (ExportProblem(Placement(Board.cube(6, 2)), "domination", 4, independent=True), 4),
        (ExportProblem(Placement(Board.cube(4, 2)), "colouring", 5, breaks_symmetry=True), 5),
        (ExportProblem(Placement(Board.cube(4, 2)), "colouring", 4), None),
        (ExportProblem(Placement(Board.cube(7, 2)), "colouring", 7, breaks_symmetry=True), 7),
    ],
    ids=lambda value: value.describe() if isinstance(value, ExportProblem) else str(value),
)
def test_sat_solvers_read_clauses(
    problem: ExportProblem, expected: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "problem.cnf"
    write_problem_file(problem, path)
    text = solvers.sat(path)
    if expected is None:
        assert parse_solution(text).claim == "infeasible"
        return
    got = optimum(problem, path, text)
    assert got <= expected if problem.problem == "domination" else got >= expected


def test_minizinc_reads_models(tmp_path: Path) -> None:
    path = tmp_path / "problem.mzn"
    for problem, expected in (
        (ExportProblem(Placement(Board.cube(3, 3)), breaks_symmetry=True), 4),
        (ExportProblem(GIVEN, "completion", "full"), 8),
        (ExportProblem(Placement(Board.cube(4, 2)), "colouring", 5), 5),
    ):
        write_problem_file(problem, path)
        for words in ((), ("--output-mode", "json")):
            assert optimum(problem, path, solvers.program("minizinc", *words, path)) == expected


def test_cbc_reads_mps(tmp_path: Path) -> None:
    path, solution = tmp_path / "problem.mps", tmp_path / "cbc.sol"
    problem = ExportProblem(Placement(Board.cube(4, 3)))
    write_problem_file(problem, path)
    solvers.program("cbc", path, "solve", "solution", solution)
    assert optimum(problem, path, solution.read_text()) == 7


@pytest.mark.parametrize("ending", [".mps", ".lp"])
def test_glpk_reads_programs(ending: str, tmp_path: Path) -> None:
    path, written = tmp_path / f"problem{ending}", tmp_path / "written"
    for problem, expected in (
        (ExportProblem(Placement(Board.cube(3, 3))), 4),
        (ExportProblem(GIVEN, "completion", "full"), 8),
        (ExportProblem(Placement(Board.cube(4, 2)), "domination"), 2),
        (ExportProblem(Placement(Board.cube(5, 2)), "colouring", 5), 5),
    ):
        write_problem_file(problem, path)
        for kind in "-o", "-w":
            reads = "--freemps" if ending == ".mps" else "--lp"
            solvers.program("glpsol", reads, path, kind, written)
            assert optimum(problem, path, written.read_text()) == expected
    write_problem_file(ExportProblem(Placement(Board.cube(3, 3)), target=5), path)
    solvers.program("glpsol", reads, path, "-o", written)
    assert parse_solution(written.read_text()).claim == "infeasible"


def test_glasgow_reads_complements(tmp_path: Path) -> None:
    path = tmp_path / "graph.clq"
    problem = ExportProblem(Placement(Board.cube(3, 3)), complement=True)
    write_problem_file(problem, path)
    text = solvers.program("glasgow_clique_solver", "--format", "dimacs", path)
    assert optimum(problem, path, text) == 4


@pytest.mark.parametrize("board", [Board.cube(5, 2), Board((2, 3, 4)), Board.cube(4, 2, True)])
def test_networkx_reads_graph6(board: Board, tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    path = tmp_path / "graph.g6"
    write_problem_file(ExportProblem(Placement(board)), path)
    graph = networkx.read_graph6(path)
    assert (networkx.to_numpy_array(graph) == board.attack_graph.toarray()).all()
    vertices = networkx.maximal_independent_set(graph, seed=0)
    text = " ".join(str(vertex + 1) for vertex in vertices)
    assert check_solution(parse_solution(text), ExportProblem(Placement(board))).is_valid


def test_graphs_agree_with_the_attack_graph(tmp_path: Path) -> None:
    board = Board((3, 4, 2))
    expected = np.argwhere(np.triu(board.attack_graph.toarray())) + 1
    write_problem_file(ExportProblem(Placement(board)), tmp_path / "graph.col")
    lines = (tmp_path / "graph.col").read_text().splitlines()
    assert f"p edge {board.size} {len(expected)}" in lines
    edges = [list(map(int, line.split()[1:])) for line in lines if line.startswith("e ")]
    assert edges == expected.tolist()
    write_problem_file(ExportProblem(Placement(board), complement=True), tmp_path / "graph.metis")
    lines = (tmp_path / "graph.metis").read_text().splitlines()
    head, *rows = [line for line in lines if not line.startswith("%")]
    joined = board.size * (board.size - 1) // 2 - len(expected)
    assert head == f"{board.size} {joined}"
    first = np.flatnonzero(~board.attack_graph.toarray()[0])[1:] + 1
    assert list(map(int, rows[0].split())) == first.tolist()
