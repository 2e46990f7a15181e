"""The drawing area on its own: when it draws, how large, and what it does without OpenGL."""

import numpy as np
import pytest
from PySide6.QtGui import QImage

from nqviz.core.errors import InputError
from nqviz.view.palette import DARK, LIGHT, rgb
from nqviz_app.views.scene import scene_picture
from nqviz_app.views.scene.canvas import SceneCanvas


@pytest.fixture
def make_canvas(show):
    def make(size=(300, 240), prepare=lambda canvas: None):
        canvas = SceneCanvas()
        canvas.resize(*size)
        prepare(canvas)
        return show(canvas, end=canvas.release)

    return make


def pixels_of(image):
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.array(image.constBits(), dtype=np.uint8).reshape(image.height(), -1)
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)


def shown(canvas):
    """What is painted now."""
    return canvas.grab().toImage()


def is_covered(canvas):
    """Whether each pixel shows the background, which is light, and then what is drawn on it."""
    was_light = (pixels_of(shown(canvas)) > 200).all()
    canvas.plotter.renderer.SetBackgroundAlpha(1.0)  # black
    canvas.redraw()
    return was_light and (pixels_of(shown(canvas)) == 0).all()


def count_frames(canvas):
    drawn = [0]

    def count(_caller, _event):
        drawn[0] += 1

    tag = canvas.plotter.renderer.AddObserver("EndEvent", count)
    return drawn, lambda: canvas.plotter.renderer.RemoveObserver(tag)


def test_a_repaint_draws_only_what_changed(make_canvas):
    canvas = make_canvas()
    first = shown(canvas)
    drawn, stop = count_frames(canvas)
    canvas.set_theme(DARK)
    assert shown(canvas) == first, "nobody said that anything changed"
    canvas.redraw()
    assert shown(canvas) != first
    assert drawn[0] == 1
    stop()


def test_the_picture_stands_upright_in_its_colours(make_canvas):
    canvas = make_canvas()
    renderer = canvas.plotter.renderer
    renderer.SetBackgroundAlpha(1.0)
    renderer.SetBackground2(0xF0 / 255, 0xA0 / 255, 0x50 / 255)
    shown(canvas)
    renderer.GradientBackgroundOn()
    canvas.redraw()
    pixels = pixels_of(shown(canvas)).astype(int)
    assert np.abs(pixels[0, 5] - (0xF0, 0xA0, 0x50)).max() < 8
    assert np.abs(pixels[-1, 5]).max() < 8, "on black, as nothing is smooth"


def test_the_background_is_brightest_behind_the_board(make_canvas):
    canvas = make_canvas()
    for theme in (DARK, LIGHT):
        canvas.set_theme(theme)
        canvas.redraw()
        pixels = pixels_of(shown(canvas)).astype(int)
        assert np.abs(pixels[108, 150] - rgb(theme.glow)).max() <= 2
        assert np.abs(pixels[-1, 0] - rgb(theme.canvas)).max() <= 2


def test_the_picture_follows_the_size(make_canvas):
    canvas = make_canvas()
    sizes = []
    canvas.resized.connect(lambda: sizes.append(canvas.plotter.render_window.GetSize()))
    canvas.resize(411, 333)
    assert sizes == [(411, 333)]
    image = shown(canvas)
    assert (image.width(), image.height()) == (411, 333)
    assert is_covered(canvas), "no edge is left unpainted"


def test_every_pixel_of_a_fine_screen_is_drawn(make_canvas, monkeypatch):
    monkeypatch.setattr(SceneCanvas, "devicePixelRatioF", lambda _self: 2.0)
    canvas = make_canvas((301, 241))
    assert canvas.plotter.render_window.GetSize() == (602, 482)
    assert is_covered(canvas)


def test_without_opengl_words_stand_in_place_of_the_picture(make_canvas, monkeypatch):
    def refuse(_plotter):
        raise InputError("there is no OpenGL")

    monkeypatch.setattr(scene_picture, "check_opengl", refuse)
    canvas = make_canvas()
    drawn, stop = count_frames(canvas)
    image = shown(canvas)
    assert drawn[0] == 0
    assert len(np.unique(pixels_of(image).reshape(-1, 3), axis=0)) > 1, "something is written"
    stop()


def test_after_its_release_the_last_picture_stays(make_canvas):
    canvas = make_canvas()
    last = shown(canvas)
    canvas.release()
    canvas.redraw()
    canvas.resize(200, 200)
    canvas.resize(300, 240)
    assert shown(canvas) == last
    assert canvas.plotter.render_window is None
