"""Integer programs for the queens of a board: rows and cuts as sparse matrices.

A program is data: one column for each cell, one row for each inequality
sum(x over some cells) <= bound. The rows come in named families, see `FAMILIES`; a package adds
another, a function from a board to its rows, by an entry point of the group ``nqviz.cuts``. Each
family has a name, a title, a sentence that describes it, and an `objection` to the boards that it
does not apply to.

What the families do to the value of the linear program, measured by `nqviz compare` and
`nqviz.problems.compare.lp_bound`:

=======  =====  ======  ===========  ===========  ==========  ==================  ==========
board    base   + cube  cube + face  cube + star  cube+cross  cube + subsolution  cube + box
=======  =====  ======  ===========  ===========  ==========  ==================  ==========
(5,3)    25     15.82   15.75        15.72        15.72       15.82               15.50
(6,3)    36     26.00   26.00        26.00        26.00       26.00               23.43
(7,3)    49     40.84   40.84        40.84        40.84       39.13               39.00
(5,4)    125    43.25   41.50        43.25        41.50       43.25               43.25
=======  =====  ======  ===========  ===========  ==========  ==================  ==========

Cliques of every form, found exactly at the root (``clique``), bring it to 15.67 on (5,3), 26.00 on
(6,3), 41.50 on (5,4) and from 8.50 to 6.75 on (3,4).

Odd cycles found at the root left the value as it was on the (4,3), (5,3), (6,3), (3,4) and (3,5)
boards, with and without cubes where both were tried.
"""

from .cliques import clique_cells
from .families import Family, Rows, full_line_rows
from .program import (
    FAMILIES,
    Program,
    build_program,
    check_cuts,
    cut_names,
    default_cuts,
    entries_of,
    families_of,
    separated,
)

__all__ = [
    "FAMILIES",
    "Family",
    "Program",
    "Rows",
    "build_program",
    "check_cuts",
    "clique_cells",
    "cut_names",
    "default_cuts",
    "entries_of",
    "families_of",
    "full_line_rows",
    "separated",
]
