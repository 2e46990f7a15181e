"""The first opening of a drawer has nothing to do that the second one has not."""

from collections import Counter

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget

from nqviz_app.drawers.symmetry import gallery
from nqviz_app.views import small_pictures
from nqviz_app.widgets import rows
from tests.looks.boards import best

SLOW = (
    QEvent.Type.Polish,
    QEvent.Type.StyleChange,
    QEvent.Type.FontChange,
    QEvent.Type.Resize,
    QEvent.Type.ChildAdded,
)
"""What happens to widgets that are made, styled or laid out."""


class Counted(QObject):
    """Counts the slow events in a widget and all that is in it."""

    def __init__(self, root: QWidget) -> None:
        super().__init__(root)
        self._root = root
        self.events: Counter[tuple[str, str]] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_slow = event.type() in SLOW and isinstance(watched, QWidget)
        if is_slow and (watched is self._root or self._root.isAncestorOf(watched)):
            self.events[event.type().name, type(watched).__name__] += 1
        return False


def slow_events(window, name: str) -> Counter[tuple[str, str]]:
    """Open a drawer, close it, and return the slow events of its opening."""
    application = QCoreApplication.instance()
    counted = Counted(window.drawers)
    application.installEventFilter(counted)
    window.drawers.open(name)
    while window.drawers.isHidden():
        QCoreApplication.processEvents()
    for _ in range(4):
        QCoreApplication.processEvents()
    application.removeEventFilter(counted)
    window.drawers.close_drawer()
    window.drawers.finish()
    return counted.events


def prepare(window) -> int:
    """Prepare all drawers; return in how many steps."""
    steps = 0
    while window.drawers.prepare_next():
        steps += 1
        assert window.drawers.isHidden()
        QCoreApplication.processEvents()
    return steps


@pytest.fixture
def slow_slide(monkeypatch):
    """Let drawers slide for so long that a test sees what happens meanwhile."""
    monkeypatch.delenv("NQVIZ_REDUCED_MOTION")
    monkeypatch.setattr("nqviz_app.widgets.motion.DRAWER", 60_000)
    monkeypatch.setattr("nqviz_app.window.drawer_stack.DRAWER", 60_000)


def test_what_takes_longest_in_each_drawer_is_prepared_first(make_window):
    window = make_window(best(11, 3))
    for _ in window.drawers.names:
        window.drawers.prepare_next()
    assert not window.panels.symmetry._is_stale
    assert window.lessons_panel.list.entries.entries


def test_a_prepared_drawer_is_not_styled_or_laid_out_again(make_window, slow_slide):
    window = make_window(best(11, 3))
    focus = window.focusWidget()
    assert prepare(window) > 2 * len(window.drawers.names)
    assert window.focusWidget() is focus
    assert window.drawers.current == ""
    for name in window.drawers.names:
        first, second = slow_events(window, name), slow_events(window, name)
        assert not first - second, name


def test_a_slide_begins_without_a_paint_and_after_what_is_made_for_it(make_window, slow_slide):
    window = make_window(best(11, 3))
    window.drawers.open("board")
    assert window.drawers.isVisible()  # styled and laid out before the clock begins
    window.drawers.close_drawer()
    window.drawers.finish()
    window.drawers.open("board", with_focus=True)
    assert window.drawers.isHidden()
    while window.drawers.isHidden():
        QCoreApplication.processEvents()
    assert window.drawers._slide.currentValue() > 0.0  # it has moved already
    assert window.drawers.isAncestorOf(window.focusWidget())


def test_a_drawer_that_is_closed_while_it_slides_goes_back_from_where_it_is(
    make_window, slow_slide
):
    window = make_window(best(5, 3))
    drawers = window.drawers
    drawers.open("board")
    drawers.finish()
    drawers.close_drawer()
    drawers.finish()
    closed = drawers.x()
    drawers.open("board")
    drawers.close_drawer()  # before it has moved
    assert drawers.isHidden()
    drawers.open("board")
    drawers._slide.setCurrentTime(6_000)
    between = drawers.x()
    assert closed < between < closed + drawers.open_width
    drawers.close_drawer()
    assert drawers.x() == between
    drawers.open("board")
    assert drawers.x() == between


def test_no_small_picture_is_drawn_while_a_drawer_slides(make_window, slow_slide, monkeypatch):
    drawn = []
    draw = small_pictures.draw_thumb

    def draw_thumb(*arguments, **others):
        drawn.append(arguments)
        return draw(*arguments, **others)

    monkeypatch.setattr(gallery, "draw_thumb", draw_thumb)
    monkeypatch.setattr("nqviz_app.drawers.lessons.entries.draw_thumb", draw_thumb)
    window = make_window(best(11, 3))
    for name in ("symmetry", "lessons"):  # nothing is prepared
        slow_events(window, name)
        assert not drawn, name
    prepare(window)
    assert len(drawn) > 48  # the images, and the lessons
    drawn.clear()
    for name in ("symmetry", "lessons"):
        slow_events(window, name)
    assert not drawn


def test_pictures_come_when_the_drawer_rests(make_window, qtbot):
    window = make_window(best(5, 3))
    window.drawers.open("symmetry")
    shown = window.panels.symmetry.gallery
    qtbot.waitUntil(lambda: len(shown._thumbs) >= 24, timeout=20_000)  # those in sight


def test_rows_are_measured_once(make_window):
    window = make_window(best(11, 3))
    prepare(window)
    before = rows._height.cache_info().misses
    slow_events(window, "board")
    assert rows._height.cache_info().misses == before
