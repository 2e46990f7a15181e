"""Charts say what is true, and are drawn where they say."""

from dataclasses import replace

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.counting.densities.profile import radial_profile
from nqviz.rendering.canvas.canvas import Hatching, Rectangles, Stamps, Strokes, Text
from nqviz.rendering.figures import counts_chart, profile_chart, save_chart, search_chart
from nqviz.rendering.figures.chart_drawing import Frame, Layout, draw_chart
from nqviz.rendering.figures.charts import Level, levels_chart
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import LIGHT, NOT_PROVEN, PROVEN, layer_colours

PICTURE = BoardView.of(Placement(Board((3, 4, 5)), [(0, 0, 0), (1, 2, 0), (2, 1, 3)]))


@pytest.mark.parametrize(("axis", "heights"), [(0, [1, 1, 1]), (2, [2, 0, 0, 1, 0])])
def test_queens_are_counted_along_any_coordinate(axis, heights):
    chart = counts_chart(PICTURE, axis)
    assert chart.series[0].points[:, 1].tolist() == heights
    assert chart.series[0].points[:, 0].tolist() == list(range(1, len(heights) + 1))
    assert chart.ceiling[0] >= max(heights)


def test_bars_are_as_high_as_their_values():
    chart = counts_chart(PICTURE, 2)
    sheet = draw_chart(chart, LIGHT, Layout.page((800, 600)))
    bars = next(mark for mark in sheet.marks if isinstance(mark, Rectangles))
    heights = bars.boxes[:, 3] - bars.boxes[:, 1]
    assert heights[0] == pytest.approx(2 * heights[1])
    assert bars.colours.tolist() == layer_colours(5)[[0, 3]].tolist()
    assert (bars.boxes >= 0).all()
    assert bars.boxes[:, 2].max() < 800


def test_a_search_is_two_stairs_that_close_in():
    moments = [(0.0, None, 1000), (1.0, 10, 30), (2.5, 20, 25), (4.0, 24, 24)]
    chart = search_chart(Board.cube(5, 3), moments)
    found, bound = chart.series
    assert (found.name, bound.name) == ("found", "at most")
    assert found.points[0].tolist() == [1.0, 10.0]
    assert found.points[-1].tolist() == bound.points[-1].tolist() == [4.0, 24.0]
    assert chart.span[1][1] < 1000  # the first bound is far off and not what matters
    strokes = [
        m for m in draw_chart(chart, LIGHT, Layout.page((800, 600))).marks if isinstance(m, Strokes)
    ]
    stairs = {m.colour: m.segments for m in strokes if m.colour in (PROVEN, NOT_PROVEN)}
    for segments in stairs.values():
        along = np.abs(np.diff(segments[0], axis=0))
        assert ((along < 1e-9).any(axis=1)).all()  # each step is level or upright
    assert search_chart(Board.cube(5, 2), moments, fewest=True).series[1].name == "at least"


def test_a_profile_is_that_of_the_density():
    density = np.arange(64.0)
    chart = profile_chart(replace(BoardView(Board.cube(4, 3)), overlay=Overlay(density)))
    shells = radial_profile(Board.cube(4, 3), density)
    assert chart.series[0].points.tolist() == [[s.distance, s.mean] for s in shells]


def test_charts_tell_their_values(tmp_path):
    save_chart(counts_chart(PICTURE), tmp_path / "a.svg", size=(600, 400))
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<title" in text
    assert "1: 2, 2: 0, 3: 0, 4: 1, 5: 0" in text


def test_charts_of_nothing_are_refused():
    with pytest.raises(InputError, match="no search"):
        search_chart(Board.cube(4, 2), [(0.0, None, None)])
    with pytest.raises(InputError, match="no density"):
        profile_chart(PICTURE)
    with pytest.raises(InputError, match="coordinate 4 does not exist"):
        counts_chart(PICTURE, 3)


def test_charts_are_read_out_at_their_points_and_stairs_between_them():
    assert counts_chart(PICTURE, 2).read_out(1.3) == (1.0, "1: 2 queens")
    search = search_chart(Board.cube(5, 3), [(0.5, None, 60), (2.0, 40, 55)])
    assert search.read_out(0.2) is None
    assert search.read_out(0.7) == (0.7, "0.7 s, at most 60")


def test_levels_that_are_not_decided_are_hatched_and_the_current_one_is_pointed_at():
    chart = levels_chart([Level(34, 2, True), Level(26, 1, False)], 26)
    marks = draw_chart(chart, LIGHT, Layout.panel(chart, (300, 170), 13.0)).marks
    bars = next(mark for mark in marks if isinstance(mark, Rectangles))
    hatched = next(mark for mark in marks if isinstance(mark, Hatching))
    assert (len(bars.boxes), len(hatched.boxes)) == (1, 1)
    triangle = next(mark for mark in marks if isinstance(mark, Stamps))
    assert hatched.boxes[0, 0] < triangle.centres[0, 0] < hatched.boxes[0, 2]
    assert {"34", "26"} <= {mark.text for mark in marks if isinstance(mark, Text)}
    assert levels_chart([], None) is None


def test_a_panel_has_no_heading_and_its_frame_finds_values_again():
    chart = counts_chart(PICTURE, 2)
    layout = Layout.panel(chart, (300, 190), 13.0)
    marks = draw_chart(chart, LIGHT, layout).marks
    assert chart.title not in {mark.text for mark in marks if isinstance(mark, Text)}
    frame = Frame(chart, layout)
    x = float(frame.places(np.array([(3.0, 0.0)]))[0, 0])
    assert frame.value(x) == pytest.approx(3.0)
    assert frame.value(0.0) is None
