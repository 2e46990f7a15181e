"""The texts of solvers, and what is wrong with a solution, in one line."""

import numpy as np
import pytest

from nqviz import Board, InputError, Placement
from nqviz.exchange import ExportProblem, check_solution
from nqviz.exchange.solutions import parse_solution

FOUR = ExportProblem(Placement(Board.cube(4, 2)))
QUEENS = [[1, 2], [2, 4], [3, 1], [4, 3]]
NUMBERS = [2, 8, 9, 15]

SCIP = """solution status: optimal solution found
objective value:                                    4
x_1_2                                               1 \t(obj:1)
x_2_4                                               1 \t(obj:1)
x_3_1                              0.9999999999999998 \t(obj:1)
x_4_3                                               1 \t(obj:1)
"""
GUROBI = """# Solution for model nqviz
# Objective value = 4
x_1_1 0
x_1_2 1
x_2_4 1
x_3_1 1
x_4_3 1
"""
HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective -4
# Columns 16
x_1_1 -0
x_1_2 1
x_2_4 1
x_3_1 1
x_4_3 1
# Rows 3
base_1 1

# Dual solution values
Feasible
# Columns 16
x_1_2 0.5
"""
CPLEX = """<?xml version = "1.0"?>
<CPLEXSolution><variables>
<variable name="x_1_2" index="1" value="1"/><variable name="x_2_4" index="7" value="1"/>
<variable name="x_3_1" index="8" value="1"/><variable name="x_4_3" index="14" value="1"/>
</variables></CPLEXSolution>
"""
CBC = """Optimal - objective value -4.00000000
      1 x_1_2                     1                      -1
      7 x_2_4                     1                      -1
      8 x_3_1                     1                      -1
     14 x_4_3                     1                      -1
"""
GLPK_RAW = """c Problem:    nqviz
c Rows:       5
c Columns:    4
c Non-zeros:  16
c Status:     INTEGER OPTIMAL
c Objective:  queens = 1 (MAXimum)
c
s mip 5 4 o 1
i 1 1
i 2 1
j 1 0
j 2 1
j 3 0
j 4 0
e o f
"""


def test_the_raw_format_of_glpk_is_read():
    found = parse_solution(GLPK_RAW)
    assert (found.numbered, found.is_optimal) == ({1: 0.0, 2: 1.0, 3: 0.0, 4: 0.0}, True)
    feasible = parse_solution(GLPK_RAW.replace("4 o 1", "4 f 1"))
    assert (feasible.numbered, feasible.is_optimal) == (found.numbered, False)
    assert parse_solution(GLPK_RAW.replace("4 o 1", "4 n 0")).claim == "infeasible"
    assert parse_solution(GLPK_RAW.replace("4 o 1", "4 u 0")).claim == "unknown"
    basis = "s bas 1 2 f f 1.5\ni 1 u 1 1\nj 1 b 0.5 0\nj 2 l 1 -1\ne o f\n"
    assert parse_solution(basis).numbered == {1: 0.5, 2: 1.0}
    with pytest.raises(InputError, match="no columns"):
        parse_solution("s mip 5 4 o 1\ne o f\n")


GLPK = """Problem:    nqviz
Status:     INTEGER OPTIMAL
   No. Column name       Activity     Lower bound   Upper bound
     1 x_1_1        *              0             0             1
     2 x_1_2        *              1             0             1
     8 x_2_4        *              1             0             1
     9 x_3_1
                    *              1             0             1
    15 x_4_3        *              1             0             1
"""
HIGHS_TABLE = """Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0            1           -0               Integer     x_1_1
        1                   0            1            1               Integer     x_1_2
        7     UB            0            1            1            0  Integer     x_2_4
        8                   0            1            1               Integer     x_3_1
       14                   0            1            1               Integer     x_4_3
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                -inf            1            1               base_1

Model status: Optimal
"""
SCIP_OPB = """objective value:                                    4
x2                                                  1 \t(obj:1)
x8                                                  1 \t(obj:1)
x9                                                  1 \t(obj:1)
x15                                                 1 \t(obj:1)
"""
GLASGOW = """hostname = host
commandline = glasgow_clique_solver --format dimacs four.clq
started_at = 2026-11-28 09:08:01
file = four.clq
status = true
nodes = 17
omega = 4
clique = 2 8 9 15
runtime = 0
"""
LP_SOLVE = """
Value of objective function: -4.00000000

Actual values of the variables:
x_1_1                           0
x_1_2                           1
x_2_4                           1
x_3_1                           1
x_4_3                           1

Actual values of the constraints:
base_1                          1
"""
TABLE = "\n".join("1" if k in NUMBERS else "0" for k in range(1, 17))


@pytest.mark.parametrize(
    "text",
    [
        SCIP,
        GUROBI,
        HIGHS,
        CPLEX,
        CBC,
        GLPK,
        HIGHS_TABLE,
        SCIP_OPB,
        GLASGOW,
        LP_SOLVE,
        '{\n  "x" : [' + TABLE.replace("\n", ", ") + "]\n}\n----------\n==========\n",
        "c a comment\ns SATISFIABLE\nv -1 2 8 9\nv 15 -16 17 0\n",
        "SAT\n-1 2 8 9 15 -16 0\n",
        "s OPTIMUM FOUND\nv -x1 x2 x8 x9 x15\n",
        "v x_1_2 x_2_4 x_3_1 x_4_3 -x_4_4\n",
        "2 8 9 15\n",
        "solution = 2 8 9 15\n",
        "2\n8\n9\n15\n",
        TABLE,
        f"x = [{TABLE.replace(chr(10), ', ')}];\n----------\n==========\n",
        "x = array1d(1..16, [" + TABLE.replace("\n", ", ") + "]);\n",
    ],
    ids=lambda text: text[:12],
)
def test_formats_of_solutions(text: str) -> None:
    found = check_solution(parse_solution(text), FOUR)
    assert found.is_valid, found.message
    assert found.placement == Placement.from_coordinates(FOUR.board, QUEENS)
    assert found.message == "valid: 4 queens on the (4,2) board, no attacks"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "solution: the file is empty"),
        ("hello\n", "no solution was found in it"),
        ("x_1_1 0.5\n", "x_1_1 is 0.5; it has to be 0 or 1"),
        ("     1 x_1_1        B           0.5             0\n", "x_1_1 is 0.5; it has to be"),
        ("x_1_1 nan\n", "the value of x_1_1 is nan, not a number"),
        ("x_1_1 one\n", "the value of x_1_1 is one, not a number"),
        ("x_1_5 1\n", "x_1_5: cell (1, 5) is off the (4,2) board"),
        ("x_1_2_3 1\n", "x_1_2_3: cell (1, 2, 3) has 3 coordinates"),
        ("x_1_1_c1 1\n", "x_1_1_c1 is no column of maximum"),
        ("x_1_1 1\nx_1_1 0\n", "x_1_1 has two values"),
        ("1 17\n", "there is no vertex 17; they are 1 to 16"),
        ("0 3 4\n", "there is no vertex 0"),
        ("3 3\n", "1 vertices are listed twice"),
        ("0\n1\n", "2 values are listed for 16 vertices"),
        ("v 1 b 0\n", "b is no literal"),
    ],
)
def test_bad_solutions(text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        check_solution(parse_solution(text), FOUR)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "problem", "words"),
    [
        ("x_1_1 1\nx_2_2 1\n", FOUR, "(1, 1) and (2, 2) attack each other along a diagonal"),
        ("x_1_1 1\n", ExportProblem(FOUR.givens, target=2), "1 queen, 2 are asked for"),
        ("1\n", ExportProblem(FOUR.givens, "domination"), "cell (2, 3) is not dominated, nor"),
        (
            "1 2 3 4",
            ExportProblem(FOUR.givens, "domination", 3),
            "4 queens, 3 are allowed",
        ),
        ("x_1_1_c1 1", ExportProblem(FOUR.givens, "colouring", 5), "(1, 2) has no colour"),
        ("1 " * 16, ExportProblem(FOUR.givens, "colouring"), "colour 1: (1, 1) and (1, 2)"),
    ],
)
def test_what_is_wrong(text: str, problem: ExportProblem, words: str) -> None:
    found = check_solution(parse_solution(text), problem)
    assert not found.is_valid
    assert words in found.message


def test_the_colour_of_each_vertex() -> None:
    square = np.array([[3, 4, 5, 1], [5, 1, 2, 3], [2, 3, 4, 5], [4, 5, 1, 2]])
    text = "\n".join(map(str, square.ravel().tolist()))
    found = check_solution(parse_solution(text), ExportProblem(FOUR.givens, "colouring"))
    assert found.is_valid, found.message
    assert found.colours is not None
    assert (found.colours == square - 1).all()


@pytest.mark.parametrize("text", ["Status:     INTEGER EMPTY\n", "Model status: Infeasible\n"])
def test_a_table_without_a_solution(text: str) -> None:
    assert check_solution(parse_solution(f"x_1_1 0\n{text}"), FOUR).claim == "infeasible"


def test_claims() -> None:
    for text, claim in (
        ("s UNSATISFIABLE\n", "infeasible"),
        ("UNSAT\n", "infeasible"),
        ("=====UNSATISFIABLE=====\n", "infeasible"),
        ("solution status: infeasible\nno solution available\n", "infeasible"),
        ("Infeasible - objective value 0.0\n  0 x_1_1  0.5  0\n", "infeasible"),
        ("s UNKNOWN\n", "unknown"),
        ("status = false\nnodes = 11\n", "infeasible"),
        ("status = aborted\nnodes = 11\n", "unknown"),
        ("Status:     INTEGER UNDEFINED\n  1 x_1_1        *              0\n", "unknown"),
        (
            CBC.replace("Optimal", "Stopped on time (no integer solution - continuous used)"),
            "unknown",
        ),
    ):
        assert check_solution(parse_solution(text), FOUR).claim == claim


def test_given_queens_are_added() -> None:
    givens = Placement.from_coordinates(FOUR.board, QUEENS[:2])
    problem = ExportProblem(givens, "completion", "full")
    assert [problem.name(k) for k in range(len(problem.cells))] == ["x_3_1", "x_4_1", "x_4_3"]
    found = check_solution(parse_solution("v 1 -2 3 0"), problem)
    assert found.placement == Placement.from_coordinates(FOUR.board, QUEENS)


def test_colourings_lead_back() -> None:
    problem = ExportProblem(Placement(Board.cube(5, 2)), "colouring", 5)
    square = np.add.outer(2 * np.arange(5), np.arange(5)) % 5
    numbers = np.arange(25) * 5 + square.ravel() + 1
    found = check_solution(parse_solution("v " + " ".join(map(str, numbers)) + " 0"), problem)
    assert found.is_valid
    assert found.colours is not None
    assert (found.colours == square).all()
    names = "\n".join(f"{problem.name(number - 1)} 1" for number in numbers)
    assert check_solution(parse_solution(names), problem).is_valid


def test_options_that_do_not_go_together() -> None:
    empty, given = FOUR.givens, Placement.from_coordinates(FOUR.board, QUEENS[:1])
    for words, options in (
        ("unknown problem 'x'", (empty, "x")),
        ("given queens go with completion", (given, "maximum")),
        ("the target of domination is a number", (empty, "domination", "full")),
        ("cuts go with maximum and completion", (empty, "colouring", None, ("cube",))),
        ("symmetry breaking goes without", (given, "completion", None, None, True)),
        ("--independent goes with domination", (empty, "maximum", None, None, False, True)),
    ):
        with pytest.raises(InputError) as error:
            ExportProblem(*options)  # type: ignore[arg-type]
        assert words in str(error.value)
