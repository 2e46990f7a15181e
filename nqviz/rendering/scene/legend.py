"""What colours of queens, densities and marks of cells stand for, in a corner of the picture."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.language import language, tr, tr_later, tr_piece
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import MARKED, OUTSIDE

from .colouring import colour_key
from .flat_actors import FlatShapes
from .frame import Frame, colour, props_of
from .screen_labels import ScreenLabels

MOST_NAMES = 12
"""More classes than about this many are named by a choice of them."""

LEFT, BOTTOM = 24.0, 20.0
BAR, BAR_HEIGHT, BAR_STEPS = 160.0, 10.0, 80
BAR_BOTTOM = 30.0
"""The length, the height and the steps of a density's scale, and how high it lies."""
ROW = 19.0
SWATCH = 6.5
LETTER = 8.0
MOST_ROWS = 4
"""More classes stand in columns, so that the legend stays below the numbers of the axes."""
DISC, DIAMOND, SQUARE = 0, 2, 3
"""Outlines of swatches; one attack is a triangle, 1."""


class DensityLegend:
    """The scale of a density, from dark to bright, and what its ends stand for."""

    def __init__(self) -> None:
        self._bar = FlatShapes()
        self._ends = ScreenLabels(13)
        self.props = props_of(self._bar, self._ends)

    def show(self, frame: Frame) -> None:
        """Update the scale."""
        overlay, scale = frame.picture.overlay, frame.pixel_scale
        wanted = overlay is not None and frame.options.legend
        if not self._ends.is_new(overlay if wanted else None, frame.theme, scale):
            return
        words = list(overlay.ends) if overlay is not None and wanted else []
        left = LEFT + LETTER * max(len(words[0]), 2) + 8.0 if words else LEFT
        xs = left + np.linspace(0.0, BAR, BAR_STEPS + 1)
        low, high = np.full(BAR_STEPS, BAR_BOTTOM), np.full(BAR_STEPS, BAR_BOTTOM + BAR_HEIGHT)
        corners = [(xs[:-1], low), (xs[1:], low), (xs[1:], high), (xs[:-1], high)]
        steps = np.stack([np.stack((x, y, 0.0 * x), axis=1) for x, y in corners], axis=1)
        shades = frame.theme.ramp(np.linspace(0.0, 1.0, BAR_STEPS))
        count = BAR_STEPS if words else 0
        self._bar.put(steps[:count] * scale, shades[:count])
        middle = BAR_BOTTOM + BAR_HEIGHT / 2
        spots = np.array([(LEFT, middle, 0.0), (left + BAR + 8.0, middle, 0.0)])
        self._ends.put(spots[: len(words)] * scale, words, frame.theme.text_2, scale)


class Legend:
    """A title, and a swatch with a name for each class of queens; then what marks of cells mean.

    Where queens are coloured by attacks the swatches have the shapes of the queens. Colours of
    layers need no legend: the height of a queen shows the same, and is numbered.
    """

    def __init__(self) -> None:
        self._swatches = FlatShapes()
        self._names = ScreenLabels(13)
        self._title = ScreenLabels(13, bold=True)
        self.props = props_of(self._swatches, self._names, self._title)

    def show(self, frame: Frame) -> None:
        """Update the legend."""
        board, options = frame.picture.board, frame.options
        shown = (board, frame.arrangement.shown, options.colour, options.labels, language())
        picture = frame.picture
        wanted = options.labels and options.colour != "layer"
        wanted &= len(picture.queens) + len(picture.suggested) > 0
        has_scale = picture.overlay is not None and options.legend
        marks = _marks(frame) if options.labels else []
        state = (wanted, has_scale, marks, frame.theme, frame.pixel_scale)
        if not self._names.is_new(*shown, *state):
            return
        key = colour_key(frame)
        scale = frame.pixel_scale
        picked = chosen(len(key.names)) if wanted else np.zeros(0, np.int64)
        classes = [tr(key.names[place]) for place in picked.tolist()]
        names = [*classes, *(words for _, _, words in marks)]
        lift = np.array((0.0, BAR_BOTTOM if has_scale else 0.0, 0.0))
        spots = np.concatenate(_columns(classes, [words for _, _, words in marks])) + lift
        kinds = picked if options.colour == "attacks" else np.zeros_like(picked)
        shapes = [*kinds.tolist(), *(kind for kind, _, _ in marks)]
        outlines = np.array([_outline(kind) for kind in shapes]).reshape(-1, 24, 3)
        shades = np.array([*key.colours[picked], *(colour(shade) for _, shade, _ in marks)])
        self._swatches.put((spots[:, None] + outlines * SWATCH) * scale, shades.reshape(-1, 3))
        self._names.put((spots + (14.0, 0.0, 0.0)) * scale, names, frame.theme.text, scale)
        titles = [key.title] if key.title and wanted else []
        rows = min(len(picked), MOST_ROWS)
        above = np.array([[LEFT - SWATCH, BOTTOM + ROW * rows + 2.0, 0.0]])
        self._title.put((above + lift)[: len(titles)] * scale, titles, frame.theme.text, scale)


def chosen(count: int) -> IntArray:
    """Pick the classes to name, shape (k,): all of few, of many first, last and some between."""
    if count <= MOST_NAMES:
        return np.arange(count)
    return np.unique(np.rint(np.linspace(0, count - 1, 7)).astype(np.int64))


def _marks(frame: Frame) -> list[tuple[int, str, str]]:
    """Return the shape of the swatch, the colour and the name of each mark that cells have."""
    picture = frame.picture
    marks = []
    if len(frame.drawn(picture.marked)):
        marks.append((DIAMOND, MARKED, tr(picture.marked_words or tr_later("marked"))))
    if picture.outside is not None and picture.outside.any():
        here = tr_piece("no queen here", picture.board.piece)
        marks.append((SQUARE, OUTSIDE, here if picture.core is None else tr("cut away")))
    return marks


def _columns(*groups: list[str]) -> list[FloatArray]:
    """Return the places of the swatches, shape (k, 3) each: down one column, then the next.

    Every group begins a column.
    """
    left, places = LEFT, []
    for names in groups:
        column, row = np.divmod(np.arange(len(names)), MOST_ROWS)
        wide = 30.0 + LETTER * max(map(len, names), default=0)
        rows = min(len(names), MOST_ROWS)
        heights = BOTTOM + ROW * (rows - 1 - row)
        places.append(np.stack((left + wide * column, heights, 0.0 * row), axis=1))
        left += wide * -(-len(names) // MOST_ROWS)
    return places


def _outline(kind: int) -> FloatArray:
    """Return the outline of a swatch, shape (24, 3): a disc, triangle, diamond or square."""
    corners = (12, 3, 4, 4)[kind]
    turn = np.pi / 4 if kind == SQUARE else np.pi / 2
    angles = turn + np.arange(corners + 1) * 2 * np.pi / corners
    points = np.stack((np.cos(angles), np.sin(angles), np.zeros(corners + 1)), axis=1)
    share = np.arange(24 // corners)[:, None, None] / (24 // corners)
    edges: FloatArray = points[:-1] + share * np.diff(points, axis=0)
    return edges.transpose(1, 0, 2).reshape(24, 3) * (1.0 if kind == DISC else 1.2)
