"""Paint a board seen from above: in each cell the last coordinate of the queens that stand there.

The last coordinate is the one that runs fastest through the cells of a board, so that the cell
`index` stands in the column `index // side` with the symbol `index % side`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from nqviz.core.board import Board, IntArray
from nqviz.core.rings import ring_names, rings_of_cells
from nqviz.rendering.canvas.layout import arrange_layers
from nqviz.rendering.canvas.marks import MARK, cell_colours, crosses
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import number_text
from nqviz.view.palette import CONFLICT, ColourArray, Theme, contrast_text, layer_colours, rgb

from .layers.frame import paint_frame, sized
from .layers.paint import Shown, image_of
from .layers.view_transform import Mask, to_lines

TEXT_FROM = 6.0
"""Pixels that a symbol needs to be read."""


def seen_from_above(board: Board) -> Board | None:
    """Return the flat board of the columns, None where there is no such view."""
    return Board(board.shape[:-1]) if board.d in (2, 3) else None


@dataclass(frozen=True, eq=False)
class Columns:
    """What stands in each column of a board.

    Attributes
    ----------
    side : int
        How many cells a column has.
    symbols : mapping of int to list of int
        The (0-based) last coordinates of the queens of each column that holds any.
    suggested : mapping of int to list of int
        Those that a solver proposes.
    open : array of shape (columns,), bool
        The columns with a free cell.
    """

    side: int
    symbols: dict[int, list[int]]
    suggested: dict[int, list[int]]
    open: Mask

    @classmethod
    def of(cls, picture: BoardView, attacked: Mask) -> Columns:
        """Sort the queens of a picture into columns."""
        side = picture.board.shape[-1]
        is_open: Mask = np.asarray((~attacked.reshape(-1, side)).any(axis=1))
        return cls(
            side,
            _sorted(picture.queens, side),
            _sorted(picture.suggested, side),
            is_open,
        )


def _sorted(cells: IntArray, side: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for column, symbol in zip((cells // side).tolist(), (cells % side).tolist(), strict=True):
        found.setdefault(column, []).append(symbol)
    return found


def flat_shown(above: Board, shown: Shown) -> Shown:
    """Return what the painters of layers need to know to frame the board of columns."""
    nothing = np.zeros(above.size, np.bool_)
    arrangement = arrange_layers(above, tuple(range(above.d)))
    return Shown(
        BoardView(above), nothing, nothing, arrangement, shown.theme, shown.lens, shown.font
    )


def paint_square(painter: QPainter, picture: BoardView, columns: Columns, flat: Shown) -> None:
    """Paint the ground of all columns, their symbols, and what is wrong with them."""
    lens, theme, arrangement = flat.lens, flat.theme, flat.arrangement
    count = flat.picture.board.size
    hues = layer_colours(columns.side)
    ground = np.empty((count, 3), np.uint8)
    ground[:] = np.where(columns.open[:, None], rgb(theme.background), rgb(theme.attacked))
    for column, symbols in columns.symbols.items():
        ground[column] = hues[symbols[0]] if len(symbols) == 1 else rgb(theme.attacked)
    captions = captions_of(picture, columns)
    if captions:
        _show_places(ground, captions, picture, columns, theme)
    rows = flat.picture.board.shape[1] if flat.picture.board.d > 1 else 1
    painter.fillRect(0, 0, lens.width, lens.height, QColor(theme.background))
    image = image_of(ground.reshape(-1, rows, 3).transpose(1, 0, 2))
    painter.drawImage(
        lens.block(arrangement.block_origins[0, :2], (image.height(), image.width())), image
    )
    paint_frame(painter, flat)
    points = lens.points(arrangement.positions(np.arange(count)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_dots(painter, columns, flat, points)
    _paint_symbols(painter, columns, flat, points, ground)
    _paint_captions(painter, captions, flat, points, ground)
    _paint_marks(painter, picture, columns, flat, points)


def paint_chosen(painter: QPainter, flat: Shown, chosen: IntArray) -> None:
    """Frame the columns of selected cells; the ground keeps its hue, which tells the symbol."""
    cell, theme = flat.lens.cell, flat.theme
    width = min(3.0, max(1.0, 0.06 * cell))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = flat.lens.points(flat.arrangement.positions(chosen))
    boxes = [_box(point, cell, width) for point in points]
    for colour, thickness in ((theme.background, 2 * width), (theme.accent, width)):
        pen = QPen(QColor(colour), thickness)
        if thickness == width:
            pen.setDashPattern([3.0, 2.0])
        painter.setPen(pen)
        painter.drawRects(boxes)


# What is laid over a flat board -----------------------------------------------------------------


def captions_of(picture: BoardView, columns: Columns) -> dict[int, str]:
    """Return of each column with one queen what is laid over its cell: its ring, or its cost.

    Rings and fields are for flat boards; nothing is said of others.
    """
    cells = {
        column: column * columns.side + symbols[0]
        for column, symbols in {**columns.suggested, **columns.symbols}.items()
        if len(symbols) == 1
    }
    board = picture.board
    if board.d != 2 or not cells:
        return {}
    indices = np.fromiter(cells.values(), np.int64)
    if picture.overlay is not None and picture.overlay.kind == "field":
        words = [number_text(value) for value in picture.overlay.values[indices].tolist()]
    elif picture.rings and board.is_classical:
        names = ring_names(board.n)
        words = [names[ring] for ring in rings_of_cells(board, indices).tolist()]
    else:
        return {}
    return dict(zip(cells, words, strict=True))


def _show_places(
    ground: ColourArray,
    captions: dict[int, str],
    picture: BoardView,
    columns: Columns,
    theme: Theme,
) -> None:
    """Let the ground of columns show the ring or the value of their queen's cell, not its hue."""
    nothing = np.zeros(picture.board.size, np.bool_)
    for column in captions.keys() & columns.symbols.keys():
        cell = np.array([column * columns.side + columns.symbols[column][0]])
        ground[column] = cell_colours(picture, nothing, theme, cell)[0]


def _paint_captions(
    painter: QPainter,
    captions: dict[int, str],
    flat: Shown,
    points: FloatArray,
    ground: ColourArray,
) -> None:
    """Write the captions along the lower edges of the cells, where they can be read."""
    cell = flat.lens.cell
    size = min(0.22 * cell, 1.3 * cell / max(map(len, captions.values()), default=1), 14.0)
    if size < TEXT_FROM:
        return
    painter.setFont(sized(flat.font, size))
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
    for column, words in captions.items():
        painter.setPen(QColor(contrast_text(ground[column])))
        painter.drawText(_box(points[column], cell, 0.06 * cell), flags, words)


def _box(point: FloatArray, cell: float, inset: float = 0.0) -> QRectF:
    half = cell / 2 - inset
    return QRectF(float(point[0]) - half, float(point[1]) - half, 2 * half, 2 * half)


def _paint_dots(painter: QPainter, columns: Columns, flat: Shown, points: FloatArray) -> None:
    """Paint a dot into each empty column."""
    if flat.lens.cell < 5:
        return
    pen = QPen(QColor(flat.theme.muted), max(1.5, 2 * MARK * flat.lens.cell / 2))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for column, (x, y) in enumerate(points.tolist()):
        if column not in columns.symbols and column not in columns.suggested:
            painter.drawPoint(round(x), round(y))


def _paint_symbols(
    painter: QPainter, columns: Columns, flat: Shown, points: FloatArray, ground: ColourArray
) -> None:
    """Write the symbols; each text is painted once and then copied, because there are many."""
    cell = flat.lens.cell
    hues = layer_colours(columns.side)
    ratio = painter.device().devicePixelRatioF()
    written: dict[tuple[tuple[int, ...], bytes], QPixmap] = {}

    def write(column: int, symbols: list[int], colour: QColor, key: bytes) -> None:
        stamp = written.get((tuple(symbols), key))
        if stamp is None:
            stamp = written[tuple(symbols), key] = _written(flat, symbols, colour, ratio)
        painter.drawPixmap(_box(points[column], cell).topLeft(), stamp)

    for column, symbols in columns.suggested.items():
        if column not in columns.symbols:
            hue = QColor(*hues[symbols[0]].tolist())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(hue, max(1.2, 0.08 * cell)))
            painter.drawRect(_box(points[column], cell, 0.1 * cell))
            write(column, symbols, hue, b"suggested")
    if 0.5 * cell < TEXT_FROM:
        return
    inks = {hue.tobytes(): QColor(contrast_text(hue)) for hue in np.unique(ground, axis=0)}
    for column, symbols in columns.symbols.items():
        key = ground[column].tobytes()
        write(column, symbols, inks[key], key)


def _written(flat: Shown, symbols: list[int], colour: QColor, ratio: float) -> QPixmap:
    """Write symbols on a pixmap of the size of a cell; nothing where they would be too small."""
    cell = flat.lens.cell
    pixmap = QPixmap(*[max(1, round(cell * ratio))] * 2)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    words = " ".join(str(symbol + 1) for symbol in symbols)
    size = min(0.5, 1.4 / len(words)) * cell
    if size >= TEXT_FROM:
        painter = QPainter(pixmap)
        painter.setFont(sized(flat.font, min(size, 40.0)))
        painter.setPen(colour)
        painter.drawText(QRectF(0, 0, cell, cell), Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
    return pixmap


def _paint_marks(
    painter: QPainter, picture: BoardView, columns: Columns, flat: Shown, points: FloatArray
) -> None:
    """Frame given queens, frame queens that attack each other, cross out columns with several."""
    cell, side = flat.lens.cell, columns.side
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(flat.theme.foreground), max(1.0, 0.05 * cell)))
    inset = max(1.5, 0.09 * cell)
    for column in np.unique(picture.given // side).tolist():
        painter.drawRect(_box(points[column], cell, inset))
    attacking = np.array(picture.conflicts, dtype=np.int64).ravel() // side
    thick = min(4.0, max(1.5, 0.07 * cell))
    painter.setPen(QPen(QColor(CONFLICT), thick))
    for column in np.unique(attacking).tolist():
        painter.drawRect(_box(points[column], cell, thick / 2))
    several = [column for column, symbols in columns.symbols.items() if len(symbols) > 1]
    if several:
        corners = points[several] + 0.32 * cell * np.array((1.0, -1.0))
        painter.drawLines(to_lines(crosses(corners, 0.1 * cell)))
