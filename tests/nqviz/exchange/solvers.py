"""Other solvers, by the files that they read and write; a test without them is skipped."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_CP_SAT = """
import sys
from ortools.linear_solver.python import model_builder
model = model_builder.Model()
assert model.import_from_mps_file(sys.argv[1])
solver = model_builder.Solver("SAT")
assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
for variable in model.get_variables():
    print(variable.name, solver.value(variable))
"""


def highs(path: Path) -> str:
    """Solve an MPS or LP file by HiGHS and return its solution file."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    solver.run()
    solution = path.with_suffix(".sol")
    solver.writeSolution(str(solution), 0)
    return solution.read_text()


def cp_sat(path: Path) -> str:
    """Solve an MPS file by CP-SAT in a process of its own, which highspy may not share."""
    pytest.importorskip("ortools")
    words = [sys.executable, "-c", _CP_SAT, str(path)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def sat(path: Path) -> str:
    """Solve clauses by CaDiCaL of python-sat, or by MiniSat; return the lines of the answer."""
    if (minisat := shutil.which("minisat")) is not None:
        answer = path.with_suffix(".out")
        subprocess.run([minisat, "-verb=0", path, answer], capture_output=True, check=False)
        return answer.read_text()
    solvers = pytest.importorskip("pysat.solvers")
    clauses = pytest.importorskip("pysat.formula").CNF(from_file=str(path))
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def program(name: str, *words: object) -> str:
    """Run a program of the system and return its output."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    line = [found, *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout
