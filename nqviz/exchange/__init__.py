"""Problems in files that other solvers read, and the solutions that they write.

`write_problem` writes a problem of a board as an integer program (mps, lp, opb, mzn), as clauses
(cnf) or as a graph (dimacs, metis, graph6). `read_solution` reads what a solver has written, and
`check_solution` verifies it with the rules of the board, whatever the solver claims.
"""

from .header import read_reference
from .problem import PROBLEMS, ExportProblem
from .solutions import read_solution
from .verify import ImportedSolution, check_solution
from .write import FORMATS, format_for, write_problem, write_problem_file

__all__ = [
    "FORMATS",
    "PROBLEMS",
    "ExportProblem",
    "ImportedSolution",
    "check_solution",
    "format_for",
    "read_reference",
    "read_solution",
    "write_problem",
    "write_problem_file",
]
