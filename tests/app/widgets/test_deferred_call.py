"""The end of a turn of the event loop."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from nqviz_app.widgets.timing import DeferredCall


class Painted(QWidget):
    def __init__(self, seen: list[str]) -> None:
        super().__init__()
        self.seen = seen

    def paintEvent(self, event) -> None:
        self.seen.append("painted")


def test_it_comes_once_and_before_the_painting(qtbot):
    seen: list[str] = []
    widget = Painted(seen)
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: "painted" in seen)
    QApplication.processEvents()
    seen.clear()
    turn = DeferredCall(widget, lambda: seen.append("came"))
    # as when panels are laid out: the painting is among the events at hand, the last of them
    widget.update()
    low = Qt.EventPriority.LowEventPriority.value
    QApplication.postEvent(widget, QEvent(QEvent.Type.UpdateRequest), low)
    turn.start()
    turn.start()
    assert turn.isActive()
    qtbot.waitUntil(lambda: "painted" in seen)
    assert seen == ["came", "painted"]
    assert not turn.isActive()


def test_it_does_not_come_once_it_is_stopped(qtbot):
    seen: list[str] = []
    owner = QObject()
    turn = DeferredCall(owner, lambda: seen.append("came"))
    turn.start()
    turn.stop()
    QApplication.processEvents()
    assert seen == []
    assert not turn.isActive()
