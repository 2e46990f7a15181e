"""Numbers in cells are never written where they cannot be read."""

from nqviz.rendering.canvas.legend import number_size


def test_text_shrinks_with_its_length_and_vanishes_when_too_small():
    assert number_size(["1"], 40) > number_size(["12345"], 40) > 0
    assert number_size(["12345"], 12) == 0
    assert number_size([], 40) > 0
