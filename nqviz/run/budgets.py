"""The budgets of files: how much a file may hold, in bytes, elements, cells and seconds.

Every reader keeps them, so that no file takes more than about 2 GB of memory while it is read. A
file beyond a budget is refused on one line. The limits of boards themselves are `MAX_CELLS` and
`MAX_DIMENSION` of `nqviz.core.board`.
"""

from __future__ import annotations

from nqviz.core.errors import InputError

FILE_BYTES = 2**27
"""The largest file that is read whole; a full placement on the (37,5) board has 5e7 bytes."""

JSON_ELEMENTS = 2**23
"""The most values in a JSON text, each of which takes up to 100 bytes of memory."""

TEXT_NUMBERS = 2**24
"""The most numbers in a table of queens."""
TEXT_CHARACTERS = 2**24
"""The largest text that is read line by line, because it holds more than rows of numbers."""

CODE_CHARACTERS = 2**18
"""The longest placement code: about 200,000 queens."""
CODE_VIEW_BYTES = 2**14
"""The largest view in a placement code, unpacked."""

RECORD_SECONDS = 5.0
"""The time in which a record of an own folder is built and checked."""

LESSON_BYTES = 2**19
PICTURE_BYTES = 2**22
PICTURE_PIXELS = 2**24
"""The largest picture in a lesson, packed and unpacked."""

PROOF_BYTES = 2**29
"""The largest proof, packed and unpacked."""
PROOF_ENTRIES = 2**14
"""The most arrays of a proof."""
PROOF_HEADER_BYTES = 2**22

CLIQUE_MEMBERS = 2**22
"""The most cells of all cliques of a proof together; sums of their weights have 64 bits."""
CLIQUE_CELLS = 2**11
"""The largest clique of a proof: its pairs of cells are checked at once."""
BOXES = 2**20
TREE_STEPS = 2**21
TREE_CELLS = 2**26
"""The most cells and images of symmetries that the open nodes of a tree hold together."""
MATRIX_CELLS = 2**12
DOMINATION_CELLS = 2**12
"""The most cells of a board whose domination is checked."""
FIRST_SIDE = 150
"""The largest side of a board whose first placement is checked."""
FIRST_PRICES = 2**24
"""The most prices of a proof that a placement is the first."""
GIVEN_WORK = 2**33
"""The largest product of given queens and cells of the board of a proof."""
ORBIT_PAIRS = 2**25
"""The most pairs of a first cell of an orbit and a cell, of a matrix on orbits of pairs."""
ORBIT_SIDE = 7000
"""The largest block of such a matrix: its Cholesky factor takes seconds and 400 MB."""
DIFFERENCE_CELLS = 2**22
"""The most cells of a torus with a function of differences."""
DISPLACEMENTS = 2**26
"""The most displacements between two cells of a board whose proofs are checked."""
SYMMETRY_ENTRIES = 2**24
"""The largest table of symmetries, in images of cells."""

SESSION_TABS = 1000
TAB_CELLS = 2**27
"""The most cells of the boards of all tabs of a session together."""
LOADED_CELLS = 2**29
"""The most cells of all boards that the histories of a session load, one after the other."""

CHECKPOINT_LINE_BYTES = 2**28


def keep(count: int, most: int, what: str) -> None:
    """Check a count against its budget.

    `what`: what is counted, for the message: ``bytes of a proof``.
    Raises InputError ``too large: N WHAT; at most M are read``
    """
    if count > most:
        raise InputError(f"too large: {count:,} {what}; at most {most:,} are read")
