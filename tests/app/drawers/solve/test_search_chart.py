"""The chart of a search: two stairs, what they say, and what is known before there are any."""

import pytest
from PySide6.QtGui import QColor

from nqviz import Board
from nqviz.formats.trace import Trace
from nqviz.view.palette import LIGHT
from nqviz_app.drawers.solve.chart import BoundChart, Moments, of_search
from tests.app.window_driver import dress

BOARD = Board.cube(12, 3)


@pytest.fixture
def chart(qtbot):
    chart = BoundChart()
    dress(chart, LIGHT)
    qtbot.addWidget(chart)
    chart.resize(300, 160)
    chart.show()
    return chart


def moments(*points):
    made = Moments()
    for point in points:
        made.add(*point)
    return made.trace


def colours(chart):
    image = chart.grab().toImage()
    return {
        QColor(image.pixel(x, y)).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


def test_it_reads_out_what_was_known_then(chart):
    chart.show_trace(BOARD, moments((0.5, None, 60), (1.0, 40, 55), (2.0, 45, 50)))
    assert chart.read_out(0.2) is None
    assert chart.read_out(0.7) == (0.7, "0.7 s, at most 60")
    assert chart.read_out(1.9) == (1.9, "1.9 s, found 40, at most 55")
    assert chart.accessibleDescription() == "2.0 s, found 45, at most 50"
    assert {LIGHT.proven.upper(), LIGHT.open.upper()} <= colours(chart)


def test_nothing_is_painted_without_a_search(chart):
    chart.show_trace(BOARD, None)
    assert chart.chart is None
    assert len(colours(chart)) == 1
    chart.show_trace(BOARD, Trace(((0.1, None, None),)))
    assert chart.chart is None


def test_known_bounds_stand_there_before_a_search(chart):
    chart.show_trace(BOARD, None, (133, 143))
    assert chart.accessibleDescription() == "133 known, at most 143"
    assert not chart.chart.unit
    chart.show_trace(BOARD, moments((0.5, 12, 60)), (133, 143))
    assert chart.chart.unit


def test_the_time_does_not_go_back():
    trace = moments((0.5, None, 60), (2.0, 40, 55), (1.5, 45, 50))
    assert trace.moments == ((0.5, None, 60), (2.0, 40, 55), (2.0, 45, 50))
    assert not trace.fewest


def test_moments_that_change_nothing_stretch_the_last_one():
    assert len(moments(*((k, 40, 55) for k in range(50))).moments) == 2


def seconds(*points, limit=0.0):
    return of_search(BOARD, Trace(points), limit).span[0]


def queens(*points):
    return of_search(BOARD, Trace(points)).span[1]


def test_an_early_bound_does_not_flatten_the_chart():
    low, high = queens((0.1, None, 1331), (9.0, 112, 115))
    assert low < 112 < 115 < high < 200


@pytest.mark.parametrize(("last", "expected"), [(0.3, 0.3), (0.9, 1.0), (16, 20), (90, 100)])
def test_the_axis_of_time_ends_at_a_round_number(last, expected):
    assert seconds((last, 5, 9)) == (0.0, pytest.approx(expected))


def test_the_axis_of_time_reaches_to_the_limit_once_the_search_is_well_under_way():
    points = ((1.0, 116, 144), (20.0, 133, 143))
    assert seconds(*points, limit=60.0) == (0.0, 60.0)
    assert seconds(*points) == (0.0, 20.0)
    assert seconds(points[0], limit=60.0) == (0.0, 1.0)
    assert queens((0.1, 20, 144), *points) == (110.0, 150.0), "early finds do not flatten the rest"


def test_what_stands_at_the_ends_of_the_stairs():
    made = of_search(BOARD, Trace(((1.0, 116, 1440),)))
    assert [each.end for each in made.series] == ["116 found", "1\u202f440 limit"]
