"""Attack lines in space, and the texts around a board."""

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.rendering.scene import SceneOptions
from nqviz.rendering.scene.labels import block_labels, edges_of
from nqviz.rendering.scene.lattice import Grid
from nqviz.rendering.scene.lines import BEGIN, DASHES, PAST, attack_lines, dashed, trimmed
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.queens import Queens
from nqviz.rendering.scene.sheet import Sheet
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from tests.nqviz.oracle import attacking_direction

SHAPES = ((5, 5), (4, 5, 3), (3, 3, 3, 3))


def cells_on(arrangement, segments):
    """All cells whose centres lie on strokes."""
    board = arrangement.board
    places = arrangement.positions(np.arange(board.size))
    found = set()
    for start, end in segments:
        along = end - start
        share = np.clip((places - start) @ along / (along @ along), 0, 1)
        apart = np.linalg.norm(places - start - share[:, None] * along, axis=1)
        found |= set(np.flatnonzero(apart < 1e-9).tolist())
    return found


@pytest.mark.parametrize(
    "board",
    [
        *(Board(shape, torus) for shape in SHAPES for torus in (False, True)),
        *(Board(shape, wraps=(1,)) for shape in (*SHAPES, (5, 2))),
        Board((4, 6), wraps=(1,), twist=True),
    ],
    ids=str,
)
def test_strokes_and_lone_marks_meet_exactly_the_attacked_cells(board):
    arrangement = default_scene(board)
    for index in (0, board.size // 2, board.size - 1):
        lines = attack_lines(board, arrangement, index)
        met = cells_on(arrangement, lines.segments) | set(lines.lone.tolist())
        wanted = {
            other
            for other in range(board.size)
            if other != index
            and attacking_direction(board, board.cell(index), board.cell(other)) is not None
        }
        assert met - {index} == wanted


def test_strokes_stay_within_what_is_drawn():
    board = Board.cube(5, 3)
    arrangement = Arrangement(board, (0, 1, 2), ranges={2: (1, 3)})
    lines = attack_lines(board, arrangement, board.index((2, 2, 2)))
    assert (lines.segments[..., 2] >= 1).all()
    assert (lines.segments[..., 2] <= 3).all()


def test_dashes_follow_their_pattern():
    stroke = np.array([[[0.0, 0, 0], [3.0, 0, 0]]])
    whole, _ = dashed(stroke, np.array([1]), 1.0)
    assert np.allclose(whole, stroke)
    for order in (2, 3, 4, 7):
        pieces, classes = dashed(stroke, np.array([order]), 1.5)
        assert (classes == order).all()
        lengths = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
        strokes = np.resize(np.array(DASHES[min(order, 4) - 1][::2]) * 1.5, len(lengths) - 1)
        assert np.allclose(lengths[:-1], strokes)
        assert pieces[:, :, 0].max() <= 3.0 + 1e-12
        assert lengths.sum() < 3.0


def test_strokes_begin_beside_the_queen_and_run_out_of_the_last_cell():
    board = Board.cube(5, 3)
    arrangement = Arrangement(board, (0, 1, 2), gap=0.5)
    index = board.index((2, 1, 0))
    strokes, classes = trimmed(attack_lines(board, arrangement, index), arrangement, index)
    centre = arrangement.positions([index])[0]
    assert len(strokes) == len(classes) > 8
    begins = np.linalg.norm(strokes[:, 0] - centre, axis=1)
    assert np.allclose(begins, BEGIN * np.sqrt(classes)), "a diagonal begins at the same share"
    ends = strokes[classes == 1][:, 1] - centre
    assert sorted(np.abs(ends).max(axis=1).round(6)) == [
        1 + PAST,
        *(2 + PAST,) * 2,
        3 + PAST,
        6 + 1.5 * PAST,
    ]


def test_coordinates_are_written_from_one():
    x, y, z = edges_of(default_scene(Board((3, 4, 5))))
    assert (x.texts, x.name) == (["1", "2", "3"], "x1")
    assert (y.texts, y.name) == (["1", "2", "3", "4"], "x2")
    assert (z.texts[-1], z.name) == ("5", "x3")
    assert np.allclose(x.centres, [0, 1, 2])


def test_flat_boards_have_letters_and_numbers_up_to_26_columns():
    x, y = edges_of(default_scene(Board((26, 4))))
    assert (x.texts[0], x.texts[-1], x.name) == ("a", "z", "")
    assert (y.texts, y.name) == (["1", "2", "3", "4"], "")
    x, _ = edges_of(default_scene(Board((27, 4))))
    assert (x.texts[0], x.name) == ("1", "x1")


def test_clipped_layers_keep_their_numbers():
    arrangement = Arrangement(Board.cube(6, 3), (0, 1, 2), ranges={2: (2, 4)})
    assert edges_of(arrangement)[2].texts == ["3", "4", "5"]
    grid = Grid.of(arrangement)
    assert (grid.low[2], grid.high[2]) == (1.5, 4.5)


def test_blocks_are_named():
    assert block_labels(default_scene(Board.cube(3, 3)))[1] == []
    assert block_labels(default_scene(Board.cube(3, 4)))[1] == ["x4 = 1", "x4 = 2", "x4 = 3"]
    names = block_labels(default_scene(Board((2, 2, 2, 3, 2))))[1]
    assert names == ["x4 = 1", "x4 = 2", "x4 = 3", "x5 = 1", "x5 = 2"]


def test_among_many_blocks_axes_are_named_without_numbers():
    edges = edges_of(default_scene(Board.cube(5, 5)))
    assert [(edge.texts, edge.name) for edge in edges] == [([], "x1"), ([], "x2"), ([], "x3")]


@pytest.mark.parametrize("n", [4, 5, 7, 9])
def test_names_of_blocks_in_rows_cover_no_queen_as_seen_from_the_corner(make_scene, n):
    board = Board.cube(n, 4)
    arrangement = default_scene(board)
    scene = make_scene(size=(900, 700))
    scene.show(BoardView(board), arrangement, SceneOptions())
    scene.view("isometric")
    points, texts = block_labels(arrangement)
    assert len(texts) == (n if n < 7 else 6 if n == 9 else 4) + (n > 6)
    names = np.array([scene.camera.project(point) for point in points])
    for text, name in zip(texts, names, strict=True):
        for other, place in zip(texts, names, strict=True):
            assert text == other or np.abs(name - place).max() > 20, (text, other)
    for index in range(board.size):
        beside = np.abs(names - scene.project(index))
        assert ((beside[:, 0] > 18) | (beside[:, 1] > 9)).all(), (index, texts)


def test_where_names_would_run_into_each_other_the_ends_are_written_or_none():
    _, texts = block_labels(default_scene(Board.cube(4, 10)))
    assert {text for text in texts if text[:2] in ("x4", "x5", "x6")} == set()
    assert [text for text in texts if text[:2] == "x7"] == ["x7 = 1", "x7 = 4"]
    assert len([text for text in texts if text[:3] == "x10"]) == 4
    assert edges_of(default_scene(Board.cube(4, 10))) == []


def test_groups_of_very_many_blocks_have_the_outlines():
    few = Grid.of(default_scene(Board.cube(5, 6)))
    assert (few.is_coarse, len(few.boxes()[0])) == (False, 5**3)
    arrangement = default_scene(Board.cube(4, 10))
    many = Grid.of(arrangement)
    lows, highs = many.boxes()
    assert (many.is_coarse, len(lows)) == (True, 4**4)
    cells = np.random.default_rng(3).integers(0, arrangement.board.size, 200)
    places = arrangement.positions(cells)[:, None]
    assert (((places > lows) & (places < highs)).all(axis=2).sum(axis=1) == 1).all()
    floors = many.floors().reshape(-1, 4, 2, 3)
    assert len(floors) == 4**5  # along x and y
    assert np.ptp(floors[..., 2]) == 0
    whole = Grid.of(default_scene(Board.cube(7, 6)))
    assert len(whole.boxes()[0]) == 1
    flat = Grid.of(Arrangement(Board.cube(3, 10), shown=(0, 1)))
    assert len(flat.boxes()[0]) == 3**4  # squares of squares


def test_among_very_many_blocks_the_layer_is_outlined_where_the_cursor_is(make_scene, part):
    board = Board.cube(3, 9)
    arrangement, options = default_scene(board), SceneOptions(active_layer=1)
    scene = make_scene()
    scene.show(BoardView(board), arrangement, options)
    layer = part(scene, Sheet)._rim
    assert not layer.prop.GetVisibility()
    scene.show(BoardView(board, cursor=board.size // 2), arrangement, options)
    low, high = np.array(layer.data.GetPoints().GetBounds()).reshape(3, 2).T
    middle = arrangement.positions([board.size // 2])[0]
    assert ((low < middle) & (middle < high))[:2].all()
    assert np.ptp((low, high), axis=0)[0] == 3
    queens = BoardView(board, queens=np.array([5]))
    scene.show(queens, arrangement, options)
    large = part(scene, Queens)._balls._mapper.GetRadius()
    scene.show(
        BoardView(Board.cube(3, 3), queens=np.array([5])),
        default_scene(Board.cube(3, 3)),
        SceneOptions(),
    )
    assert large >= part(scene, Queens)._balls._mapper.GetRadius()


def test_the_sheet_of_another_layer_is_drawn_in_place_of_the_active_one(make_scene, part):
    board = Board.cube(5, 3)
    scene = make_scene()
    heights = []
    for active, other in ((None, None), (None, 3), (1, None), (1, 3)):
        options = SceneOptions(active_layer=active, sheet_layer=other)
        scene.show(BoardView(board), default_scene(board), options)
        rim = part(scene, Sheet)._rim
        heights.append(round(rim.data.GetBounds()[4]) if rim.prop.GetVisibility() else None)
    assert heights == [None, 3, 1, 3]


def test_many_blocks_stand_in_rows():
    assert default_scene(Board.cube(3, 4)).columns is None
    assert default_scene(Board.cube(8, 4)).columns == 3


def test_numbers_that_would_touch_are_thinned_and_come_back(make_scene):
    board, scene = Board.cube(11, 3), make_scene(size=(500, 400))
    scene.show(BoardView(board), default_scene(board), SceneOptions())
    scene.view("isometric")
    numbers = scene._groups._texts._numbers

    def written():
        """Return the texts and where they are on the picture."""
        return list(zip(numbers.texts, numbers.places[:, :2].tolist(), strict=True))

    near = scene.camera.distance
    counts = []
    for distance in (near / 2, near, 2.5 * near):
        scene.camera.distance = distance
        scene.show(BoardView(board), default_scene(board), SceneOptions())
        found = written()
        counts.append(len(found))
        places = np.array([place for _, place in found])
        beside = np.abs(places[:, None] - places)
        touching = (beside[..., 0] < 12) & (beside[..., 1] < 11)
        assert touching.sum() == len(found), "each number touches itself only"
        assert [text for text, _ in found].count("1") == 3
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0]


def test_nobody_zooms_so_far_out_that_the_board_is_gone(make_scene):
    board, scene = Board.cube(5, 3), make_scene()
    scene.show(BoardView(board), default_scene(board), SceneOptions())
    scene.view("isometric")
    for _ in range(200):
        scene.camera.zoom(1 / 1.15, 10.0, 10.0)
    first, last = scene.project(0), scene.project(board.size - 1)
    assert np.hypot(*np.subtract(first, last)) > 5
    for _ in range(200):
        scene.camera.zoom(1.15)
    assert scene.camera.distance < 1
