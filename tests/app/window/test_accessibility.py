"""The window without a mouse and without eyes: names, roles, order of focus, size of text."""

import re
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.constructions import FAMILIES
from nqviz_app.dialogs.export_dialog import ExportDialog
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.solve.panel import FLAT_TARGETS, SolvePanel
from nqviz_app.widgets.focus_order import focus_first
from nqviz_app.widgets.whats_this import controls_of, explain, sentences
from nqviz_app.widgets.wrapped_tips import tip_of

from ..window_driver import large_layers

PAINTED = (
    *("scene.view", "layers.grid", "square.grid", "graph.grid"),
    *("counts.chart", "solve.chart", "compare.table", "history.list"),
    *("lessons.list", "atlas.table", "atlas.full"),
)
"""A tooltip would hide what they show."""

ROLES = {
    QPushButton: {QAccessible.Role.PushButton, QAccessible.Role.CheckBox},
    QToolButton: {
        QAccessible.Role.PushButton,
        QAccessible.Role.CheckBox,
        QAccessible.Role.ButtonMenu,
    },
    QCheckBox: {QAccessible.Role.CheckBox},
    QComboBox: {QAccessible.Role.ComboBox},
    QSpinBox: {QAccessible.Role.SpinBox},
    QSlider: {QAccessible.Role.Slider},
}


@pytest.fixture(params=[(8, 2), (4, 4)], ids=["(8,2)", "(4,4)"])
def window(request, make_window):
    return make_window(Placement(Board.cube(*request.param)))


def make_flat_pages(window):
    """Make what the window makes when it is asked for."""
    for page in FLAT_TARGETS:
        window.findChild(SolvePanel).page_of(page)


def test_every_control_says_what_it_is(window):
    make_flat_pages(window)
    explain(window)
    controls = list(controls_of(window))
    assert len(controls) > 30
    for control in controls:
        name = control.objectName()
        assert re.fullmatch(r"[a-z_]+(\.[a-z0-9_]+)+", name), f"{control}: {name!r}"
        assert control.accessibleName(), f"{name} has no accessible name"
        has_tip = control.toolTip() or name in PAINTED
        assert has_tip, f"{name} has no tooltip"
        assert control.whatsThis(), f"{name} has no What's this"
        assert control.whatsThis() != tip_of(control), f"{name} has no sentence of its own"
    doubles = [name for name, many in Counter(c.objectName() for c in controls).items() if many > 1]
    assert doubles == []
    check_roles_and_names(window)


def test_every_parameter_of_a_construction_has_a_sentence():
    names = {parameter.name for family in FAMILIES.values() for parameter in family.parameters}
    assert {f"constructions.{name}" for name in names} <= set(sentences("drawers"))


DIALOGS = (
    "edit.preferences",
    "edit.select_rule",
    "help.commands",
    "help.keys",
)


def test_every_control_of_a_dialog_has_a_sentence(make_window):
    window = make_window(Placement(Board.cube(4, 3)))
    for action in DIALOGS:
        window.actions_[action].trigger()
        (dialog,) = [each for each in window.findChildren(QDialog) if each.isVisible()]
        for control in controls_of(dialog):
            name = control.objectName()
            assert control.accessibleName(), f"{name}: {control}"
            assert control.whatsThis(), f"{name} has no What's this"
            assert control.whatsThis() != tip_of(control), name
        dialog.close()
    window.exporting.open_dialog()
    dialog = window.findChild(ExportDialog)
    names = {control.objectName() for control in controls_of(dialog)}
    assert names == {name for name in sentences("dialogs") if name.startswith("export.")}
    dialog.close()


def check_roles_and_names(window):
    """Assistive technology gets them, too."""
    for control in controls_of(window):
        interface = QAccessible.queryAccessibleInterface(control)
        assert interface is not None, control.objectName()
        assert interface.text(QAccessible.Text.Name), control.objectName()
        for kind, roles in ROLES.items():
            if type(control) is kind:
                assert interface.role() in roles, (control.objectName(), interface.role())


def test_no_sentence_is_about_a_control_that_is_gone(make_window):
    window = make_window(Placement(Board.cube(4, 4)))
    names = {widget.objectName() for widget in window.findChildren(QWidget)}
    for board in (Board.cube(25, 2), Board.cube(11, 3)):
        window.document.load(window_state(Placement(board, [(0,) * board.d])), "another")
        make_flat_pages(window)
        for family in FAMILIES:
            window.findChild(QAbstractButton, f"constructions.family.{family}").click()
            names |= {widget.objectName() for widget in window.findChildren(QWidget)}
    families = {name.rsplit(".", many)[0] for name in names for many in (0, 1, 2)}
    assert set(sentences("drawers", "pages")) - families == set()


def test_a_click_asks_what_it_is(make_window):
    window = make_window()
    run = window.findChild(QPushButton, "solve.run")
    asked = QHelpEvent(QEvent.Type.QueryWhatsThis, QPoint(3, 3), run.mapToGlobal(QPoint(3, 3)))
    assert QApplication.sendEvent(run, asked)
    assert asked.isAccepted()
    window.actions_["help.whats_this"].trigger()
    from PySide6.QtWidgets import QWhatsThis

    assert QWhatsThis.inWhatsThisMode()
    QWhatsThis.leaveWhatsThisMode()


def tab_through(qtbot, window, key=Qt.Key.Key_Tab, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press Tab until the focus comes back; give the names of what it met."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.rail.buttons["board"].setFocus()
    names = []
    for _ in range(200):
        focus = QApplication.focusWidget()
        assert focus is not None, names
        name = focus.objectName()
        if names and name == names[0]:
            return names
        names.append(name)
        qtbot.keyClick(focus, key, modifiers)
    raise AssertionError(f"the focus does not come back: {names[-10:]}")


def test_tab_goes_through_toolbar_rail_drawer_scene_and_layers(window, qtbot):
    window.drawers.open("solve")
    large_layers(window)
    names = tab_through(qtbot, window)
    parts = list(dict.fromkeys(map(region_of, names)))
    first = parts.index("toolbar")
    parts = parts[first:] + parts[:first]
    assert [part for part in parts if part != "minimap"] == REGIONS
    assert {"scene.view", "layers.grid", "rail.solve", "solve.run"} <= set(names)
    assert len(names) == len(set(names)), Counter(names).most_common(3)
    back = tab_through(qtbot, window, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert back[1:] == names[:0:-1]


def test_the_order_holds_for_controls_that_come_later(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 2)))
    window.drawers.open("board")
    window.findChild(QAbstractButton, "constructions.family.regular").click()
    names = tab_through(qtbot, window)
    own = [name for name in names if name.startswith("constructions.")]
    assert own.index("constructions.family.regular") < own.index("constructions.coefficients")
    assert own.index("constructions.coefficients") < own.index("constructions.family.subcube")
    assert own[-1] == "constructions.load"


REGIONS = ["toolbar", "rail", "solve", "scene", "layers"]
OVER_THE_SCENE = ("verdict", "ruler", "dock", "first_view")


def region_of(name):
    """Return the region of a control by its name; overlays belong to the scene."""
    part = name.partition(".")[0]
    return "scene" if part in OVER_THE_SCENE else part


def takes_tab(widget):
    reaches = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return reaches and widget.isVisible() and widget.isEnabled()


def test_no_drawer_keeps_the_focus_and_all_its_controls_get_it(make_window, qtbot):
    window = make_window(Placement(Board.cube(8, 2)))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for name in window.drawers.names:
        drawer = window.drawers.drawer(name)
        window.drawers.open(name)
        qtbot.waitUntil(lambda drawer=drawer: not drawer.visibleRegion().isEmpty())
        qtbot.waitUntil(lambda: not window.runner.jobs)
        met = []
        focus_first(drawer)
        while drawer.isAncestorOf(QApplication.focusWidget()) and len(met) < 60:
            met.append(QApplication.focusWidget())
            qtbot.keyClick(met[-1], Qt.Key.Key_Tab)
        assert not drawer.isAncestorOf(QApplication.focusWidget()), f"{name} keeps the focus"
        missed = {each.objectName() for each in drawer.findChildren(QWidget) if takes_tab(each)}
        missed -= {each.objectName() for each in met}
        assert not {each for each in missed if "." in each}, f"{name}: {missed}"
        back = QApplication.focusWidget()
        qtbot.keyClick(back, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        assert QApplication.focusWidget() is met[-1], name


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_text_is_cut_off(window, qtbot, percent):
    window.services.preferences.change(text_size=percent)
    try:
        QApplication.processEvents()  # drawers are laid out anew
        at_least = QSize(9, 5) * percent if percent > 100 else window.size()
        window.resize(at_least.expandedTo(window.minimumSizeHint()))
        for name in window.drawers.names:
            window.drawers.open(name)
            qtbot.waitUntil(lambda: not window.runner.jobs)
            qtbot.waitUntil(lambda: window.drawers.width() == window.drawers.open_width)
            QApplication.processEvents()
            assert cut_off(window) == [], name
        window.drawers.close_drawer()
        for name in ("atlas", "compare", "square", "chart"):
            window.pages.show_page(name)
            qtbot.waitUntil(lambda: not window.runner.jobs)
            QApplication.processEvents()
            assert cut_off(window) == [], name
    finally:
        window.services.preferences.change(text_size=100)


def cut_off(window):
    """Return the names and texts of what is too small for its text."""
    seen = [each for each in window.findChildren(QWidget) if each.isVisible()]
    cut = []
    for each in seen:
        if isinstance(each, QLabel) and each.text() and not each.wordWrap():
            if each.width() < each.sizeHint().width() - 1:
                cut.append((each.objectName(), each.text()))
        elif isinstance(each, QAbstractButton) and each.text():
            icons = each.property("toolButtonStyle") == Qt.ToolButtonStyle.ToolButtonIconOnly
            need = each.fontMetrics().horizontalAdvance(each.text().replace("&", ""))
            if not icons and (each.width() < need or each.height() < each.fontMetrics().height()):
                cut.append((each.objectName(), each.text()))
    if not window.drawers.current:
        return cut
    drawer = window.drawers.drawer(window.drawers.current)
    outside = [
        (each.objectName(), "leaves the drawer")
        for each in drawer.findChildren(QWidget)
        if each.isVisible() and each.mapTo(drawer, each.rect().bottomRight()).x() > drawer.width()
    ]
    return cut + outside


def test_icons_grow_with_the_text(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 3)))
    window.resize(1366, 768)
    names = ["toolbar.menu", "toolbar.edit.undo", "rail.board", "rail.edit.preferences"]
    names += ["layers.enlarge", "board.close", "constructions.class_play"]
    window.drawers.open("board")
    window.findChild(QAbstractButton, "constructions.family.regular").click()
    buttons = [window.findChild(QAbstractButton, name) for name in names]
    buttons = [button for button in buttons if button is not None]
    assert len(buttons) >= 6
    usual = [button.iconSize().width() for button in buttons]
    window.services.preferences.change(text_size=200)
    try:
        QApplication.processEvents()
        assert [button.iconSize().width() for button in buttons] == [2 * side for side in usual]
        for button in buttons:
            assert button.width() >= button.iconSize().width(), button.objectName()
        bar = window.toolbar
        inside = [bar.widgetForAction(action) for action in bar.actions()]
        assert all(each.isVisible() for each in inside if each.objectName())
        assert all(bar.rect().contains(each.geometry()) for each in inside if each.objectName())
        assert window.height() == 768
    finally:
        window.services.preferences.change(text_size=100)
