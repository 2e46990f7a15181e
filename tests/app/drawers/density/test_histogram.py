"""Bars of a histogram: one for each value, or ranges where there are many."""

import itertools

import numpy as np

from nqviz.view.overlay import Overlay
from nqviz_app.drawers.density.histogram import MOST_BARS, RANGES, Bar, bars_of


def test_few_values_have_a_bar_each():
    bars = bars_of(Overlay(np.array([0, 0, 4, 4, 4, 14]), 96))
    assert bars == [Bar(0, 0, 2), Bar(4, 4, 3), Bar(14, 14, 1)]
    assert [bar.text for bar in bars] == ["0", "4", "14"]


def test_many_values_are_gathered_and_no_cell_is_lost():
    values = np.concatenate((np.zeros(5), np.arange(1, 200)))
    bars = bars_of(Overlay(values, 500))
    assert bars[0] == Bar(0, 0, 5), "never used stands alone"
    assert MOST_BARS < len(bars) == RANGES + 1
    assert sum(bar.cells for bar in bars) == len(values)
    assert all(one.high < other.low for one, other in itertools.pairwise(bars))
    assert bars[-1].high == 199
