"""Canvases painted by Qt: every kind of mark, where the canvas says."""

import numpy as np
import pytest
from PySide6.QtGui import QFont, QImage, QPainter

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.view.palette import LIGHT
from nqviz_app.views.qt_canvas import paint_canvas

RED = (255, 0, 0)


@pytest.fixture
def painted(qapp):
    def paint(canvas):
        image = QImage(*canvas.size, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        paint_canvas(painter, canvas, QFont())
        painter.end()
        data = np.array(image.constBits(), np.uint8)
        return data.reshape(image.height(), image.width(), 4)[..., 2::-1]

    return paint


@pytest.fixture
def canvas():
    """A canvas of 10 x 10 cells of 10 pixels."""
    return Canvas(LIGHT, (100, 100), (0, 0, 10, 10))


def box_of(pixels):
    """Return left, top, right and bottom of what is not white."""
    rows, columns = np.nonzero((pixels < 250).any(axis=-1))
    return [int(edge) for edge in (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)]


def test_rectangles_fill_exactly_their_cells(canvas, painted):
    canvas.rectangles(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([RED], np.uint8))
    pixels = painted(canvas)
    assert box_of(pixels) == [10, 60, 30, 80]
    assert pixels[70, 20].tolist() == list(RED)


@pytest.mark.parametrize("dash", [(), (2.0, 1.0)])
def test_strokes_and_hatching_stay_where_they_belong(canvas, painted, dash):
    canvas.strokes(np.array([[(1.0, 5.0), (5.0, 5.0), (5.0, 9.0)]]), "#FF0000", 2.0, dash)
    left, top, right, bottom = box_of(painted(canvas))
    assert (abs(left - 10) <= 1, abs(right - 51) <= 1) == (True, True)
    assert (abs(top - 10) <= 1, abs(bottom - 51) <= 1) == (True, True)
    hatched = Canvas(LIGHT, (100, 100), (0, 0, 10, 10))
    hatched.hatched(np.array([[6.0, 6.0, 9.0, 9.0]]), "#FF0000")
    pixels = painted(hatched)
    assert box_of(pixels) == [60, 10, 90, 40]
    assert (pixels[10:40, 60:90] == 255).all(axis=-1).any()


def test_discs_and_stamps_have_colours_of_their_own(canvas, painted):
    centres = np.array([(2.0, 2.0), (8.0, 8.0)])
    canvas.discs(centres, 1.0, np.array([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]))
    canvas.stamps([np.array([(-0.3, -0.3), (0.3, -0.3), (0.0, 0.3)])], centres, "#00FF00")
    pixels = painted(canvas)
    assert box_of(pixels) == [10, 10, 90, 90]
    assert pixels[80, 12].tolist() == list(RED)
    assert pixels[20, 88].tolist() == [0, 0, 255]
    assert pixels[80, 20].tolist() == [0, 255, 0]


@pytest.mark.parametrize(("across", "side"), [("left", 0), ("right", 2)])
def test_text_ends_at_its_place(canvas, painted, across, side):
    canvas.text(5.0, 5.0, "HHH", 12.0, "#000000", across, "center")
    box = box_of(painted(canvas))
    assert abs(box[side] - 50) <= 2
    assert abs((box[1] + box[3]) / 2 - 50) <= 1


def test_a_canvas_can_look_at_a_place():
    canvas = Canvas.looking_at(LIGHT, (200, 100), 20.0, (30.0, 90.0))
    assert canvas.cell == 20.0
    places = np.array([(0.0, 0.0), (1.0, 2.0)])
    assert canvas.pixels(places).tolist() == [[30.0, 90.0], [50.0, 50.0]]
