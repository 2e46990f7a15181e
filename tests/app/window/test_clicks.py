"""How many clicks common tasks take from the first view, each a real event of the mouse."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from nqviz import Board, Placement
from nqviz.constructions.from_catalogue import load_record

from ..window_driver import find

LEFT = Qt.MouseButton.LeftButton


class Clicker:
    """Clicks in a window and counts."""

    def __init__(self, qtbot, window):
        self.qtbot, self.window, self.count = qtbot, window, 0

    def on(self, widget, place=None):
        self.qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
        QApplication.processEvents()
        self.count += 1
        at = widget.rect().center() if place is None else place
        self.qtbot.mouseClick(widget, LEFT, pos=at)
        QApplication.processEvents()

    def button(self, name):
        self.on(find(self.window, QAbstractButton, name))

    def drawer(self, name):
        self.on(self.window.rail.buttons[name])

    def row(self, name, index):
        view = find(self.window, QAbstractItemView, name)
        view.scrollTo(index(view.model()))
        self.on(view.viewport(), view.visualRect(index(view.model())).center())

    def menu(self, button, action):
        """Open a menu of the toolbar and click an action of it; two clicks."""

        def choose():
            menu = QApplication.activePopupWidget()
            self.on(menu, menu.actionGeometry(self.window.actions_[action]).center())

        QTimer.singleShot(200, choose)
        self.button(f"toolbar.{button}")  # until the menu is closed


def first_view(make_window, qtbot):
    window = make_window(load_record("11x11x11-121").placement)
    return window, Clicker(qtbot, window)


def test_a_queen_takes_one_click(make_window, qtbot):
    window = make_window(Placement(Board.cube(8, 2)))
    clicker, canvas = Clicker(qtbot, window), window.scene.canvas
    clicker.on(canvas, QPoint(canvas.width() // 2, canvas.height() // 2))
    assert (window.document.counts.queens, clicker.count) == (1, 1)


def test_another_board_takes_two_clicks(make_window, qtbot):
    window, clicker = first_view(make_window, qtbot)
    clicker.drawer("board")
    clicker.button("board.n.less")
    assert (window.document.board, clicker.count) == (Board.cube(10, 3), 2)


def test_a_search_takes_two_clicks_and_its_queens_one_more(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 3)))
    clicker = Clicker(qtbot, window)
    clicker.menu("solve", "solve.most")
    assert clicker.count == 2
    qtbot.waitUntil(lambda: not window.runner.jobs)
    clicker.button("solve.accept")
    assert (window.document.counts.queens, clicker.count) == (7, 3)


def test_a_density_takes_two_clicks(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 3)))
    clicker = Clicker(qtbot, window)
    clicker.drawer("density")
    clicker.button("density.show")
    qtbot.waitUntil(lambda: window.document.overlay is not None)
    assert clicker.count == 2


def test_the_best_known_placement_takes_three_clicks(make_window, qtbot):
    window, clicker = first_view(make_window, qtbot)
    clicker.drawer("atlas")
    qtbot.waitUntil(lambda: not window.runner.jobs)
    clicker.row("atlas.table", lambda model: model.index_of(12, 3))
    qtbot.waitUntil(lambda: not window.runner.jobs)
    clicker.button("atlas.open")
    qtbot.waitUntil(lambda: window.document.board == Board.cube(12, 3))
    assert (window.document.counts.queens, clicker.count) == (133, 3)


def test_a_lesson_takes_two_clicks(make_window, qtbot):
    window, clicker = first_view(make_window, qtbot)
    clicker.drawer("lessons")
    clicker.row("lessons.list", lambda model: model.index(0, 0))
    assert (window.lessons_panel.run is not None, clicker.count) == (True, 2)


def test_an_image_takes_two_clicks(make_window, qtbot):
    window, clicker = first_view(make_window, qtbot)
    before = window.document.placement()
    clicker.drawer("symmetry")
    gallery = find(window, QWidget, "symmetry.gallery")
    qtbot.waitUntil(lambda: len(gallery.shown) > 1)
    clicker.on(gallery, gallery.thumb_rect(1).center())
    qtbot.waitUntil(lambda: window.document.placement() != before)
    assert (window.document.counts.queens, clicker.count) == (121, 2)


def test_an_export_takes_two_clicks(make_window, qtbot):
    QApplication.clipboard().clear()
    _window, clicker = first_view(make_window, qtbot)
    clicker.button("toolbar.file.export")
    clicker.button("export.copy")  # beside it "Export ..." asks for a file
    qtbot.waitUntil(lambda: not QApplication.clipboard().image().isNull())
    assert clicker.count == 2
