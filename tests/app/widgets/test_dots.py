"""The dots of a lesson: one for each step, and one for each part of the current step."""

from itertools import pairwise

import numpy as np

from nqviz_app.widgets.round_buttons import Dots


def runs(dots):
    """Return the widths and colours of what is painted along the middle, from the left."""
    image = dots.grab().toImage()
    row = [image.pixelColor(x, image.height() // 2).name() for x in range(image.width())]
    ends = np.flatnonzero([True, *(one != other for one, other in pairwise(row))]).tolist()
    widths = np.diff([*ends, len(row)]).tolist()
    return [
        (width, row[start])
        for start, width in zip(ends, widths, strict=True)
        if row[start] != row[-1] and width > 3
    ]


def test_parts_of_the_current_step_have_dots_of_their_own(qtbot):
    dots = Dots("some.dots")
    qtbot.addWidget(dots)
    dots.resize(300, 16)
    dots.show_step(2, 6)
    plain = runs(dots)
    assert len(plain) == 6
    assert np.argmax([width for width, _ in plain]) == 2
    assert dots.accessibleName() == "Step 3 of 6"
    dots.show_step(2, 6, 1, 3)
    parted = runs(dots)
    assert len(parted) == 6 + 2
    long = [colour for width, colour in parted if width > 12]
    assert len(long) == 3
    assert long[0] == long[1] != long[2]
    assert dots.accessibleName() == "Step 3 of 6, part 2 of 3"
    assert dots.sizeHint().width() > 6 * 10
    dots.resize(60, 16)
    assert len(runs(dots)) >= 3, "many dots are drawn smaller"
