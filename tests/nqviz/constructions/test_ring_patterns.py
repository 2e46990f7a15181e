import json
from importlib import resources

import pytest

from nqviz.constructions import construct
from nqviz.constructions.rings import PATTERNS, ring_pattern
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.rings import corner_cells, ring_count, ring_vector

PUBLISHED = json.loads(
    resources.files("nqviz_resources.reference").joinpath("rings.json").read_text("utf-8")
)["patterns"]


@pytest.mark.parametrize("name", PATTERNS)
def test_ring_vectors_of_the_paper(name):
    for member in PUBLISHED[name]:
        assert list(ring_vector(ring_pattern(member["n"], name))) == member["rings"]


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_go_on(name):
    for n in (*range(8, 300, 12), 2000):
        placement = ring_pattern(n, name)
        assert placement.board == Board.cube(n, 2)
        assert len(placement) == n
        assert placement.is_valid()


def test_the_marked_corner_of_the_first_pattern():
    for n in (8, 20, 32, 44):
        placement = ring_pattern(n, "first")
        innermost = next(ring for ring, k in enumerate(ring_vector(placement)) if k)
        assert set(placement.indices.tolist()) & set(corner_cells(n, innermost))
        assert innermost == ring_count(n) - 3 - (n - 8) // 3


def test_the_family():
    built = construct(Board.cube(20, 2), "rings", pattern="second")
    assert built.parameters == {"pattern": "second"}
    assert built.placement == ring_pattern(20, "second")
    with pytest.raises(InputError, match=r"the \(20,2\) board"):
        construct(Board.cube(25, 2), "rings")
    with pytest.raises(InputError, match="flat squares"):
        construct(Board.cube(20, 3), "rings")
    with pytest.raises(InputError, match="choose first or second"):
        ring_pattern(8, "third")
