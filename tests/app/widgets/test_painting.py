"""What a widget paints is kept until it would look different."""

from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from nqviz_app.widgets.painting import KeptPainting


class Coloured(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.colour = "#ff0000"
        self.kept = KeptPainting()

    def paintEvent(self, event: object) -> None:
        self.kept.show(self, self._paint, self.colour)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), QColor(self.colour))


def test_it_is_painted_anew_only_if_it_looks_different(qapp):
    widget = Coloured()
    widget.resize(20, 10)
    for _ in range(3):
        assert widget.grab().toImage().pixelColor(5, 5) == QColor("#ff0000")
    assert widget.kept.count == 1
    widget.colour = "#00ff00"
    assert widget.grab().toImage().pixelColor(5, 5) == QColor("#00ff00")
    widget.resize(40, 10)
    assert widget.grab().toImage().pixelColor(35, 5) == QColor("#00ff00")
    assert widget.kept.count == 3
    widget.kept.forget()
    widget.grab()
    assert widget.kept.count == 4
    widget.deleteLater()
