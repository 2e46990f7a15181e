"""How many rows of each family a program has."""

from __future__ import annotations

from collections import Counter

from nqviz.ilp import Program


def row_counts(program: Program) -> Counter[str]:
    """Count the rows by the names of their families."""
    return Counter(program.families[number] for number in program.family_of.tolist())
