"""Every control of the old window is worked at its place in the new one, by real keys and clicks.

The rows are those of the table of the window's specification: what is done, and what comes of it.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.bounds import best_lower
from nqviz.constructions import classical
from nqviz.constructions.from_catalogue import load_record
from nqviz.view.palette import LIGHT

from ..window_driver import find, text_of

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
KEYS = Qt.Key
FAMILIES = {
    "classical": (Board.cube(8, 2), 8),
    "rings": (Board.cube(8, 2), 8),
    "random": (Board.cube(8, 2), 4),
    "extended": (Board.cube(9, 2), 9),
    "regular": (Board.cube(7, 2), 7),
    "product": (Board.cube(25, 2), 25),
    "toroidal": (Board.cube(10, 2, torus=True), 8),
    "colouring": (Board.cube(12, 2), 12),
    "stacked": (Board.cube(6, 3), 1),
    "subcube": (Board.cube(9, 3), 60),
}
"""For each construction a board that has it, and how many queens it places at least."""


# Board, given queens, constructions ----------------------------------------------------------


def test_the_fields_of_the_board(hands):
    at = hands((5, 3)).drawer(1)
    for act, board in (
        (lambda: at.click("board.n.more"), Board.cube(6, 3)),
        (lambda: at.click("board.d.less"), Board.cube(6, 2)),
        (lambda: at.choose("board.piece", "Rook"), Board.cube(6, 2, piece="rook")),
        (
            lambda: at.choose("board.wraps", "Every axis: torus"),
            Board.cube(6, 2, torus=True, piece="rook"),
        ),
        (lambda: at.choose("board.wraps", "Nowhere"), Board.cube(6, 2, piece="rook")),
        (lambda: at.choose("board.piece", "Queen"), Board.cube(6, 2)),
        (
            lambda: at.choose("board.wraps", "x2: Moebius strip"),
            Board.cube(6, 2, wraps=(1,), twist=True),
        ),
        (lambda: at.choose("board.wraps", "x1: cylinder"), Board.cube(6, 2, wraps=(0,))),
    ):
        act()
        assert at.document.board == board
    at.choose("board.wraps", "Nowhere").choose("board.kind", "Box").write("board.shape", "4, 5, 6")
    assert at.document.board == Board((4, 5, 6))


def test_queens_are_locked_unlocked_and_cleared(hands):
    at = hands(classical(8)).drawer(1)
    for name, left in (("lock", (8, 8)), ("unlock", (8, 0)), ("clear", (0, 0))):
        at.click(f"board.{name}")
        assert (at.document.counts.queens, len(at.document.givens)) == left, name


def test_constructions_fill_the_board(hands):
    at = hands((8, 2)).drawer(1)
    for family, (board, least) in FAMILIES.items():
        at.load(Placement(board)).rest()
        at.click(f"constructions.family.{family}").rest().click("constructions.load").rest()
        at.until(lambda least=least: at.document.counts.queens >= least, family)


def test_a_family_that_has_nothing_names_the_nearest_board(hands):
    at = hands((5, 3)).drawer(1)
    at.click("constructions.elsewhere", "constructions.elsewhere.regular").rest()
    assert at.document.board == Board.cube(11, 3)


# Lessons, Solve, Density ---------------------------------------------------------------------


def test_a_lesson_starts_by_a_click_and_own_lessons_have_a_folder(hands, monkeypatch, tmp_path):
    at = hands((8, 2)).drawer(6)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(tmp_path))
    at.click_rows("lessons.own", "Add a folder with lessons …")
    assert list(at.window.lessons_panel.folders.paths) == [str(tmp_path)]
    at.row("lessons.list", 0).rest()
    assert at.window.lessons_panel.run is not None


def test_what_is_looked_for_is_found_and_accepted(hands):
    at = hands((5, 2)).drawer(2)
    for target, number, queens in (
        ("The most queens", "", 5),
        ("A full placement", "", 5),
        ("A number of queens", "solve.count", 3),
        ("The fewest that attack every cell", "solve.suffice", 3),
        ("The first placement", "", 5),
        ("The most beautiful", "", 5),
        ("Complete n queens", "", 5),
    ):
        at.load(Placement(Board.cube(5, 2))).choose("solve.target", target)
        if number:
            at.write(number, str(queens))
        at.click("solve.run").rest().click("solve.accept")
        assert at.document.counts.queens == queens, target
        assert number or at.document.counts.conflicts == 0, target


def test_engine_threads_cuts_and_limit_are_used(hands):
    at = hands((4, 3)).drawer(2).click("solve.more")
    at.choose("solve.engine", "portfolio").write("solve.seconds", "20")
    at.write("solve.threads", "1").click("solve.run").rest()
    assert "ortfolio" in text_of(at.window, "solve.credit")
    assert len(at.document.suggestion) == 7
    at.click("solve.discard")
    assert at.document.suggestion is None


def test_a_search_is_stopped(hands):
    at = hands((9, 3)).drawer(2).click("solve.run")
    at.until(lambda: bool(at.window.runner.jobs))
    at.press(KEYS.Key_Period, modifiers=CONTROL).rest()
    assert not at.window.runner.jobs


def test_solving_follows_clicks(hands):
    at = hands((6, 2)).drawer(2).click("solve.follow")
    at.until(lambda: at.document.suggestion is not None)
    canvas = at.window.scene.canvas
    QTest.mouseClick(canvas, LEFT, NONE, canvas.rect().center())
    assert at.document.counts.queens == 1
    at.rest()
    at.until(lambda: at.document.suggestion is not None)
    assert set(at.document.placement().indices.tolist()) <= set(at.document.suggestion.tolist())


@pytest.mark.usefixtures("drawn_scenes")
def test_densities_are_drawn_in_each_way_and_hidden(hands):
    at = hands((4, 3)).drawer(3).click("density.show").rest()
    assert at.document.overlay is not None
    ways = {"even": "colour", "slice": "slice", "cloud": "volume", "size": "size"}
    for name, value in ways.items():
        at.click(f"density.drawn.{name}")
        assert at.document.view.density == value
    at.click("density.hide")
    assert at.document.overlay is None


# Atlas, Compare ------------------------------------------------------------------------------


def test_each_part_of_the_atlas_is_shown(hands):
    at = hands((5, 3)).drawer(5)
    names = {"counts": "tables.table", "mine": "library.list", "full": "atlas.full"}
    for part in ("full", "counts", "questions", "densities", "mine", "maximum"):
        at.click(f"atlas.segments.{part}").rest()
        assert find(at.window, QAbstractButton, f"atlas.segments.{part}").isChecked()
        at.seen(QWidget, names.get(part, "atlas.segments.maximum"))


def test_a_card_shows_another_board_its_neighbours_and_its_sources(hands):
    at = hands((5, 3)).drawer(5).write("atlas.other", "4,5,6").rest()
    assert "4" in text_of(at.window, "atlas.board")
    assert text_of(at.window, "atlas.board") != "(5,3) board"
    at.write("atlas.other", "12,3").rest()
    QApplication.clipboard().clear()
    at.click("atlas.copy")
    assert "Kunt" in QApplication.clipboard().text()
    at.click("atlas.next").rest()
    assert text_of(at.window, "atlas.board").startswith("(13,3)")
    at.click("atlas.previous", "atlas.open").rest()
    at.until(lambda: at.document.board == Board.cube(12, 3))
    assert at.document.counts.queens == 133


def test_a_placement_of_the_library_opens(hands):
    at = hands((5, 3)).drawer(5).click("atlas.segments.mine").rest().row("library.list", 5).rest()
    at.click("library.open").rest()
    assert at.document.board.d == 2
    assert at.document.counts.queens == best_lower(at.document.board).value


def test_engines_are_compared_on_a_page(hands):
    at = hands((3, 3)).drawer(2).click("solve.more", "solve.compare").write("compare.boards", "3,3")
    at.click("compare.run").rest()
    assert at.seen(QAbstractItemView, "compare.table").model().rowCount() == 2


def test_marks_and_looks_of_the_menu_of_looks(hands):
    at = hands((6, 2))
    for row, is_on in (
        ("Greedy queens", lambda: at.document.tab.greedy),
        ("Costs of cells", lambda: at.document.overlay is not None),
        ("Rings", lambda: at.document.view.rings),
        ("Fog", lambda: at.document.view.fade),
        ("Parallel lines", lambda: at.document.view.parallel),
        ("Spheres", lambda: at.document.view.style == "sphere"),
        ("Light theme", lambda: at.window.theme == LIGHT),
    ):
        assert not is_on(), row
        at.click_rows("toolbar.look", row)
        assert is_on(), row


# Symmetry, History ---------------------------------------------------------------------------


def test_images_are_previewed_on_hover_and_applied_by_a_click(hands):
    at = hands(load_record("5x5x5-13").placement).drawer(4)
    gallery = find(at.window, QWidget, "symmetry.gallery")
    at.until(lambda: len(gallery.shown) > 1)
    before = at.document.placement()
    QTest.mouseMove(gallery, gallery.thumb_rect(1).center())
    at.until(lambda: at.document.tab.preview is not None)
    assert at.document.placement() == before
    at.choose("symmetry.images", "24 rotations")
    at.until(lambda: len(gallery.shown) > 1)
    QTest.mouseClick(gallery, LEFT, NONE, gallery.thumb_rect(1).center())
    at.until(lambda: at.document.placement() != before)


def test_a_step_of_the_history_is_gone_to(hands):
    at = hands(classical(8)).drawer(1).click("board.lock", "board.unlock", "board.clear").drawer(7)
    at.row("history.list", 0)
    assert at.document.counts.queens == 8
    at.row("history.list", 3)
    assert at.document.counts.queens == 0


# Views, layers, sliders ----------------------------------------------------------------------


def test_views_by_keys_and_by_the_menu_and_back(hands):
    at = hands((5, 2))
    for key, row, page in (
        (KEYS.Key_G, "Graph", "graph"),
        (KEYS.Key_P, "Per layer", "per_layer"),
        (KEYS.Key_S, "Square", "square"),
        (KEYS.Key_C, "Chart", "chart"),
    ):
        if page == "chart":
            at.load(Placement(Board.cube(5, 3)))
        at.press(KEYS.Key_V, key)
        assert at.window.pages.current == page
        at.press(KEYS.Key_Escape)
        assert at.window.pages.current == "scene"
        at.click_rows("toolbar.views", row)
        assert at.window.pages.current == page
        at.press(KEYS.Key_Escape)


def test_the_layers_take_their_shares_by_a_key(hands):
    at = hands((5, 3))
    assert at.window.actions_["view.layers_strip"].isChecked(), "the menu marks what is shown"
    shares = [at.press(KEYS.Key_E).document.view.share for _ in range(3)]
    assert len(set(shares)) == 3


def test_layers_are_spread_by_the_slider_above_the_dock(hands):
    at = hands((5, 3)).click("dock.explode")
    slider = at.seen(QWidget, "dock.gap")
    before = at.document.view.gap
    slider.setFocus()
    QTest.keyClick(slider, KEYS.Key_Right)
    assert at.document.view.gap > before > 0


def test_a_layer_is_chosen_on_the_ruler_and_all_of_them_again(hands):
    at = hands((5, 3))
    ruler = at.window.scene.overlays.ruler
    at.until(lambda: ruler.isVisible() and len(ruler.ticks) == 5)
    QTest.mouseClick(ruler, LEFT, NONE, QPoint(ruler.width() - 12, round(ruler.ticks[3])))
    assert at.document.view.active_layer == 3
    at.click("ruler.all")
    assert at.document.view.active_layer is None


def test_cubes_are_stepped_through_and_coordinates_exchanged(hands):
    at = hands((4, 4)).press(KEYS.Key_Right, modifiers=CONTROL)
    assert at.document.view.dims.fixed[3] == 1
    at.choose("verdict.shows", "x1, x2, x4")
    assert at.document.view.dims.scene == (0, 1, 3)
