"""Ring vectors as sums over rings."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.constructions import construct
from nqviz.core.board import Board
from nqviz.core.rings import compact_sum, ring_sizes, ring_vector


def read(text: str) -> dict[int, int]:
    """Return the queens of each ring, by its size, from a compact sum."""
    found: dict[int, int] = {}
    for part in text.split(" + "):
        whole = re.fullmatch(r"sum\(i = 0\.\.(\d+)\) S\((\d+)\+(\d+)i\)\{(\d+)\}", part)
        if whole is None:
            one = re.fullmatch(r"S(\d+)\{(\d+)\}", part)
            assert one is not None, part
            size, queens = map(int, one.groups())
            members = [size]
        else:
            last, first, step, queens = map(int, whole.groups())
            members = [first + step * i for i in range(last + 1)]
            assert len(members) > 2
        for size in members:
            assert size not in found
            found[size] = queens
    return found


@given(st.integers(1, 40), st.data())
def test_a_compact_sum_says_what_the_vector_says(n: int, data: st.DataObject) -> None:
    sizes = ring_sizes(n)
    vector = data.draw(st.lists(st.integers(0, 4), min_size=len(sizes), max_size=len(sizes)))
    assert read(compact_sum(n, vector)) == dict(zip(sizes, vector, strict=True))


@pytest.mark.parametrize("n", [20, 32, 80])
def test_patterns_are_the_sums_of_the_paper(n: int) -> None:
    vector = ring_vector(construct(Board.cube(n, 2), "rings").placement)
    zeros, pairs = (n - 8) // 6, (n - 4) // 4 - (n + 4) // 12
    assert compact_sum(n, vector) == (
        f"sum(i = 0..{zeros}) S(4+8i){{0}} + S{4 * (n + 1) // 3}{{2}}"
        f" + sum(i = 0..{pairs}) S({4 + 16 * ((n + 4) // 12)}+16i){{2}}"
        f" + sum(i = 0..{pairs}) S({12 + 16 * ((n + 4) // 12)}+16i){{4}}"
    )
