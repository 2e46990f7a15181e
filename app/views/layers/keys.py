"""Where a key moves the cursor to among the layers."""

from __future__ import annotations

from PySide6.QtCore import Qt

from nqviz.view.arrangement import Arrangement

ARROWS = {
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Up: (1, 1),
    Qt.Key.Key_Down: (1, -1),
}
PAGES = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}


def moved(
    arrangement: Arrangement, cell: tuple[int, ...] | None, key: Qt.Key, control: bool
) -> tuple[int, ...] | None:
    """Return the cell to which a key moves the cursor, None for keys that move nothing.

    Arrows move within a layer and stop at its edge; Page Up and Page Down go up and down through
    all layers, the lowest coordinate first; Home and End go to the ends of a row, with control to
    those of the layer. With no cursor each of these keys starts at the first cell in sight.
    """
    if key not in ARROWS and key not in PAGES and key not in (Qt.Key.Key_Home, Qt.Key.Key_End):
        return None
    if cell is None:
        return tuple(arrangement.fixed.get(k, 0) for k in range(arrangement.board.d))
    target = list(cell)
    sides = arrangement.board.shape
    shown = arrangement.shown[:2]
    if key in ARROWS:
        place, step = ARROWS[key]
        if place < len(shown):
            k = shown[place]
            target[k] = min(max(target[k] + step, 0), sides[k] - 1)
    elif key in PAGES:
        _turn_page(target, arrangement, PAGES[key])
    else:
        for k in shown if control else shown[:1]:
            target[k] = 0 if key == Qt.Key.Key_Home else sides[k] - 1
    return tuple(target)


def _turn_page(target: list[int], arrangement: Arrangement, step: int) -> None:
    """Go one layer on or back, through every layer in turn; stay at the very ends."""
    hidden = [k for k in range(arrangement.board.d) if k not in arrangement.shown]
    before = list(target)
    for k in hidden:
        value = target[k] + step
        if 0 <= value < arrangement.board.shape[k]:
            target[k] = value
            return
        target[k] = 0 if step > 0 else arrangement.board.shape[k] - 1
    target[:] = before
