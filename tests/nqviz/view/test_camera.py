"""The axes of a camera, and the angles from which a direction is seen."""

import numpy as np
import pytest

from nqviz.view.camera import angles_towards, camera_axes
from nqviz.view.view_state import SIDES


@pytest.mark.parametrize("angles", SIDES.values(), ids=SIDES)
def test_the_axes_are_a_right_handed_frame_whose_last_looks_back(angles):
    axes = camera_axes(*angles)
    assert axes.shape == (3, 3)
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(np.cross(axes[0], axes[1]), axes[2], atol=1e-12)
    assert angles_towards(axes[2]) == pytest.approx(angles, abs=1e-9) or angles[1] == 90.0


def test_the_direction_straight_up_is_seen_with_the_first_coordinate_to_the_right():
    assert angles_towards(np.array([0.0, 0.0, 2.0])) == (-90.0, 90.0)
    np.testing.assert_allclose(camera_axes(-90.0, 90.0)[0], [1.0, 0.0, 0.0], atol=1e-12)
