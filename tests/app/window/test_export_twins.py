"""Whatever the export dialog writes, the command line writes byte for byte from its options."""

import shlex
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
)

from nqviz import Board, Placement
from nqviz.cli import main as command_line
from nqviz.constructions import construct, cut_state
from nqviz.core.errors import InputError
from nqviz.formats import write_placement
from nqviz.formats.session import write_session
from nqviz.rendering.export import FORMATS
from nqviz.view.view_state import CameraState, Dims, ViewState
from nqviz_app.dialogs.export_choices import Choices
from nqviz_app.dialogs.export_dialog import ExportDialog
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of
from nqviz_app.document.tab_file import TabFile, stamp_of

from ..window_driver import choose, find, wait_for_jobs

LATIN = [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)]
CUBE = Placement(Board.cube(5, 3), LATIN)
SQUARE = Placement(Board.cube(5, 2), [(i, 2 * i % 5) for i in range(4)])
WIDTH, HEIGHT = 200, 152


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Draw in a thread: that a process writes the same is tested where processes are."""
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: False)


@dataclass(frozen=True)
class Twin:
    """One thing that is exported twice."""

    what: str
    choices: dict = field(default_factory=dict)
    """The controls of the dialog, by their names."""
    options: tuple = ()
    """The same as options of ``nqviz render``."""


def views():
    """Whatever is a picture, on boards that it suits; the looks go round."""
    looks = [
        ({}, ("--theme", "light")),
        ({"transparent": True, "colours": "dark"}, ("--transparent", "--theme", "dark")),
    ]
    for number, (what, view) in enumerate(
        (("scene", "3d"), ("contact",) * 2, ("square",) * 2, ("chart",) * 2)
    ):
        choices, options = looks[number % 2]
        yield Twin(what, choices, ("--view", view, *options))


FILMS = [
    Twin(
        "film",
        {"animation": animation, "view": layers, "frames": 3, "rate": 5},
        ("--film", animation, *more),
    )
    for animation, layers, more in (
        ("turntable", False, ("--frames", "3", "--rate", "5")),
        ("layers", False, ("--frames", "3", "--rate", "5")),
        ("layers", True, ("--frames", "3", "--rate", "5", "--view", "layers")),
    )
]
SOLIDS = [
    Twin("solid", {"stand": stand, "cell": 6.5}, ("--cell", "6.5", option))
    for stand, option in ((True, "--stand"), (False, "--no-stand"))
]
SOLIDS += [Twin("solid", {"plates": True, "stand": True}, ("--plates", "--stand"))]


class Both:
    """A window and a command line that write into two folders."""

    size = WIDTH, HEIGHT

    def __init__(self, window, folder, monkeypatch, qtbot):
        self.window, self.folder, self.monkeypatch, self.qtbot = window, folder, monkeypatch, qtbot
        (folder / "window").mkdir()
        (folder / "line").mkdir()
        self.source = folder / "queens.json"
        write_placement(window.document.placement(), self.source)

    def write(self, twin, ending):
        """Write a file both ways and give the bytes of both."""
        name = f"{twin.what}.{ending}"
        self._by_dialog(twin, ending, self.folder / "window" / name)
        line = ["render", str(self.source), "-o", str(self.folder / "line" / name), *twin.options]
        if twin.what != "solid":
            line += ["--size", "{}x{}".format(*self.size), "--dpi", "150"]
        assert command_line(line) == 0, line
        return tuple((self.folder / by / name).read_bytes() for by in ("window", "line"))

    def _by_dialog(self, twin, ending, path):
        exporting = self.window.exporting
        exporting.choices = Choices("scene", {}, *self.size, colours="light")
        exporting.open_dialog()
        dialog = next(each for each in self.window.findChildren(ExportDialog) if each.isVisible())
        for control, value in {"what": twin.what, "format": ending, **twin.choices}.items():
            _set(dialog.findChild(object, f"export.{control}"), value)
        self.monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        told = []
        self.window.document.message.connect(told.append)
        dialog.findChild(QPushButton, "export.ok").click()
        assert dialog.result() == QDialog.DialogCode.Accepted
        self.qtbot.waitUntil(lambda: not self.window.runner.jobs)
        self.window.document.message.disconnect(told.append)
        boxes = [each.text() for each in self.window.findChildren(QMessageBox)]
        assert (told, boxes) == ([f"Exported {path.name}."], [])


def _set(control, value):
    if isinstance(control, QComboBox):
        control.setCurrentIndex(control.findData(value))
        assert control.currentData() == value
    elif isinstance(control, QCheckBox):
        control.setChecked(value)
    else:
        control.setValue(value)


@pytest.fixture
def both(make_window, tmp_path, monkeypatch, qtbot):
    return lambda placement: Both(make_window(placement), tmp_path, monkeypatch, qtbot)


def check(pair, twins):
    """Write each in two formats, by turns: how formats are written does not depend on who asks."""
    for number, twin in enumerate(twins):
        endings = FORMATS[twin.what]
        for ending in (endings[number % len(endings)], endings[(number + 1) % len(endings)]):
            window, line = pair.write(twin, ending)
            assert window == line, (twin, ending)


def test_views_of_a_cube(both):
    pair = both(CUBE)
    check(pair, views())


def test_layers_and_graph_of_a_square(both):
    pair = both(SQUARE)
    twins = [Twin("layers", {}, ("--view", "layers")), Twin("graph", {}, ("--view", "graph"))]
    check(pair, twins)


def test_layers_of_a_cube(both):
    pair = both(CUBE)
    animation = {"animation": "history", "view": True, "frames": 4}
    pair.window.document.toggle(0)
    write_placement(pair.window.document.placement(), pair.source)
    check(pair, [Twin("layers", {}, ("--view", "layers"))])
    pair.source = pair.folder / "a.session"
    write_session(session_of(pair.window.tabs.board_tabs, 0), pair.source)
    options = ("--film", "replay", "--frames", "4", "--view", "layers")
    check(pair, [Twin("film", animation, options)])


def test_densities(both):
    pair = both(Placement(Board.cube(3, 3)))
    pair.window.panels.density.show_density()
    pair.qtbot.waitUntil(lambda: not pair.window.runner.jobs)
    assert pair.window.document.overlay is not None
    twins = [Twin("layers", {}, ("--view", "density"))]
    twins += [Twin("scene", {}, ("--density", "size"))]
    twins += [Twin("chart", {"chart": "profile"}, ("--view", "chart", "--chart", "profile"))]
    check(pair, twins)
    document = pair.window.document
    for way, more in (("colour", ()), ("slice", ("--layer", "1"))):
        document.set_view(replace(document.view, density=way, active_layer=0))
        check(pair, [Twin("scene", {}, ("--density", way, *more))])


def test_films(both):
    check(both(CUBE), FILMS)


def test_a_replay_of_the_history(both):
    pair = both(CUBE)
    for cell in pair.window.document.placement().indices.tolist()[:3]:
        pair.window.document.toggle(cell)
    pair.source = pair.folder / "a.session"
    write_session(session_of(pair.window.tabs.board_tabs, 0), pair.source)
    choices = {"animation": "history", "frames": 4}
    check(pair, [Twin("film", choices, ("--film", "replay", "--frames", "4"))])


@pytest.mark.parametrize("question", ["max", "dominate"])
def test_the_chart_of_a_search(both, question):
    """The window saves what its last search found and when; the command line charts that."""
    pair = both(Placement(Board.cube(4, 2)))
    choose(pair.window, "solve.target", question)
    pair.window.solve_panel.run()
    wait_for_jobs(pair.qtbot, pair.window)
    pair.source = pair.folder / "a.session"
    write_session(session_of(pair.window.tabs.board_tabs, 0), pair.source)
    check(pair, [Twin("chart", {"chart": "search"}, ("--view", "chart", "--chart", "search"))])


def test_solids(both):
    check(both(CUBE), SOLIDS)


def left_with(window, case):
    """Leave a board as one leaves it: wrapped, with a clique at the pointer, or with a cut."""
    document = window.document
    if case == "torus":
        document.load(window_state(Placement(Board.cube(5, 2, torus=True), [(0, 1)])), "torus")
        document.set_view(replace(document.view, wrapped=True))
    elif case == "clique":
        document.set_view(replace(document.view, clique="star", camera=CameraState(-30.0, 25.0)))
        document.set_cursor(31)
    else:
        document.load(cut_state(construct(Board.cube(6, 3), "subcube")), "cut")
        document.set_view(replace(document.view, gap=0.5))
    document.undo_stack.setClean()
    QApplication.processEvents()


@pytest.mark.parametrize("case", ["torus", "clique", "cut"])
def test_a_session_is_drawn_as_it_was_left(both, case):
    """The dialog draws what the window shows, with the lines of the cell that was hovered."""
    pair = both(CUBE)
    left_with(pair.window, case)
    pair.source = pair.folder / "a.session"
    write_session(session_of(pair.window.tabs.board_tabs, 0), pair.source)
    for what, view, ending in (
        ("scene", "3d", "png"),
        ("scene", "3d", "svg"),
        ("layers", "layers", "svg"),
    ):
        if case == "torus" and (what, ending) == ("scene", "svg"):
            continue  # a torus in space has no vector drawing
        if case == "clique":
            pair.window.document.set_cursor(31)  # the dialog takes the pointer away
        window, line = pair.write(Twin(what, {}, ("--view", view)), ending)
        assert window == line, (what, ending)
    if case == "cut":
        assert b"dropped by a cut" in window


@pytest.mark.parametrize("what", ["scene", "layers", "layer", "graph", "contact", "chart", "film"])
def test_the_command_of_the_dialog_makes_the_same_file(both, what):
    """Of a view with much that is chosen: the line is run in the folder that it was copied for."""
    board = Board.cube(3, 4) if what != "graph" else Board.cube(4, 3)
    pair = both(Placement(board, [(0,) * board.d, (1, 2, 0, 1)[: board.d]]))
    window, document = pair.window, pair.window.document
    tabs = window.tabs.board_tabs
    tabs[0].file = TabFile(pair.source, stamp_of(pair.source))
    document.undo_stack.setClean()
    camera = CameraState(-30.0, 25.5, 14.25, (0.5, 1.0, 1.5), 1.25)
    view = ViewState(
        dims=Dims((0, 1, board.d - 1), (1, 0), 1, {2: 1} if board.d > 3 else {}),
        clip={1: (0, 1)},
        gap=0.5,
        colour="x2",
        style="cube",
        labels=False,
        fade=True,
        parallel=True,
        active_layer=2,
        clique="cube",
        free=True,
        camera=camera,
    )
    document.set_view(view.on(board))
    document.set_cursor(4)
    QApplication.processEvents()
    window.exporting.choices = Choices(
        what,
        {},
        *pair.size,
        colours="dark",
        frames=2,
        paper="own" if what in ("layer", "contact") else "",
        paper_width=6.0,
        paper_height=4.1,
        type_size=6.5,
        crop=what in ("scene", "layer"),
        margin=2.5,
    )
    window.exporting.open_dialog()
    dialog = next(each for each in window.findChildren(ExportDialog) if each.isVisible())
    document.set_cursor(None)
    dialog.findChild(QPushButton, "export.copy_command").click()
    line = shlex.split(QApplication.clipboard().text())
    assert line[:3] == ["nqviz", "render", str(pair.source)], line
    name = line[line.index("-o") + 1]
    pair.monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(pair.folder / "window" / name), "")
    )
    dialog.findChild(QPushButton, "export.ok").click()
    pair.qtbot.waitUntil(lambda: not window.runner.jobs)
    pair.monkeypatch.chdir(pair.folder / "line")
    assert command_line(line[1:]) == 0, line
    ours, theirs = (pair.folder / by / name for by in ("window", "line"))
    assert ours.read_bytes() == theirs.read_bytes(), line
    if what in ("layers", "layer", "graph"):
        assert "--at" in line
        assert "--clique" in line


def every_other(n):
    return [(i, j) for i in range(n) for j in range(n) if (i * i + 3 * j) % 7 < 3]


def test_the_command_says_why_there_is_none(both):
    pair = both(CUBE)
    exporting, document = pair.window.exporting, pair.window.document
    line = shlex.split(exporting.command(Choices("layers", {"layers": "svg"}, *pair.size)))
    assert line[2].startswith("nq1:")
    assert command_line([*line[1:3], "-o", str(pair.folder / "a.svg"), *line[5:]]) == 0
    document.load(window_state(Placement(Board.cube(120, 2), every_other(120))), "many")
    with pytest.raises(InputError, match="save the board first"):
        exporting.command(Choices("scene"))
    with pytest.raises(InputError, match="no file"):
        exporting.command(Choices("film", animation="history"))


def test_a_comparison(make_window, qtbot, tmp_path):
    """The window writes its chart and the table, from which the command line draws the chart."""
    window = make_window()
    window.pages.show_page("compare")
    find(window, QLineEdit, "compare.boards").setText("2,2 3,2")
    find(window, QComboBox, "compare.programs").setEditText("base, base+cube")
    find(window, QComboBox, "compare.engines").setEditText("highs")
    find(window, QPushButton, "compare.run").click()
    wait_for_jobs(qtbot, window)
    table = tmp_path / "rows.csv"
    window.panels.compare.write(table)
    assert table.read_text("utf-8").count("\n") == 1 + 4
    for ending in FORMATS["chart"]:
        ours, theirs = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
        window.panels.compare.write(ours)
        line = ["render", str(table), "--view", "comparison", "-o", str(theirs)]
        assert command_line(line) == 0
        assert ours.read_bytes() == theirs.read_bytes(), ending
