"""Solids: closed, one body for each queen, and what other applications read of them."""

import base64
import re
import xml.etree.ElementTree as ET
import zipfile
import zlib

import numpy as np
import pytest
import trimesh

from nqviz.constructions import regular
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.export.render import render
from nqviz.rendering.scene import SceneOptions, check_print, models, save_solid
from nqviz.rendering.scene.meshes import rod_radius
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz.view.board_view import BoardView

ROWS = [(0, 1, 2), (1, 3, 0), (2, 0, 3), (3, 2, 1), (1, 3, 2), (1, 3, 3)]
PLACEMENT = Placement(Board.cube(4, 3), ROWS)
PICTURE = BoardView.of(PLACEMENT)  # three queens above each other


@pytest.mark.parametrize("style", ["sphere", "piece", "cube"])
@pytest.mark.parametrize("stand", [True, False])
def test_an_stl_is_watertight_with_a_body_for_each_queen(tmp_path, style, stand):
    save_solid(PICTURE, tmp_path / "a.stl", options=SceneOptions(style=style), stand=stand, cell=10)
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    bodies = mesh.split(only_watertight=False)
    assert all(body.is_volume and body.volume > 0 for body in bodies)
    assert len(bodies) == len(ROWS) + (1 if stand else 12)
    assert mesh.bounds[0, 2] == pytest.approx(0.0, abs=1e-4)
    assert mesh.extents.tolist() == pytest.approx(
        check_print(PICTURE, "stl", options=SceneOptions(style=style), cell=10, stand=stand).size,
        abs=0.02,
    )


def test_what_stands_is_held_down_to_the_plate(tmp_path):
    """Each body begins inside another one: in the plate, or in the queen below."""
    save_solid(PICTURE, tmp_path / "a.stl", cell=1)
    bodies = trimesh.load(tmp_path / "a.stl").split()
    plate = max(bodies, key=lambda body: body.extents[0])
    assert plate.extents == pytest.approx((4.6, 4.6, 0.3), abs=1e-4)
    lows = sorted(round(float(body.bounds[0, 2]), 3) for body in bodies if body is not plate)
    # The plate is 0.3 thick; the queens above the one at (2, 4, 1) begin in the one below each.
    assert lows == [0.15, 0.15, 0.15, 0.15, 0.8, 2.8]


@pytest.mark.parametrize("shape", [(5,), (6, 6), (3, 3, 3, 3), (2, 2, 2, 2, 2)])
def test_boards_of_other_dimensions(tmp_path, shape):
    board = Board(shape)
    placement = Placement(board, [(0,) * len(shape), tuple(side - 1 for side in shape)])
    save_solid(BoardView.of(placement), tmp_path / "a.stl")
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight
    blocks = int(np.prod(shape[3:]))
    assert mesh.body_count == 2 + blocks


@pytest.mark.parametrize("shape", [(5,), (6, 6), (1, 1), (3, 4, 1), (3, 3, 3, 3)])
def test_a_frame_is_closed_on_every_board(tmp_path, shape):
    """The frame of a flat board lies in one plane: no bar of it may lie in another one."""
    board = Board(shape)
    save_solid(BoardView(board), tmp_path / "a.stl", stand=False)
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_volume
    assert mesh.body_count == (8 if board.d < 3 else 12 * int(np.prod(shape[3:])))


def test_an_empty_board_is_its_plate(tmp_path):
    save_solid(BoardView(Board.cube(3, 3)), tmp_path / "a.stl")
    assert trimesh.load(tmp_path / "a.stl").body_count == 1


def test_a_glb_shares_bodies_and_names_them(tmp_path):
    picture = BoardView.of(regular(Board.cube(11, 3)))
    save_solid(picture, tmp_path / "a.glb")
    scene = trimesh.load(tmp_path / "a.glb")
    names = [name for name in scene.graph.nodes_geometry if name.startswith("queen")]
    assert len(names) == 121
    assert len(scene.geometry) == 11 + 3  # a form for each hue, and three bars of the frame
    assert "queen (1, 1, " in " ".join(names)
    for mesh in scene.geometry.values():
        merged = mesh.copy()
        merged.merge_vertices()
        assert merged.is_volume
    # Up is the second coordinate there, and lengths are in metres.
    assert scene.extents == pytest.approx([0.08848] * 3, abs=1e-4)
    colours = {tuple(mesh.visual.material.baseColorFactor) for mesh in scene.geometry.values()}
    assert len(colours) == 12


def test_up_stays_up_in_a_glb(tmp_path):
    save_solid(BoardView.of(Placement(Board((2, 3, 4)), [(0, 0, 3)])), tmp_path / "a.glb", cell=100)
    scene = trimesh.load(tmp_path / "a.glb")
    width, height, depth = scene.extents
    assert (width, height, depth) == pytest.approx((0.206, 0.406, 0.306), abs=0.001)
    name = next(name for name in scene.graph.nodes_geometry if name.startswith("queen"))
    place = scene.graph.get(name)[0][:3, 3]
    assert place == pytest.approx((0, 0.3, 0), abs=1e-6)


def test_a_ply_is_opened_by_another_program_with_its_colours(tmp_path):
    for ending in ("ply", "stl"):
        save_solid(PICTURE, tmp_path / f"a.{ending}", cell=6, stand=True)
    mesh, printed = (trimesh.load(tmp_path / f"a.{ending}") for ending in ("ply", "stl"))
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(printed.volume, rel=1e-4)
    assert mesh.bounds == pytest.approx(printed.bounds, abs=1e-3)
    assert len(np.unique(mesh.visual.vertex_colors, axis=0)) > 2


TYPES = {"Float32": "<f4", "Int64": "<i8", "UInt8": "u1", "String": "u1"}


def read_vtp(path):
    """Read the arrays of a file by their names, without VTK: Base64 of blocks that zlib packed.

    Before the blocks stand how many they are, how long each was, how long the last one was, and
    how long each is now.
    """
    root = ET.parse(path).getroot()
    assert root.get("byte_order") == "LittleEndian"
    assert (root.get("header_type"), root.get("compressor")) == ("UInt32", "vtkZLibDataCompressor")
    held = root.find("AppendedData")
    assert held.get("encoding") == "base64"
    text = held.text.strip().removeprefix("_")
    arrays = {}
    for each in (*root.iter("DataArray"), *root.iter("Array")):
        begin = int(each.get("offset"))
        count = int(np.frombuffer(base64.b64decode(text[begin : begin + 8])[:4], "<u4")[0])
        end = begin + -(-4 * (3 + count) // 3) * 4
        sizes = np.frombuffer(base64.b64decode(text[begin:end]), "<u4")[3:]
        packed = base64.b64decode(text[end : end + -(-int(sizes.sum()) // 3) * 4])
        parts = np.split(np.frombuffer(packed, "u1"), sizes.cumsum())[:count]
        data = b"".join(zlib.decompress(part.tobytes()) for part in parts)
        values = np.frombuffer(data, TYPES[each.get("type")])
        width = int(each.get("NumberOfComponents", 1))
        if len(values):  # there are such of points and lines, without any
            arrays[each.get("Name")] = values.reshape(-1, width) if width > 1 else values
    return root.find(".//Piece"), arrays


@pytest.mark.parametrize("stand", [True, False])
def test_a_vtp_is_the_same_closed_bodies_with_colours_and_names(tmp_path, stand):
    for ending in ("vtp", "stl"):
        save_solid(PICTURE, tmp_path / f"a.{ending}", stand=stand, cell=1)
    piece, arrays = read_vtp(tmp_path / "a.vtp")
    points, faces = arrays["Points"], arrays["connectivity"].reshape(-1, 3)
    assert (len(points), len(faces)) == (
        int(piece.get("NumberOfPoints")),
        int(piece.get("NumberOfPolys")),
    )
    assert np.array_equal(arrays["offsets"], 3 * np.arange(1, len(faces) + 1))
    mesh, printed = trimesh.Trimesh(points, faces), trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(printed.volume, rel=1e-5)
    assert mesh.extents == pytest.approx(printed.extents, abs=1e-5)
    bodies = len(ROWS) + (1 if stand else 12)
    assert arrays["colour"].shape == (len(faces), 3)
    assert sorted(set(arrays["body"].tolist())) == list(range(bodies))
    for number in range(bodies):  # each is closed, and has one colour
        own = arrays["body"] == number
        assert trimesh.Trimesh(points, faces[own]).is_volume
        assert len(np.unique(arrays["colour"][own], axis=0)) == 1
    names = arrays["names"].tobytes().decode().removesuffix("\0").split("\0")
    assert len(names) == bodies
    for name, number in zip(names, range(len(ROWS)), strict=False):
        low, high = (f(points[faces[arrays["body"] == number]], (0, 1)) for f in (np.min, np.max))
        told = [int(part) - 1 for part in re.findall(r"[0-9]+", name)]
        assert ((low + high) / 2)[:2] == pytest.approx(told[:2], abs=1e-5)


def test_given_queens_are_called_so(tmp_path):
    picture = BoardView(PICTURE.board, queens=PICTURE.queens, given=PICTURE.queens[:2])
    save_solid(picture, tmp_path / "a.glb")
    names = trimesh.load(tmp_path / "a.glb").graph.nodes_geometry
    assert sum(name.startswith("given queen") for name in names) == 2


def test_what_has_no_solid_is_refused_in_one_line(tmp_path):
    board = Board.cube(2, 6)
    for picture, more, message in (
        (PICTURE, {"cell": 0.0}, "0 mm is not possible"),
        (PICTURE, {"cell": float("nan")}, "nan mm is not possible"),
        (BoardView(board), {}, "stand above each other"),
        (BoardView(Board.cube(5, 2, torus=True)), {"arrangement": "wrapped"}, "lay it flat first"),
        (BoardView(board), {"stand": False, "options": SceneOptions(lattice=False)}, "nothing"),
    ):
        if more.get("arrangement"):
            more["arrangement"] = Wrapped.of(picture.board)
        with pytest.raises(InputError, match=message):
            save_solid(picture, tmp_path / "a.stl", **more)
    with pytest.raises(InputError, match="a solid ends in stl, 3mf, glb, ply, vtp, not in obj"):
        save_solid(PICTURE, tmp_path / "a.obj")
    assert list(tmp_path.iterdir()) == []


CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def read_3mf(path):
    """Read the meshes of a 3MF, each where its components stand, and the colour of each."""
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist()[0] == "[Content_Types].xml"
        rels = ET.fromstring(archive.read("_rels/.rels"))
        target = rels[0].get("Target")
        model = ET.fromstring(archive.read(target.removeprefix("/")))
    assert model.get("unit") == "millimeter"
    colours = [base.get("displaycolor") for base in model.iter(f"{CORE}base")]
    meshes, parts = {}, []
    for item in model.iter(f"{CORE}object"):
        corners = [[float(each.get(name)) for name in "xyz"] for each in item.iter(f"{CORE}vertex")]
        faces = [
            [int(each.get(name)) for name in ("v1", "v2", "v3")]
            for each in item.iter(f"{CORE}triangle")
        ]
        meshes[item.get("id")] = np.array(corners), np.array(faces), item.get("pindex")
    for each in model.iter(f"{CORE}component"):
        points, faces, index = meshes[each.get("objectid")]
        move = [float(value) for value in each.get("transform").split()]
        assert move[:9] == [1, 0, 0, 0, 1, 0, 0, 0, 1]
        mesh = trimesh.Trimesh(points + move[9:], faces, process=False)
        parts.append((mesh, colours[int(index)]))
    return parts


def test_a_3mf_is_the_bodies_of_the_stl_with_colours_and_units(tmp_path):
    for ending in ("3mf", "stl"):
        save_solid(PICTURE, tmp_path / f"a.{ending}", cell=6)
    parts = read_3mf(tmp_path / "a.3mf")
    assert len(parts) == len(ROWS) + 1
    assert all(mesh.is_volume for mesh, _ in parts)
    assert len({colour for _, colour in parts}) == 4 + 1, "a colour for each layer and the plate"
    whole = trimesh.util.concatenate([mesh for mesh, _ in parts])
    printed = trimesh.load(tmp_path / "a.stl")
    assert whole.bounds == pytest.approx(printed.bounds, abs=1e-3)
    assert whole.volume == pytest.approx(printed.volume, rel=1e-4)
    first = (tmp_path / "a.3mf").read_bytes()
    save_solid(PICTURE, tmp_path / "a.3mf", cell=6)
    assert (tmp_path / "a.3mf").read_bytes() == first


def test_another_program_opens_a_3mf(tmp_path):
    for name in ("lxml", "networkx"):
        pytest.importorskip(name)
    save_solid(PICTURE, tmp_path / "a.3mf")
    scene = trimesh.load(tmp_path / "a.3mf")
    assert scene.units == "millimeter"
    assert scene.to_mesh().body_count == len(ROWS) + 1


@pytest.mark.parametrize("n", [1, 3, 8])
def test_the_grid_of_a_flat_board_is_engraved(tmp_path, n):
    save_solid(BoardView(Board.cube(n, 2)), tmp_path / "a.stl", cell=10)
    plate = trimesh.load(tmp_path / "a.stl")
    assert plate.is_watertight
    side, depth, groove = n + 0.6, 0.1, 0.08
    across = (n + 1) * groove * (n + groove)
    lines = 2 * across - (n + 1) ** 2 * groove**2
    wanted = side**2 * 0.3 - lines * depth
    assert plate.volume == pytest.approx(1000 * wanted, rel=1e-4)


def test_each_layer_is_a_plate_of_its_own(tmp_path):
    render(PLACEMENT, tmp_path / "a.stl", plates=True, cell=10)
    bodies = trimesh.load(tmp_path / "a.stl").split()
    plates = [body for body in bodies if body.extents[0] > 40]
    assert len(plates) == 4
    assert len(bodies) == 4 + len(ROWS)
    lows = np.array([plate.bounds[:, :2] for plate in plates])
    for k, one in enumerate(lows):
        for other in lows[:k]:
            assert (one[0] >= other[1]).any() or (other[0] >= one[1]).any(), "they lie apart"


def test_rods_grow_with_small_cells_and_high_boards():
    assert rod_radius(8.0, 4.0) == pytest.approx(0.1)
    assert 2 * rod_radius(4.0, 4.0) * 4.0 == pytest.approx(1.2)
    assert rod_radius(8.0, 12.0) == pytest.approx(0.15)
    assert rod_radius(0.5, 4.0) == rod_radius(8.0, 100.0) == pytest.approx(0.25)


@pytest.mark.parametrize("style", ["sphere", "piece", "cube"])
@pytest.mark.parametrize(("cell", "stand"), [(8.0, True), (3.0, True), (8.0, False)])
def test_the_print_check_tells_the_smallest_wall(tmp_path, style, cell, stand):
    options = SceneOptions(style=style)
    check = check_print(PICTURE, "stl", options=options, cell=cell, stand=stand)
    assert check.is_watertight
    save_solid(PICTURE, tmp_path / "a.stl", options=options, cell=cell, stand=stand)
    bodies = trimesh.load(tmp_path / "a.stl").split()
    assert check.bodies == len(bodies)
    if not stand:
        assert check.wall == pytest.approx(0.06 * cell, abs=0.01)
        assert check.is_thin
        return
    at_rods = min(
        body.section([0, 0, 1], [0, 0, body.bounds[0, 2] + 0.05 * cell]).extents[:2].min()
        for body in bodies
        if body.extents[2] > 1.5 * cell
    )
    assert check.wall <= at_rods + 0.01
    assert check.wall == pytest.approx(
        min(at_rods, 0.15 * cell if style == "piece" else 1e9, 0.3 * cell), rel=0.05
    )


def test_what_is_not_closed_is_not_watertight():
    closed = np.array([(0, 1, 2), (0, 3, 1), (1, 3, 2), (0, 2, 3)])
    assert models._is_closed(closed)
    assert not models._is_closed(closed[1:])
    assert not models._is_closed(np.concatenate((closed[:3], closed[3:, ::-1])))
