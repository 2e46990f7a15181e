"""The chart of a comparison: a bar for each run, its length the logarithm of its seconds."""

import numpy as np
import pytest

from nqviz.core.errors import InputError
from nqviz.problems.compare import Row
from nqviz.rendering.canvas.canvas import Hatching, Rectangles, Text
from nqviz.rendering.figures import save_comparison
from nqviz.rendering.figures.comparison import draw_comparison
from nqviz.view.palette import LIGHT

PROVEN = [Row("b", "base", f"e{k}", seconds=10.0**k, status="optimal") for k in range(3)]
OPEN = Row("b", "base", "slow", seconds=100.0, status="limit", count=5, bound=7)


def drawn(rows, kind):
    sheet = draw_comparison(rows, LIGHT, (1440, 400))
    return [mark for mark in sheet.marks if isinstance(mark, kind)]


def test_ten_times_the_seconds_are_one_step_more():
    boxes = np.concatenate([mark.boxes for mark in drawn(PROVEN, Rectangles)])
    lengths = boxes[:, 2] - boxes[:, 0]
    assert np.allclose(np.diff(lengths), lengths[0] / 2)  # the axis begins at a hundredth


def test_no_proof_is_hatched_and_says_how_far_it_came():
    assert len(drawn([*PROVEN, OPEN], Hatching)) == 1
    words = [mark.text for mark in drawn([OPEN], Text)]
    assert f"limit: {OPEN.interval}" in words
    assert "b  base  slow" in words


def test_words_stay_on_the_page():
    long = Row("a very long name of an instance indeed", "base+cube+planar+inf", "highs", 0.001)
    rows = [Row(long.instance, long.program, long.engine, seconds=0.001, status="optimal"), OPEN]
    for mark in drawn(rows, Text):
        reach = 0.58 * mark.size * len(mark.text)
        left = {"left": mark.x, "right": mark.x - reach, "center": mark.x - reach / 2}[mark.across]
        assert left >= 0
        assert left + reach <= 1440


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "tex"])
def test_every_format(tmp_path, ending):
    save_comparison([*PROVEN, OPEN], tmp_path / f"a.{ending}", theme="dark")
    assert (tmp_path / f"a.{ending}").stat().st_size > 1000


def test_an_unknown_format_is_one_line(tmp_path):
    with pytest.raises(InputError, match="a drawing ends in"):
        save_comparison(PROVEN, tmp_path / "a.gif")
