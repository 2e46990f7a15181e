"""The visual language holds what it promises: hues, contrast, and styles that tell apart."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.errors import InputError
from nqviz.view import palette

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


def test_classes_differ_in_colour_and_in_dash():
    styles = [palette.line_style(order) for order in range(1, 5)]
    for theme in (palette.LIGHT, palette.DARK):
        assert len({theme.line_colour(order) for order in range(1, 5)}) == 4
        assert theme.line_colour(12) == theme.line_colour(4)
    assert len({style.dash for style in styles}) == 4
    assert styles[0].dash == ()
    assert palette.line_style(12) == styles[3]


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=lambda theme: theme.name)
def test_a_theme_can_be_read(theme):
    ground = palette.rgb(theme.background), palette.rgb(theme.panel), palette.rgb(theme.bar)
    for under in (*ground, palette.rgb(theme.attacked), palette.rgb(theme.canvas)):
        assert palette.contrast(palette.rgb(theme.text), under) >= 7
        for colour in (theme.text_2, theme.text_3, theme.queen):
            assert palette.contrast(palette.rgb(colour), under) >= 4.5
        for colour in theme.lines:
            assert palette.contrast(palette.rgb(colour), under) >= 3


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=lambda theme: theme.name)
def test_the_box_of_a_board_stands_out(theme):
    for under in (theme.canvas, theme.canvas_mid, theme.glow):
        assert palette.contrast(palette.rgb(theme.edges[0]), palette.rgb(under)) >= 3


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("over", "under", "least"),
    [
        ("accent", "panel", 4.5),
        ("on_accent", "accent", 4.5),
        ("accent", "accent_soft", 4.5),
        ("proven", "panel", 4.5),
        ("open", "panel", 4.5),
        ("conflict", "panel", 4.5),
        ("text", "raised", 7),
        ("text_2", "raised", 4.5),
        ("control", "panel", 3),
        ("control", "bar", 3),
        ("given", "panel", 3),
        ("text", "line", 7),
        *((over, "glow", 4.5) for over in ("text", "text_2", "text_3")),
        *((over, "canvas_mid", 4.5) for over in ("text_3", "proven", "open", "conflict")),
    ],
)
def test_a_pair_of_tokens_has_its_contrast(theme, over, under, least):
    colours = [palette.rgb(getattr(theme, name)) for name in (over, under)]
    assert palette.contrast(*colours) >= least


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=lambda theme: theme.name)
def test_attacked_cells_are_darker(theme):
    ground = [palette.rgb(theme.background)]
    attacked = palette.luminance(palette.rgb(theme.attacked))
    assert attacked < palette.luminance(ground[0])


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=lambda theme: theme.name)
def test_layer_colours_stand_out_from_the_background(theme):
    background = palette.rgb(theme.background)
    ratios = [palette.contrast(colour, background) for colour in palette.layer_colours(36)]
    assert min(ratios) >= 3


def test_layer_colours_are_evenly_light_and_cyclic():
    colours = palette.layer_colours(24)
    assert colours.shape == (24, 3)
    assert colours.dtype == np.uint8
    light = [palette.luminance(colour) for colour in colours]
    assert max(light) - min(light) < 0.12
    steps = np.abs(np.diff(colours.astype(int), axis=0, append=colours[:1])).sum(axis=1)
    assert steps.min() > 0  # no two neighbours are alike ...
    assert steps[-1] <= steps.max()  # ... and the last is as near to the first as any two


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_every_layer_has_a_colour_of_its_own(count):
    colours = palette.layer_colours(count)
    assert len(colours) == count == len(set(map(tuple, colours.tolist())))


def test_layer_colours_need_no_clipping():
    # A colour outside the gamut would be clipped to 0 or 255 and lose its even lightness.
    colours = palette.layer_colours(360)
    assert colours.min() > 0
    assert colours.max() < 255


def test_viridis_runs_from_purple_to_yellow():
    assert palette.viridis([0.0, 1.0]).tolist() == [[68, 1, 84], [253, 231, 37]]
    light = [palette.luminance(colour) for colour in palette.viridis(np.linspace(0, 1, 50))]
    assert light == sorted(light)
    assert palette.viridis([-1.0, 2.0]).tolist() == palette.viridis([0.0, 1.0]).tolist()
    assert palette.viridis(np.zeros((4, 5))).shape == (4, 5, 3)


def test_viridis_is_the_one_of_others():
    from matplotlib import colormaps

    theirs = np.rint(colormaps["viridis"](np.arange(256))[:, :3] * 255)
    assert np.array_equal(palette.viridis(np.linspace(0, 1, 256)), theirs)


@given(COLOURS)
def test_colours_are_written_and_read_back(colour):
    assert palette.rgb(palette.hex_colour(colour)) == colour


@given(COLOURS)
def test_text_can_be_read_on_every_colour(colour):
    text = palette.rgb(palette.contrast_text(colour))
    assert palette.contrast(text, colour) >= 4.5


@given(COLOURS, COLOURS)
def test_contrast_is_symmetric_and_bounded(first, second):
    ratio = palette.contrast(first, second)
    assert ratio == palette.contrast(second, first)
    assert 1 <= ratio <= 21.0001


@given(COLOURS, COLOURS, st.floats(0, 1))
def test_a_mixture_lies_between(first, second, share):
    blend = palette.rgb(palette.mix(palette.hex_colour(first), palette.hex_colour(second), share))
    for low, value, high in zip(
        map(min, zip(first, second, strict=True)),
        blend,
        map(max, zip(first, second, strict=True)),
        strict=True,
    ):
        assert low <= value <= high


def test_meanings_differ_in_colour():
    for theme in (palette.LIGHT, palette.DARK):
        meanings = [palette.CONFLICT, palette.CURSOR, *theme.lines]
        assert all(first != second for first, second in itertools.combinations(meanings, 2))


def test_an_unknown_theme_is_refused():
    assert palette.theme_named("dark") is palette.DARK
    with pytest.raises(InputError, match="unknown theme 'sepia'; choose one of light, dark"):
        palette.theme_named("sepia")
