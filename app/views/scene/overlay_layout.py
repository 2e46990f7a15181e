"""Where the overlays of the scene stand: rectangles that never meet, from sizes alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QPoint, QRect, QSize

NARROW, NARROW_IN_WIDE = 1000, 900
"""The widths of the scene, in a small and in a wide window, below which the dock has icons alone
and the verdict no sentence."""
WIDE_WINDOW = 1600
INSET, SMALL_INSET = 24, 20
BETWEEN = 12
"""The least distance of two overlays, in pixels."""
RULER_RIGHT = 12
TOP, BOTTOM = 34, 90
"""What is free above and below the board's box, in pixels; less where there is little room."""
SMALL_TOP, SMALL_BOTTOM = 24, 74
LEAST_ROOM = 0.5
"""The share of the scene, each way, that the board has at least."""
BESIDE_DOCK = 44
"""What is free below the board's box where the dock stands at the left, at least."""
CELL_AT, LARGEST_CELL = 0.75, 90
"""The height of a cell on the picture as a share of that of the box over its cells, and the height
beyond which cells move names no farther away."""
NAME_DOWN, NAME_RIGHT, NAME_AROUND = 0.52, 0.95, 12
"""How far below the box the name of the first coordinate stands, and right of it that of the
second, in heights of a cell, with so many pixels more for the name."""
NAME_AT, NUMBER_AT = 0.34, 0.60
"""How far left of the middle the name of the first coordinate and the numbers of the third stand,
as shares of the height of the board's box seen from the usual corner."""
NAME_OF_THREE_AT = 0.47
"""The same of that name with three cells along a side, or fewer."""
CORNER_AT, BESIDE_CORNER = 0.45, 40
"""How far left of the middle the lower left corner of the box stands, as a share of its height,
and how far beside it the first number, in pixels."""
FIRST_AT, FIRST_UP = 0.49, 0.09
"""How far left of the middle and above the foot of the box the first number of the first coordinate
stands, as shares of its height."""
BEHIND_AT, BEHIND_DOWN = 0.515, 0.066
"""How far right of the middle and below its top the upper right corner of the box stands, as
shares of its height."""
CORNER_LEFT, CORNER_DOWN, BACK_LEFT = 0.51, 0.134, 0.08
"""How far left of the middle and below its top the upper left corner of the box stands, and how far
left its upper corner at the back, as shares of its height: words stand above the edge between."""
CUBE_INSIDE, CLEAR = 1 / 8, 3
"""The share of the view cube's rectangle at its left and its foot in which nothing is drawn, and
how many pixels are between what is drawn and that corner at least."""
BESIDE = 64
"""What is free between the board's box and the ruler, and as much at the left: room for numbers."""
FEW, NUMBERS_DOWN = 9, 32
"""Up to how many cells along a side the numbers of a cube stand as far below its box as that, in
pixels; those of more cells are within what is free there anyway."""
FEWEST, NAME_UNDER = 4, 58
"""The same of the name of the first coordinate."""
NAME_BESIDE, CELL_BESIDE = 182, 32
"""How far right of the box of a cube the name of the second coordinate stands at most: the one,
less the other for each cell along a side."""
NAME_BELOW = 64
"""How far below the box that name may stand, in pixels."""
NUMBERS_FROM, NUMBERS_FEW = 0.12, (0.03, 0.55)
"""How far down the box the highest of those numbers stands, as a share of its height: at least,
and of few cells with a part that is shared among them."""


@dataclass(frozen=True)
class Needs:
    """The sizes that the overlays need; the second ones are for little room."""

    verdict: tuple[QSize, QSize]
    dock: tuple[QSize, QSize]
    cube: tuple[QSize, QSize]
    ruler: int = 0  # its width; 0 for a flat board
    legend: QSize | None = None  # None where there is none
    card: QSize | None = None  # None where there is none
    is_left: bool = False  # whether the dock stands at the left, as a minimap lies below
    scale: float = 1.0  # how large text is, beside the usual size


def inset_of(window_width: int) -> int:
    """Return the distance of overlays from the edges of the scene in a window of a width."""
    return INSET if window_width >= WIDE_WINDOW else SMALL_INSET


def is_narrow(room: QSize, inset: int, scale: float = 1.0) -> bool:
    """Return whether the overlays have to be small, with text of a size."""
    return room.width() < (NARROW_IN_WIDE if inset == INSET else NARROW) * scale


def arrange(room: QSize, inset: int, needs: Needs) -> dict[str, QRect]:
    """Return the rectangles of the overlays that have room, by their names.

    The verdict comes first, then the ruler, the dock, the cube, the legend and the card. A key
    ``compact`` stands for a verdict with its badge below and without its sentence, a key
    ``icons`` for a dock without words; their rectangles have no meaning.
    """
    rects: dict[str, QRect] = {}
    right = room.width() - inset
    left = room.width() - RULER_RIGHT - needs.ruler
    if needs.ruler and left > inset + needs.verdict[1].width() + BETWEEN:
        rects["ruler"] = QRect(left, inset, needs.ruler, max(room.height() - 2 * inset, 1))
        right = left - (BETWEEN if not is_narrow(room, inset, needs.scale) else 0)
    _place_upper(rects, room, inset, right, needs)
    _place_dock(rects, room, inset, right, needs)
    _place_lower_left(rects, room, inset, right, needs)
    return rects


def _place_upper(
    rects: dict[str, QRect], room: QSize, inset: int, right: int, needs: Needs
) -> None:
    """Place the verdict at the left and the cube at the right."""
    small = is_narrow(room, inset, needs.scale)
    cube = needs.cube[small]
    free = (TOP, BOTTOM) if inset == INSET else (SMALL_TOP, SMALL_BOTTOM)
    place = QRect(QPoint(right - cube.width(), inset), cube)
    if needs.ruler and not small and _overlap(room, place, needs.ruler, free) > -BETWEEN:
        cube, right = needs.cube[1], right + BETWEEN
    corner = QPoint(inset, inset - (4 if inset == INSET else 6))
    compact = small or inset + needs.verdict[0].width() + BETWEEN > right - cube.width()
    rects["verdict"] = QRect(corner, needs.verdict[compact])
    if compact:
        rects["compact"] = QRect()
    place = QRect(QPoint(right - cube.width(), inset), cube)
    if place.left() >= rects["verdict"].right() + BETWEEN:
        rects["cube"] = place


def _place_dock(rects: dict[str, QRect], room: QSize, inset: int, right: int, needs: Needs) -> None:
    """Place the dock in the middle below or right of a legend, with words if they fit."""
    words = inset + needs.dock[0].width()
    icons = is_narrow(room, inset, needs.scale) or words > right
    icons |= needs.is_left and words + BETWEEN > _name_at(room, TOP + BESIDE_DOCK)
    size = needs.dock[icons]
    bottom = room.height() - (inset - 4 if inset == INSET else inset // 2)
    x = inset if needs.is_left else (room.width() - size.width()) // 2
    if needs.legend is not None and not needs.is_left:
        x = max(x, inset + needs.legend.width() + BETWEEN)  # above the dock it covers coordinates
    x = max(min(x, right - size.width()), inset)
    rects["dock"] = QRect(QPoint(x, bottom - size.height()), size)
    if icons:
        rects["icons"] = QRect()


def _place_lower_left(
    rects: dict[str, QRect], room: QSize, inset: int, right: int, needs: Needs
) -> None:
    """Place the legend, and then the card above it, where both have room."""
    dock, floor = rects["dock"], room.height() - inset
    if needs.legend is not None:  # as low as the dock, clear of the name of the first coordinate
        y = dock.bottom() - (3 if inset == INSET else 1) - needs.legend.height()
        place = QRect(QPoint(inset, y), needs.legend)
        if place.right() + BETWEEN >= dock.left():
            place.moveBottom(dock.top() - BETWEEN)
        floor = place.top() - BETWEEN
        if _has_room(place, rects, right):
            rects["legend"] = place
    if needs.card is not None:
        place = QRect(QPoint(inset, floor - needs.card.height()), needs.card)
        if place.right() + BETWEEN >= dock.left():
            place.moveBottom(min(floor, dock.top() - BETWEEN))
        if _has_room(place, rects, right):
            rects["card"] = place


def _has_room(place: QRect, rects: dict[str, QRect], right: int) -> bool:
    if place.right() >= right or place.top() < 0:
        return False
    return not any(place.intersects(each) for each in rects.values() if not each.isEmpty())


def above_and_below(
    room: QSize,
    dock: QRect,
    verdict: QRect,
    cube: QRect,
    ruler: int,
    small: bool,
    cells: int,
    is_left: bool,
) -> tuple[int, int]:
    """Return what the board leaves free above and below it, so that nothing of it is covered.

    `dock`, `verdict`: what stands below, with a legend above it at the same side, and in the upper
    left.
    `cube`: what stands in the upper right, empty for nothing.
    `ruler`: the width of the ruler.
    `small`: whether there is little room.
    `cells`: how many are along a side of the box; 0 for a flat board.
    `is_left`: whether the dock stands at the left.
    """
    above, below = (SMALL_TOP, SMALL_BOTTOM) if small else (TOP, BOTTOM)
    clear = room.height() - dock.top()
    if not is_left:
        below = max(below, clear + (NUMBERS_DOWN if 0 < cells <= FEW else 0))
        if 0 < cells <= FEWEST and dock.left() - BETWEEN < _name_at(room, above + below):
            below = max(below, clear + NAME_UNDER)
    else:
        below = max(BESIDE_DOCK, name_room(room.height() - above - BESIDE_DOCK, cells, NAME_DOWN))
        if dock.right() + BETWEEN > _name_at(room, above + below, cells):
            below = clear + NAME_BELOW
        height = room.height() - above - below
        if dock.right() + BETWEEN > room.width() / 2 - FIRST_AT * height:
            below = max(below, round(clear + BETWEEN - FIRST_UP * height))
            height = room.height() - above - below
        if verdict.right() + BETWEEN > room.width() / 2 - NUMBER_AT * height:
            first = max(NUMBERS_FROM, NUMBERS_FEW[0] + NUMBERS_FEW[1] / cells)
            if verdict.right() + BETWEEN > room.width() / 2 - CORNER_AT * height:
                first = NUMBERS_FROM  # the corner of the box is there, and no lower
            above = max(above, round(verdict.bottom() + BETWEEN - first * height))
    if not cube.isEmpty():
        overlap = _overlap(room, cube, ruler, (above, below))
        above += round(max(0.0, (overlap + CLEAR) / BEHIND_AT))
    return above, below


def below_words(room: QSize, words: Iterable[QRect], above: int, below: int) -> int:
    """Return what a board leaves free above it, `above` at least, so that its edge covers no words.

    `words`: what stands in the upper left.
    `above`, `below`: what the board leaves free for all else.
    """
    height = room.height() - above - below
    for place in words:
        left = (room.width() / 2 - place.right()) / height
        if left < CORNER_LEFT:
            down = CORNER_DOWN * max(left - BACK_LEFT, 0.0) / (CORNER_LEFT - BACK_LEFT)
            above = max(above, round(place.bottom() + BETWEEN - down * height))
    return above


def beside_box(height: int, cells: int, is_left: bool) -> int:
    """Return what a board leaves free at its right before the ruler, and as much at its left.

    `height`: of the scene; `cells`, `is_left`: as in `above_and_below`.
    """
    if not cells:
        return BESIDE
    if is_left:
        return max(BESIDE, name_room(height - TOP - BOTTOM, cells, NAME_RIGHT))
    return max(BESIDE, NAME_BESIDE - CELL_BESIDE * cells)


def name_room(height: int, cells: int, away: float, scale: float = 1.0) -> int:
    """Return the room, in pixels, for the name of a coordinate beside a box.

    `height`: of the box; `cells`: along a side of it, or 0 for many.
    `away`: how far away the name is, in heights of a cell: `NAME_DOWN` or `NAME_RIGHT`.
    `scale`: how large text is, beside the usual size.
    """
    cell = min(CELL_AT * height / cells, LARGEST_CELL) if cells else 0.0
    return round((away * cell + NAME_AROUND) * scale)


def _name_at(room: QSize, free: int, cells: int = FEW) -> float:
    """Return where the name of the first coordinate stands, with so much free above and below."""
    share = NAME_OF_THREE_AT if cells <= 3 else NAME_AT
    return room.width() / 2 - share * (room.height() - free)


def _overlap(room: QSize, cube: QRect, ruler: int, free: tuple[int, int]) -> float:
    """Return how far the box of a board reaches into what is drawn of the view cube.

    Parameters
    ----------
    free : (int, int)
        What the board leaves free above and below it.

    Returns
    -------
    float
        In pixels; minus infinity where the corner of the box is below the cube.
    """
    high = room.height() - sum(free)
    broad = room.width() - 2 * (ruler + RULER_RIGHT + BESIDE)
    height = min(float(high), broad / (2 * BEHIND_AT))
    corner = free[0] + (high - height) / 2 + BEHIND_DOWN * height
    if corner > cube.bottom() - CUBE_INSIDE * cube.height() + CLEAR:
        return -inf
    drawn = cube.left() + CUBE_INSIDE * cube.width()
    return room.width() / 2 + BEHIND_AT * height - drawn


def left_of(room: QSize, card: QRect, side: int, free: int) -> int:
    """Return what the board leaves free at its left, so that a card in the lower left hides none.

    `side`: what it leaves free at its right, and at its left without a card.
    `free`: what it leaves free above and below.
    """
    height = room.height() - free
    corner = room.width() / 2 - CORNER_AT * height - BESIDE_CORNER
    shift = max(0, round(card.right() + BETWEEN - corner))
    left = side + 2 * shift
    return left if room.width() - left - side > 1.05 * height else side
