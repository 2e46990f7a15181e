"""What the view of layers paints: marks, lines, selections, densities, cuts, large boards."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QComboBox

from nqviz.core.board import Board
from nqviz.core.board_state import Cut
from nqviz.core.placement import Placement
from nqviz.counting import density
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz.view.palette import CONFLICT, CURSOR, DARK, LIGHT, MARKED, layer_colours, rgb
from nqviz.view.view_state import ViewState
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.cell_access import cell_text
from nqviz_app.views.layers import paint as layers_paint
from nqviz_app.views.layers.frame import LEGEND_WIDTH, has_titles
from nqviz_app.views.layers.names import paint_edge_names

from ...window_driver import drag

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
FREE, ATTACKED, _ = LIGHT.cells


def middle(view, index):
    return view.grid.cell_center(index).toPoint()


def pixels(view):
    image = (
        view.grid.grab().toImage().convertToFormat(view.grid.grab().toImage().Format.Format_RGB32)
    )
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return data[..., 2::-1].astype(int)


def shows(view, colour, near=None):
    image = pixels(view)
    if near is not None:
        x, y = near.x(), near.y()
        reach = int(view.grid.cell_size * 0.55)
        image = image[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
    return bool((np.abs(image - np.array(colour)).max(axis=-1) <= 2).any())


def test_any_two_coordinates_are_shown(make_layers):
    view = make_layers(Placement(Board((3, 4, 5)), [(2, 1, 3)]))
    shown = view.findChild(QComboBox, "layers.shown")
    assert shown.count() == 6
    shown.setCurrentIndex(shown.findText("x3, x2"))
    assert view.arrangement.shown == (2, 1)
    assert view.document.view.dims.scene == (1, 2, 0)
    assert shows(view, layer_colours(3)[2])


def test_every_kind_of_mark_is_painted(make_layers):
    board = Board.cube(5, 3)
    kept = board.index((1, 4, 3))
    view = make_layers(Placement(board, [(0, 0, 1), (3, 0, 1), (1, 4, 3)]), givens=[kept])
    first, second, alone = 1, board.index((3, 0, 1)), board.index((1, 3, 4))
    hue = layer_colours(5)[1]
    assert shows(view, hue, middle(view, first))
    assert shows(view, rgb(CONFLICT), middle(view, first))
    assert shows(view, rgb(CONFLICT), middle(view, second))
    assert shows(view, rgb(LIGHT.given), middle(view, kept))
    assert not shows(view, rgb(LIGHT.given), middle(view, second))
    assert not shows(view, layer_colours(5)[4], middle(view, alone))
    view.document.set_suggestion(np.array([alone]))
    assert shows(view, layer_colours(5)[4], middle(view, alone))
    view.document.set_suggestion(None)
    view.document.set_cursor(alone)
    assert shows(view, rgb(CURSOR), middle(view, alone))


def test_each_kind_of_piece_has_a_sign_of_its_own(make_layers):
    pictures = []
    for piece in ("queen", "rook", "bishop", "3-rider"):
        view = make_layers(Placement(Board.cube(4, 3, piece=piece), [(1, 1, 1)]))
        centre, half = middle(view, view.document.board.index((1, 1, 1))), 8
        x, y = round(centre.x()), round(centre.y())
        pictures.append(pixels(view)[y - half : y + half, x - half : x + half].tobytes())
    assert len(set(pictures)) == len(pictures)


def test_the_sign_follows_the_board(make_layers):
    rook = Placement(Board.cube(4, 3, piece="rook"), [(1, 1, 1)])
    wanted = pixels(make_layers(rook))
    view = make_layers(Placement(Board.cube(4, 3), [(1, 1, 1)]))
    assert not np.array_equal(pixels(view), wanted)
    view.document.load(window_state(rook), "Rooks")
    assert np.array_equal(pixels(view), wanted)


def test_cursor_lines_are_painted_through_all_layers(make_layers):
    board = Board.cube(4, 3)
    view = make_layers(Placement(board))
    above, aside = board.index((1, 1, 3)), board.index((0, 2, 3))
    blue = (0x00, 0x72, 0xB2)
    assert not shows(view, blue, middle(view, above))
    view.document.set_cursor(board.index((1, 1, 0)))
    assert shows(view, blue, middle(view, above))
    assert pixels(view)[middle(view, aside).y() + 5, middle(view, aside).x() + 5].tolist() == [
        *rgb(FREE)
    ]


def test_free_cells_have_dots_and_attacked_cells_are_darker(make_layers):
    board = Board.cube(5, 2)
    view = make_layers(Placement(board, [(0, 0)]))
    free, attacked = board.index((1, 2)), board.index((3, 3))

    def at(index, off):
        point = middle(view, index) + QPoint(off, off)
        return tuple(pixels(view)[point.y(), point.x()].tolist())

    off = int(view.grid.cell_size / 3)
    assert at(free, off) == rgb(FREE)
    assert at(attacked, off) == rgb(ATTACKED)
    assert at(free, 0) == rgb(FREE)
    view.document.set_view(replace(view.document.view, free=True))
    assert at(free, 0) != rgb(FREE)
    assert at(attacked, 0) == rgb(ATTACKED)


def test_a_density_is_a_heat_map_with_a_legend(make_layers):
    board = Board.cube(3, 3)
    view = make_layers(Placement(board), size=(800, 600))
    before = view.arrangement.columns, view.grid.cell_size
    counts = np.arange(27.0)
    view.document.set_overlay(Overlay(counts, 40, "test"))
    beside = view.grid.cell_center(26).x() + view.grid.cell_size / 2
    assert beside < view.grid.width() - LEGEND_WIDTH
    assert shows(view, (68, 1, 84), QPoint(view.grid.width() - 80, 400))
    off = QPoint(*[int(view.grid.cell_size / 2) - 4] * 2)
    point = middle(view, 26) - off
    assert pixels(view)[point.y(), point.x()].tolist() == [253, 231, 37]
    assert view.grid.cell_at(QPointF(view.grid.width() - 5, 300)) is None
    view.document.set_overlay(None)
    assert (view.arrangement.columns, view.grid.cell_size) == before


def test_a_cut_greys_what_is_outside_and_crosses_what_it_drops(make_layers):
    board = Board.cube(5, 2)
    deleted = np.zeros((2, 5), dtype=bool)
    deleted[:, 4] = True
    dropped = board.index((4, 2))
    view = make_layers(Placement(board, [(0, 0)]), cut=Cut(np.array([dropped]), deleted, "cut"))
    outside, inside = middle(view, board.index((4, 0))), middle(view, board.index((2, 1)))
    image = pixels(view)
    assert len(np.unique(image[outside.y() - 9 : outside.y() + 9, outside.x()], axis=0)) > 1
    assert tuple(image[inside.y() + 9, inside.x() + 9].tolist()) == rgb(FREE)
    assert shows(view, rgb(LIGHT.text_3), middle(view, dropped))


def test_marks_are_diamonds_and_excluded_cells_are_grey(make_layers):
    board = Board.cube(5, 2)
    view = make_layers(Placement(board, [(0, 0)]))
    document, excluded = view.document, np.arange(25) == 7
    document.set_marks(Marks(np.array([0, 13]), "greedy"))
    document.set_excluded(excluded)
    for cell, is_marked in ((0, True), (13, True), (7, False), (14, False)):
        assert shows(view, rgb(MARKED), middle(view, cell)) == is_marked
    image, grey = pixels(view), middle(view, 7)
    assert len(np.unique(image[grey.y() - 9 : grey.y() + 9, grey.x()], axis=0)) > 1
    assert cell_text(document, 13) == "(3, 4), c4, free, greedy"
    assert cell_text(document, 7).endswith("excluded")
    document.set_marks(None)
    assert not shows(view, rgb(MARKED))


def test_a_theme_changes_the_paper(make_layers):
    view = make_layers(Placement(Board.cube(5, 2)))
    for theme in (DARK, LIGHT):
        view.set_theme(theme)
        assert tuple(pixels(view)[3, 3].tolist()) == rgb(theme.bar)


def draw_box(qtbot, view, first, last, modifiers):
    qtbot.mousePress(view.grid, LEFT, modifiers, pos=first)
    drag(view.grid, LEFT, last, modifiers)
    qtbot.mouseRelease(view.grid, LEFT, modifiers, pos=last)


def test_a_box_selects_the_cells_inside_it(make_layers, qtbot):
    shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    board = Board((5, 4, 2))
    view = make_layers(Placement(board))
    document = view.document
    first, last = board.index((1, 1, 0)), board.index((3, 2, 0))
    wanted = {board.index((x, y, 0)) for x in (1, 2, 3) for y in (1, 2)}
    draw_box(qtbot, view, middle(view, last), middle(view, first), shift)
    assert document.selection == wanted
    assert document.undo_stack.count() == 0
    far = board.index((4, 3, 1))
    draw_box(qtbot, view, middle(view, far), middle(view, far), shift | control)
    assert document.selection == wanted | {far}
    qtbot.mouseClick(view.grid, LEFT, control, pos=middle(view, far))
    assert document.selection == wanted
    assert shows(view, rgb(LIGHT.accent), middle(view, first))
    assert not shows(view, rgb(LIGHT.accent), middle(view, far))
    qtbot.keyClick(view.grid, Qt.Key.Key_Escape)
    assert document.selection == frozenset()
    assert not shows(view, rgb(LIGHT.accent), middle(view, first))


def test_a_large_selection_is_painted_in_rows(make_layers):
    board = Board.cube(20, 3)
    view = make_layers(Placement(board))
    view.document.set_selection(range(board.size // 2))
    inside, outside = board.index((9, 19, 19)), board.index((10, 0, 0))
    paper = rgb(FREE)

    def at(index):
        point = middle(view, index)
        return tuple(pixels(view)[point.y(), point.x()].tolist())

    assert at(inside) != paper
    assert at(outside) == paper
    view.document.set_selection(range(board.size // 2, board.size))
    assert at(inside) == paper
    assert at(outside) != paper


def test_large_boards_stay_usable(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(101, 3)))
    index = view.document.board.index((50, 60, 0))
    view.grid._look(view.grid._transform.zoomed(10.0, view.grid.cell_center(index)))
    qtbot.mouseClick(view.grid, LEFT, pos=middle(view, index))
    assert view.document.is_queen(index)
    view.document.set_cursor(None)
    before = pixels(view)
    view.document.toggle(index)
    assert not np.array_equal(pixels(view), before)


def test_boards_of_very_many_blocks_are_painted_and_clicked(make_layers, qtbot):
    board = Board.cube(3, 10)
    view = make_layers(Placement(board))
    view.document.set_view(ViewState(share="all"))
    assert len(np.unique(pixels(view).reshape(-1, 3), axis=0)) == 1
    index = board.size // 2
    view.document.toggle(index)
    assert shows(view, layer_colours(3)[1])
    assert view.grid.cell_at(view.grid.cell_center(index)) == index


@pytest.mark.parametrize("shape", [(5, 5), (4, 4, 4), (3, 3, 3, 3), (31, 31, 31), (3,) * 10])
@pytest.mark.parametrize("held", [{}, {2: 1}])
def test_painting_only_what_changed_looks_like_painting_everything(make_layers, shape, held):
    board = Board(shape)
    view = make_layers(Placement(board))
    if len(shape) > 2:
        view.grid.set_layers((0, 1), held)
    random = np.random.default_rng(sum(shape))
    pixels(view)
    for _ in range(6):
        view.document.toggle(int(random.integers(board.size)))
        after = pixels(view)
        view.grid._canvas._painted = None
        view.grid.refresh()
        assert np.array_equal(after, pixels(view))


@pytest.mark.parametrize(
    ("shape", "size", "held"),
    [((8, 8), (420, 420), {}), ((9, 9, 9), (1000, 900), {}), ((5, 5, 5, 5), (640, 640), {3: 2})],
)
@pytest.mark.parametrize("free", [False, True])
def test_the_part_that_a_click_updates_holds_all_that_differs(
    make_layers, monkeypatch, shape, size, held, free
):
    board = Board(shape)
    view = make_layers(Placement(board, [(0,) * len(shape)]), size=size)
    document, grid = view.document, view.grid
    document.set_view(replace(document.view, free=free))
    grid.set_layers((0, 1), held)
    steps = np.array(board.strides)
    cell = int(steps @ [held.get(axis, 2) for axis in range(board.d)])
    document.set_cursor(cell)
    before, whole, updates = pixels(view), grid.width() * grid.height(), []
    monkeypatch.setattr(grid, "update", lambda *part: updates.append(part))
    shares = []
    for change in (
        lambda: document.toggle(cell),
        lambda: document.toggle(cell + int(steps[0])),  # attacks and is attacked
        lambda: document.toggle_given(cell),
        lambda: document.toggle(cell + int(steps[1]) * 3),
        lambda: document.move(cell + int(steps[0]), cell + int(steps[0]) * 2),
    ):
        updates.clear()
        change()
        ((part,),) = updates
        painted = pixels(view)
        grid._canvas._painted = None
        after = pixels(view)
        assert np.array_equal(painted, after)
        differs = (before != after).any(axis=-1)
        assert differs.any()
        before = after
        covered = np.zeros_like(differs)
        for box in part:
            covered[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = True
        shares.append(covered.sum() / whole)
        assert not (differs & ~covered).any()
    assert min(shares) < 0.1


def test_a_change_paints_only_the_layers_in_which_it_is_seen(make_layers, monkeypatch):
    board = Board.cube(9, 3)
    view = make_layers(Placement(board))
    view.document.toggle(board.index((0, 0, 0)))
    pixels(view)
    painted = []
    colours = layers_paint._tile_colours
    monkeypatch.setattr(
        layers_paint,
        "_tile_colours",
        lambda shown, tile: painted.append(len(tile)) or colours(shown, tile),
    )
    view.document.set_cursor(board.index((4, 4, 4)))
    pixels(view)
    assert painted == []
    view.document.edit("Lock", lock=[board.index((0, 0, 0))])
    pixels(view)
    assert painted == []
    counts = view.document.counts
    before = counts.counts > 0
    view.document.toggle(board.index((8, 0, 8)))
    changed = before != (counts.counts > 0)
    layers = np.unique(board.cells(np.flatnonzero(changed))[:, 2])
    pixels(view)
    assert painted == [9] * len(layers)


@pytest.mark.parametrize(
    ("shape", "words"),
    [((31,) * 3, {"1"}), ((5,) * 5, {"x5 = 1", "x5 = 5", "1", "5"}), ((4,) * 3, set())],
)
def test_layers_too_small_for_titles_have_names_beside_them(make_layers, shape, words):
    view = make_layers(Placement(Board(shape)), size=(420, 700))
    view.document.set_view(ViewState(share="all"))
    written = []
    paint_edge_names(Recorder(written), view.grid._up_to_date())
    free = min(view.grid._transform.points(view.grid.arrangement.block_origins - 0.5)[:, 0])
    if words:
        assert words <= set(written)
        assert free > 24
    assert has_titles(view.grid.arrangement, view.grid.cell_size, view.grid.font()) == (not words)


class Recorder:
    """Takes the words that a painter is told to write."""

    def __init__(self, written):
        self.written = written

    def drawText(self, _room, _side, text):
        self.written.append(text)

    def setFont(self, _font): ...

    def setPen(self, _pen): ...


def test_layers_too_small_for_names_are_not_named(qapp, monkeypatch):
    named = []
    monkeypatch.setattr(
        "nqviz_app.views.layers.frame.layer_titles", lambda layers: named.append(layers) or ["a"]
    )
    assert not has_titles(default_layers(Board.cube(4, 8)), 2.0, qapp.font())
    assert not named


def test_a_density_has_its_legend_in_the_layers_only_where_the_scene_is_not_seen(make_layers):
    view = make_layers(Placement(Board.cube(3, 3)))
    view.document.set_overlay(Overlay.of_density(density(Board.cube(3, 3)).value))
    for share, has_legend in (("half", False), ("all", True)):
        view.document.set_view(replace(view.document.view, share=share))
        QApplication.processEvents()
        assert view.grid._now_shown().has_legend == has_legend
