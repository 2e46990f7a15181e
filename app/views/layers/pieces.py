"""Paint what stands on the layers: queens and marks, attacking pairs, the cursor and its lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRegion,
)

from nqviz.core.notation import place_text
from nqviz.rendering.canvas.flat_colours import queen_colours
from nqviz.rendering.canvas.marks import (
    DIAMOND,
    DIAMOND_PLACE,
    DISC,
    RING,
    ConflictMarks,
    crosses,
    line_marks,
    through_marks,
    trimmed,
)
from nqviz.rendering.canvas.piece_glyphs import glyph_of
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import (
    CONFLICT,
    CURSOR,
    DARK,
    LIGHT,
    MARKED,
    OUTSIDE,
    LineStyle,
    Theme,
    line_style,
    luminance,
    mix,
    rgb,
)

from ...widgets.painting import smooth_painter, write_in
from ...widgets.theme import text_scale
from .frame import sized
from .page_layout import FULL, written
from .paint import EVERYTHING, QUEEN_FROM, Part, Shown, paint_free
from .view_transform import to_lines

SIGN_FROM = 13.0
SMALL = 24.0
MAX_JOINED = 12
"""More attacking pairs than this are not joined across layers, only marked in theirs."""
MAX_DIRECTIONS = 4000
"""Boards with more directions show the cursor without its attack lines."""


def sign_colour(disc: QColor) -> str:
    return LIGHT.panel if luminance((disc.red(), disc.green(), disc.blue())) < 0.5 else DARK.canvas


def _path(outlines: Iterable[FloatArray], size: float, x: float = 0, y: float = 0) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for outline in outlines:
        corners = [QPointF(x + u * size, y - v * size) for u, v in outline.tolist()]
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
    return path


class Stamps:
    """Pictures of pieces and marks for one theme, size of cells, density of pixels and piece."""

    def __init__(self, theme: Theme, cell: float, ratio: float, piece: str) -> None:
        self.key = (theme.name, cell, ratio, piece)
        self._theme, self._cell, self._ratio = theme, cell, ratio
        self._sign = glyph_of(piece)
        self._made: dict[tuple[str, int, int, int], QPixmap] = {}

    def get(self, kind: str, red: int, green: int, blue: int) -> QPixmap:
        """Return the stamp of a kind: queen, ghost, suggested, given, dropped or marked."""
        key = (kind, red, green, blue)
        if key not in self._made:
            self._made[key] = self._make(kind, QColor(red, green, blue))
        return self._made[key]

    @property
    def reach(self) -> float:
        """From the middle of a stamp to its edge, in pixels; a stamp is larger than its cell."""
        return float(np.ceil(self._cell * 0.6)) + 1

    def _make(self, kind: str, colour: QColor) -> QPixmap:
        side = 2 * self.reach
        pixmap = QPixmap(round(side * self._ratio), round(side * self._ratio))
        pixmap.setDevicePixelRatio(self._ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = smooth_painter(pixmap)
        painter.translate(self.reach, self.reach)
        getattr(self, f"_{kind}")(painter, colour)
        painter.end()
        return pixmap

    def _queen(self, painter: QPainter, colour: QColor) -> None:
        self._disc(painter, DISC, colour)
        if self._cell >= SIGN_FROM:
            painter.fillPath(_path(self._sign, self._cell), QColor(sign_colour(colour)))

    def _ghost(self, painter: QPainter, colour: QColor) -> None:
        painter.setOpacity(0.5)
        self._queen(painter, colour)

    def _suggested(self, painter: QPainter, colour: QColor) -> None:
        width = max(1.2, 0.05 * self._cell)
        self._disc(painter, DISC - 0.02, QColor(self._theme.background), colour, width)
        if self._cell >= SIGN_FROM:
            light = QColor(mix(self._theme.background, colour.name(), 0.5))
            painter.fillPath(_path(self._sign, self._cell), light)

    def _given(self, painter: QPainter, colour: QColor) -> None:
        self._disc(painter, RING - 0.03, None, colour, max(1.2, 0.05 * self._cell))

    def _dropped(self, painter: QPainter, colour: QColor) -> None:
        self._disc(painter, 0.2, colour)
        painter.setPen(QPen(QColor(self._theme.text_3), max(1.2, 0.05 * self._cell)))
        painter.drawLines(to_lines(crosses(np.zeros((1, 2)), 0.28 * self._cell)))

    def _marked(self, painter: QPainter, colour: QColor) -> None:
        # A corner of a small cell could be taken for its neighbour's.
        x, y = DIAMOND_PLACE.tolist() if self._cell >= SIGN_FROM else (0.0, 0.0)
        diamond = _path(DIAMOND, max(self._cell, SMALL), x * self._cell, -y * self._cell)
        painter.setPen(QPen(QColor(self._theme.text), 1))
        painter.setBrush(colour)
        painter.drawPath(diamond)

    def _disc(
        self,
        painter: QPainter,
        radius: float,
        fill: QColor | None,
        edge: QColor | None = None,
        width: float = 0.0,
    ) -> None:
        painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(edge, width) if edge is not None else Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(), radius * self._cell, radius * self._cell)


def paint_pieces(painter: QPainter, shown: Shown, stamps: Stamps, part: Part = EVERYTHING) -> None:
    """Paint free cells, queens of every kind and attacking pairs."""
    picture, theme, cell = shown.picture, shown.theme, shown.transform.cell
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if picture.free is not None:
        paint_free(painter, shown, part)
    if cell < QUEEN_FROM:
        _paint_conflicts(painter, shown, part)
        return
    for kind, indices, colour in (
        ("dropped", picture.dropped, OUTSIDE),
        ("suggested", picture.suggested, None),
        ("queen", picture.queens, None),
        ("given", picture.given, theme.given),
        ("marked", picture.marked, MARKED),
    ):
        if not len(indices):
            continue
        cells, points = shown.places(indices)
        met = part.meets(points - stamps.reach, points + stamps.reach)
        cells, points = cells[met], points[met]
        if colour is None:
            hues = queen_colours(shown.arrangement, cells, theme).tolist()
        else:
            hues = [list(rgb(colour))] * len(cells)
        for (x, y), hue in zip((points - stamps.reach).tolist(), hues, strict=True):
            painter.drawPixmap(QPointF(x, y), stamps.get(kind, *hue))
    _paint_conflicts(painter, shown, part)


def _pen(colour: str, width: float, style: LineStyle | None = None) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if style is not None and style.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(style.dash)
    return pen


def conflict_width(cell: float) -> float:
    """Return the width of strokes between attacking queens, at a size of a cell."""
    return min(6.0, max(1.5, 0.1 * cell))


def are_joined(marks: ConflictMarks) -> bool:
    """Return whether pairs in different layers are joined by strokes."""
    return len(marks.apart) <= MAX_JOINED


def _paint_conflicts(painter: QPainter, shown: Shown, part: Part) -> None:
    if not shown.picture.conflicts:
        return
    transform, marks = shown.transform, shown.conflicts
    thick = conflict_width(transform.cell)
    middles, pen = marks.middles, _pen(CONFLICT, thick)
    if are_joined(marks):
        _stroke(painter, _pen(CONFLICT, thick / 2), transform.points(marks.apart), part)
        middles = np.concatenate((middles, marks.apart.mean(axis=1)))
    _stroke(painter, pen, transform.points(marks.together), part)
    _stroke(painter, pen, transform.points(crosses(middles, 0.2)), part)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius, points = RING * transform.cell, transform.points(marks.cells)
    met = part.meets(points - radius - thick, points + radius + thick)
    for x, y in points[met].tolist():
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _stroke(painter: QPainter, pen: QPen, segments: FloatArray, part: Part) -> None:
    """Draw strokes in pixels, shape (k, 2, 2), as one shape.

    No pixel depends on strokes elsewhere then, as it does where Qt joins some lines at a time.
    """
    path, away = QPainterPath(), pen.widthF()
    met = part.meets(segments.min(axis=1) - away, segments.max(axis=1) + away)
    for (x0, y0), (x1, y1) in segments[met].tolist():
        path.moveTo(x0, y0)
        path.lineTo(x1, y1)
    painter.strokePath(path, pen)


# The cursor ---------------------------------------------------------------------------------------


def _tint(shown: Shown, colour: str) -> QColor:
    """Return what is laid over the ground of cells on an attack line, which stays to be seen."""
    tint = QColor(colour)
    tint.setAlphaF(0.2 if shown.picture.overlay is None else 0.3)
    return tint


@dataclass(frozen=True)
class CursorLines:
    """What is painted of the attack lines of a cell: tinted cells, and strokes."""

    box: QRectF  # of the cell itself; empty where it is out of sight
    tints: list[tuple[QColor, list[QRectF]]]
    strokes: list[tuple[QPen, list[QLineF]]]


def cursor_lines(shown: Shown, cursor: int | None) -> CursorLines:
    """Return the attack lines of the cursor's cell through every layer in sight.

    Each class has its colour and its dashes; the strokes end at the cursor's cell.
    """
    found = CursorLines(QRectF() if cursor is None else _box(shown, cursor), [], [])
    if cursor is None or len(shown.arrangement.board.directions) > MAX_DIRECTIONS:
        return found
    transform, cell = shown.transform, shown.transform.cell
    width = min(2.5, max(1.0, 0.09 * cell))
    for marks in line_marks(shown.arrangement, cursor):
        colour = shown.theme.line_colour(marks.order)
        corners = transform.points(marks.cells[transform.sees(marks.cells)]) - cell / 2
        boxes = [QRectF(x, y, cell, cell) for x, y in corners.tolist()]
        found.tints.append((_tint(shown, colour), boxes))
        segments = transform.points(_ended(marks.segments))
        found.strokes.append((_pen(colour, width, line_style(marks.order)), to_lines(segments)))
        places = marks.points[transform.sees(marks.points)]
        through = transform.points(through_marks(places, marks.order))
        found.strokes.append((_pen(colour, width), to_lines(through)))
    return found


def paint_tints(painter: QPainter, lines: CursorLines) -> None:
    """Paint the ground of the cells on attack lines in the colour of their class."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for tint, boxes in lines.tints:
        for box in boxes:
            painter.fillRect(box, tint)


def paint_lines(painter: QPainter, shown: Shown, lines: CursorLines) -> None:
    """Paint attack lines up to the cursor's cell."""
    painter.save()
    everything = QRegion(0, 0, shown.transform.width, shown.transform.height)
    beside = everything - QRegion(lines.box.toRect())
    painter.setClipRegion(beside, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for pen, strokes in lines.strokes:
        painter.setPen(pen)
        painter.drawLines(strokes)
    painter.restore()


def _ended(segments: FloatArray) -> FloatArray:
    """End strokes that run through several cells a little past the middle of the last ones."""
    is_long = np.abs(segments[:, 1] - segments[:, 0]).max(axis=1) > 1.0
    return np.concatenate((segments[~is_long], trimmed(segments[is_long], 0.25)))


def _box(shown: Shown, cell: int) -> QRectF:
    """Return the box of a cell; empty where it is out of sight."""
    _, points = shown.places(np.array([cell]))
    if not len(points):
        return QRectF()
    (x, y), half = points[0].tolist(), shown.transform.cell / 2
    return QRectF(x - half, y - half, 2 * half, 2 * half)


def paint_cursor(
    painter: QPainter, shown: Shown, lines: CursorLines, cursor: int, stamps: Stamps
) -> None:
    """Paint the outline of the cursor's cell, and a ghost of the piece that a click places.

    The coordinates stand on a plate beside it where there are none along the edges.
    """
    transform, box = shown.transform, QRectF(lines.box)
    if box.isEmpty():
        return
    if transform.cell >= QUEEN_FROM and not shown.occupied[cursor]:
        (hue,) = queen_colours(shown.arrangement, np.array([cursor]), shown.theme).tolist()
        if shown.picture.free is not None and not shown.attacked[cursor]:
            away = 0.38 * transform.cell  # the dot of a free cell would be seen through the ghost
            dot = box.adjusted(away, away, -away, -away)
            painter.fillRect(dot, QColor(shown.theme.background))
        corner = box.center() - QPointF(stamps.reach, stamps.reach)
        painter.drawPixmap(corner, stamps.get("ghost", *hue))
    width = min(3.0, max(2.0, 0.06 * transform.cell))
    # Small cells are left to be seen.
    away = width / 2 if transform.cell < SMALL else -width / 2
    box.adjust(-away, -away, away, away)
    outline_cursor(painter, box, width, DARK.canvas)
    if written(shown.arrangement, transform, text_scale(shown.font)) is not FULL:
        paint_plate(painter, shown, cursor, box)


def outline_cursor(painter: QPainter, box: QRectF, width: float, beside: str) -> None:
    """Outline the box of the cursor, with another colour at both sides of the line."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, thickness in ((beside, width + 2), (CURSOR, width)):
        pen = QPen(QColor(colour), thickness)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(box)


def paint_plate(painter: QPainter, shown: Shown, cursor: int, box: QRectF) -> None:
    """Write the coordinates of the cursor's cell on a plate above its box, or below it."""
    transform, theme = shown.transform, shown.theme
    words = place_text(shown.arrangement.board, cursor)
    font = sized(shown.font, 13 * text_scale(shown.font))
    metrics = QFontMetricsF(font)
    plate = QRectF(0, 0, metrics.horizontalAdvance(words) + 14, metrics.height() + 6)
    plate.moveCenter(QPointF(box.center().x(), 0))
    plate.moveBottom(box.top() - 6)
    if plate.top() < 2:
        plate.moveTop(box.bottom() + 6)
    plate.moveLeft(min(max(plate.left(), 2), max(transform.width - plate.width() - 2, 2)))
    if not painter.clipRegion().intersects(plate.toAlignedRect().adjusted(-1, -1, 1, 1)):
        return
    painter.setPen(QPen(QColor(theme.text_3), 1))
    painter.setBrush(QColor(theme.panel))
    painter.drawRoundedRect(plate, 5, 5)
    write_in(painter, font, theme.text)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)
