"""Integer programs for the queens of a board: rows and cuts as sparse matrices.

A program is data: one column for each cell, one row for each inequality
sum(x over some cells) <= bound. The rows come in named families, see `FAMILIES`; another family is
a function from a board to its rows and one entry there. Each family has a name, a title, a
sentence that describes it, and an `objection` to the boards that it does not apply to.
"""

from .cliques import CLIQUE_KINDS, clique_cells
from .families import Family, Rows, full_line_rows
from .odd_cycles import odd_cycle_cells, violated_odd_cycles
from .program import (
    CUTS,
    FAMILIES,
    Program,
    build_program,
    check_cuts,
    default_cuts,
    dominated,
    separated,
)

__all__ = [
    "CLIQUE_KINDS",
    "CUTS",
    "FAMILIES",
    "Family",
    "Program",
    "Rows",
    "build_program",
    "check_cuts",
    "clique_cells",
    "default_cuts",
    "dominated",
    "full_line_rows",
    "odd_cycle_cells",
    "separated",
    "violated_odd_cycles",
]
