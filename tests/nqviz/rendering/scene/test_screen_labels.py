"""Texts on the picture: drawn as VTK's own labels are, and beside the edges that they belong to."""

import numpy as np
import pytest
from vtkmodules.vtkRenderingCore import vtkActor2D
from vtkmodules.vtkRenderingLabel import vtkLabeledDataMapper

from nqviz import Board
from nqviz.rendering.scene.camera import Camera
from nqviz.rendering.scene.flat_actors import Labels
from nqviz.rendering.scene.labels import edges_of
from nqviz.rendering.scene.offscreen_renderer import (
    check_opengl,
    open_offscreen,
    pixels_from_below,
)
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.screen_labels import DPI, ScreenLabels
from nqviz.rendering.scene.texts import LEAST, UPRIGHT, rows_along

TEXTS = ["1", "20", "x3", "Cells from the edge", "", "Ä½"]
PLACES = np.array([(20.0 + 2.3 * k, 20.2 + 40 * k, 0.0) for k in range(len(TEXTS))])


@pytest.fixture
def renderer():
    made = open_offscreen((300, 260))
    check_opengl(made)
    yield made
    made.close()


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("centred", [False, True])
def test_the_pixels_are_those_of_labels(renderer, centred, scale):
    renderer.render_window.SetDPI(round(DPI * scale))
    other, ours = Labels(13, bold=True), ScreenLabels(13, bold=True, centred=centred)
    mapper = other.prop.GetMapper()
    assert isinstance(mapper, vtkLabeledDataMapper)
    mapper.SetCoordinateSystem(vtkLabeledDataMapper.DISPLAY)
    if not centred:
        other.text.SetJustificationToLeft()
    other.put(PLACES, TEXTS, "#aabbcc")
    ours.put(PLACES, TEXTS, "#aabbcc", scale)
    pictures = [_drawn(renderer, actor.prop) for actor in (other, ours)]
    assert np.ptp(pictures[0][..., :3]) > 100, "something is written"
    np.testing.assert_array_equal(*pictures)


def test_other_texts_replace_those_before(renderer):
    ours, fresh = ScreenLabels(13), ScreenLabels(13)
    ours.put(PLACES, TEXTS, "#aabbcc", 1.0)
    assert ours.prop.GetVisibility()
    ours.put(PLACES[:0], [], "#aabbcc", 1.0)
    assert not ours.prop.GetVisibility()
    for label in (ours, fresh):
        label.put(PLACES[1:3], ["7", "8"], "#ffffff", 1.0)
    assert ours.texts == ["7", "8"]
    pictures = [_drawn(renderer, label.prop) for label in (ours, fresh)]
    np.testing.assert_array_equal(*pictures)


def test_a_text_under_something_is_left_out_until_it_is_put_again(renderer):
    ours = ScreenLabels(13)
    ours.put(PLACES[:3], TEXTS[:3], "#aabbcc", 1.0)
    whole, corners = _drawn(renderer, ours.prop), ours.corners
    low, high = corners[4:8].min(axis=0), corners[4:8].max(axis=0)
    ours.hide_under(np.array([(*(low + 1), *(high - 1)), (200.0, 200.0, 210.0, 210.0)]))
    np.testing.assert_array_equal(ours.corners, corners)
    without = _drawn(renderer, ours.prop)
    rows = slice(int(low[1]), int(high[1]) + 1)
    assert np.ptp(whole[rows, :, :3]) > 100
    assert np.ptp(without[rows, :, :3]) == 0
    np.testing.assert_array_equal(np.delete(without, rows, axis=0), np.delete(whole, rows, axis=0))
    ours.put(PLACES[:3], TEXTS[:3], "#aabbcc", 1.0)
    np.testing.assert_array_equal(_drawn(renderer, ours.prop), whole)


def _drawn(renderer, prop: vtkActor2D):
    renderer.renderer.AddViewProp(prop)
    pixels = pixels_from_below(renderer).copy()
    renderer.renderer.RemoveViewProp(prop)
    return pixels


@pytest.mark.parametrize("shape", [(5, 5, 5), (101, 101, 101), (9, 4, 2)])
def test_texts_stand_outside_the_board_as_far_as_they_need(renderer, shape):
    arrangement, camera = default_scene(Board(shape)), Camera(renderer)
    edges, rng = edges_of(arrangement), np.random.default_rng(0)
    by_name, found = {edge.name: edge for edge in edges}, 0
    for azimuth, elevation in zip(rng.uniform(-180, 180, 40), rng.uniform(5, 85, 40), strict=True):
        camera.look(float(azimuth), float(elevation))
        camera.fit(np.stack(arrangement.bounds))
        for row in rows_along(edges, camera, 1.0):
            edge = by_name[row.name]
            places = np.vstack((row.places, row.name_place))[:, :2]
            lines = [camera.project(edge.spots((k // 2, k % 2))[[0, -1]]) for k in range(4)]
            away = np.array([_away(places, line, edge, camera).min() for line in lines])
            least = UPRIGHT if edge.place == 2 else LEAST
            assert away.max() >= least - 1e-6, "beyond one of the edges, all by as much as said"
            found += len(places)
    assert found > 400


def _away(places, line, edge, camera):
    """Return how far points are from a line, positive where the middle of the board is not."""
    start, end = line
    along = (end - start) / np.linalg.norm(end - start)
    normal = np.array((-along[1], along[0]))
    middle = camera.project((edge.low + edge.high) / 2)
    normal *= -1.0 if normal @ (middle - start) > 0 else 1.0
    return (places - start) @ normal
