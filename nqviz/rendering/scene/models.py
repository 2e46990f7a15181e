"""3D models in files, for printing and for other applications: STL, 3MF, glTF, PLY and VTP."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import vtkPolyData

from nqviz import __version__
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import format_of
from nqviz.view.palette import theme_named

from .meshes import Bodies, Colour, board_bodies, joined
from .options import SceneOptions, default_scene
from .vtk_arrays import triangles

FORMATS = ("stl", "3mf", "glb", "ply", "vtp")
PRINTED = ("stl", "3mf")
"""The formats for printers, which have a stand unless it is left out."""
THIN = 1.0
"""Walls of fewer millimetres are thin for most printers."""
CELL = 8.0
"""The default size of a cell in millimetres."""
CELLS = (0.5, 200.0)

_STL = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
_PLY_POINT = np.dtype([("place", "<f4", 3), ("colour", "u1", 3)])
_PLY_FACE = np.dtype([("count", "u1"), ("corners", "<i4", 3)])
_GLB, _JSON, _BINARY = 0x46546C67, 0x4E4F534A, 0x004E4942
_ARRAY, _INDICES = 34962, 34963
_FLOAT, _WHOLE = 5126, 5125


def save_solid(
    picture: BoardView,
    path: str | Path,
    *,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    cell: float = CELL,
    stand: bool | None = None,
    theme: str = "light",
) -> None:
    """Write the queens of a board as closed meshes.

    Parameters
    ----------
    path : str or Path
        Its ending chooses the format. An STL is in millimetres and has one body for each queen;
        a 3mf has colours as well and shares equal bodies; a glb has names and colours and shares
        equal bodies, in metres as that format asks; a ply is one mesh in millimetres with a
        colour on each point; a vtp is in cells, with the colour and the number of its body on
        each face.
    arrangement : Arrangement, optional
        Where the cells are; `default_scene` without it.
    options : SceneOptions, optional
        The style and the colours of the queens.
    cell : float
        Millimetres in a cell, 0.5 to 200.
    stand : bool, optional
        Whether each queen stands on a rod and all of them on a plate, so that the solid can be
        printed; without it there is a frame instead. By default an STL and a 3MF have a stand.

    Raises
    ------
    InputError
        If there is no such format, nothing to write, too much, or the file cannot be written.
    """
    ending = format_of(Path(path).name, FORMATS, "a solid")
    if not CELLS[0] <= cell <= CELLS[1]:
        raise InputError(f"a cell of {cell:g} mm is not possible; {CELLS[0]:g} to {CELLS[1]:g}")
    bodies = solid_bodies(picture, ending, arrangement, options, stand, theme, cell)
    atomic_write(path, _WRITERS[ending](bodies, cell))


@dataclass(frozen=True)
class PrintCheck:
    """What matters of a solid to whoever prints it."""

    size: tuple[float, float, float]
    """Width, depth and height in millimetres."""
    bodies: int
    """How many closed surfaces there are; those that meet are printed as one."""
    is_watertight: bool
    """Whether each surface is closed and has an inside: every edge has two faces, in turn."""
    wall: float
    """How thick it is at its thinnest, in millimetres; round and pointed ends do not count."""

    @property
    def is_thin(self) -> bool:
        """Whether it is thinner somewhere than most printers can do."""
        return self.wall < THIN

    def __str__(self) -> str:
        sides = " x ".join(f"{side:g}" for side in self.size)
        closed = "watertight" if self.is_watertight else "not watertight"
        thin = f", too thin for most printers: at least {THIN:g} mm" if self.is_thin else ""
        return f"{sides} mm; {closed}; smallest wall {self.wall:g} mm{thin}"


def check_print(
    picture: BoardView,
    ending: str,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    cell: float = CELL,
    stand: bool | None = None,
) -> PrintCheck:
    """Return size, walls and whether a solid of a format is watertight.

    Parameters and errors are those of `save_solid`.
    """
    bodies = solid_bodies(picture, ending, arrangement, options, stand, "light", cell)
    low = np.min([(group.places + group.points.min(0)).min(0) for group in bodies], axis=0)
    high = np.max([(group.places + group.points.max(0)).max(0) for group in bodies], axis=0)
    width, depth, height = ((high - low) * cell).round(2).tolist()
    return PrintCheck(
        (width, depth, height),
        sum(len(group.places) for group in bodies),
        all(_is_closed(group.faces) for group in bodies),
        round(min(group.wall for group in bodies) * cell, 2),
    )


def _is_closed(faces: IntArray) -> bool:
    """Return whether each edge of triangles, shape (f, 3), is in two of them, in turn."""
    edges = np.concatenate([faces[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])
    there, back = (np.sort(each @ (1 << 32, 1)) for each in (edges, edges[:, ::-1]))
    return bool((np.diff(there) > 0).all() and np.array_equal(there, back))


def solid_bodies(
    picture: BoardView,
    ending: str,
    arrangement: Arrangement | None,
    options: SceneOptions | None,
    stand: bool | None,
    theme: str,
    cell: float = CELL,
) -> list[Bodies]:
    """Make the bodies of a solid of a format; parameters and errors are those of `save_solid`."""
    bodies = board_bodies(
        picture,
        arrangement or default_scene(picture.board),
        options or SceneOptions(),
        stand=ending in PRINTED if stand is None else stand,
        theme=theme_named(theme),
        cell=cell,
    )
    if not bodies:
        piece = picture.board.piece
        raise InputError(f"the {picture.board} has nothing to write: no {piece} and no frame")
    return bodies


def _on_the_ground(points: FloatArray, cell: float) -> FloatArray:
    """Return points in millimetres, the lowest of them at height 0."""
    return (points - (0.0, 0.0, points[:, 2].min())) * cell


def _stl(bodies: list[Bodies], cell: float) -> bytes:
    """Return binary STL, standing on the ground, in millimetres."""
    points, faces, _, _ = joined(bodies)
    points = _on_the_ground(points, cell)
    records = np.zeros(len(faces), _STL)
    corners = points.astype(np.float32)[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    records["normal"] = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-30)
    records["corners"] = corners
    head = f"nqviz {__version__}, millimetres".encode().ljust(80, b" ")
    return head + struct.pack("<I", len(records)) + records.tobytes()


def _three_mf(bodies: list[Bodies], cell: float) -> bytes:
    from .three_mf import three_mf  # only this needs it

    low = min(float((group.places[:, 2] + group.points[:, 2].min()).min()) for group in bodies)
    return three_mf(bodies, cell, -low * cell, __version__)


def _ply(bodies: list[Bodies], cell: float) -> bytes:
    """Return binary PLY, standing on the ground, in millimetres, with a colour on each point."""
    points, faces, colours, _ = joined(bodies)
    corners, sides = np.zeros(len(points), _PLY_POINT), np.zeros(len(faces), _PLY_FACE)
    corners["place"] = _on_the_ground(points, cell)
    corners["colour"][faces] = colours[:, None]  # no two bodies share a point
    sides["count"], sides["corners"] = 3, faces
    head = [
        "ply",
        "format binary_little_endian 1.0",
        f"comment nqviz {__version__}, millimetres",
        f"element vertex {len(points)}",
        *(f"property float {name}" for name in "xyz"),
        *(f"property uchar {name}" for name in ("red", "green", "blue")),
        f"element face {len(faces)}",
        "property list uchar int vertex_indices",
        "end_header\n",
    ]
    return "\n".join(head).encode() + corners.tobytes() + sides.tobytes()


def _vtp(bodies: list[Bodies], _cell: float) -> bytes:
    """Return VTK's XML, with colour and body on each face and the names of bodies beside them."""
    from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter  # only this needs it

    data = poly_data(bodies)
    names = vtkStringArray()
    names.SetName("names")
    for group in bodies:
        for name in group.names:
            names.InsertNextValue(name)
    data.GetFieldData().AddArray(names)
    writer = vtkXMLPolyDataWriter()
    writer.SetInputData(data)
    writer.SetWriteToOutputString(True)
    writer.Write()
    text: str = writer.GetOutputString()
    return text.encode("utf-8", "surrogateescape")


def poly_data(bodies: list[Bodies]) -> vtkPolyData:
    """Return bodies as one mesh of VTK, with the arrays "colour" and "body" of its faces."""
    points, faces, colours, numbers = joined(bodies)
    data = vtkPolyData()
    holder = vtkPoints()
    holder.SetData(numpy_to_vtk(points.astype(np.float32), deep=True))  # type: ignore[no-untyped-call]
    data.SetPoints(holder)
    data.SetPolys(triangles(faces))
    for name, values in (("colour", colours), ("body", numbers)):
        array = numpy_to_vtk(values, deep=True)  # type: ignore[no-untyped-call]
        array.SetName(name)
        data.GetCellData().AddArray(array)
    return data


# glTF 2.0 ---------------------------------------------------------------------------------------


def _glb(bodies: list[Bodies], cell: float) -> bytes:
    """Return binary glTF: a mesh for each form and colour, a named node for each body."""
    scale = cell / 1000
    buffer = _Buffer()
    colours = list(dict.fromkeys(group.colour for group in bodies))
    meshes, nodes = [], []
    for group in bodies:
        attributes = {"POSITION": buffer.add((group.points * scale).astype("<f4"), _ARRAY)}
        if group.smooth:
            attributes["NORMAL"] = buffer.add(_normals(group).astype("<f4"), _ARRAY)
        part = {
            "attributes": attributes,
            "indices": buffer.add(group.faces.astype("<u4").reshape(-1), _INDICES),
            "material": colours.index(group.colour),
        }
        meshes.append({"primitives": [part]})
        nodes += [
            {"name": name, "mesh": len(meshes) - 1, "translation": place}
            for name, place in zip(group.names, (group.places * scale).tolist(), strict=True)
        ]
    half = float(np.sqrt(0.5))  # up is the second coordinate there
    root = {
        "name": "board",
        "children": list(range(len(nodes))),
        "rotation": [-half, 0.0, 0.0, half],
    }
    document = {
        "asset": {"version": "2.0", "generator": f"nqviz {__version__}"},
        "scene": 0,
        "scenes": [{"nodes": [len(nodes)]}],
        "nodes": [*nodes, root],
        "meshes": meshes,
        "materials": [_material(colour) for colour in colours],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    chunks = b""
    for kind, data, filling in ((_JSON, text, b" "), (_BINARY, bytes(buffer.data), b"\0")):
        padded = data + filling * (-len(data) % 4)
        chunks += struct.pack("<II", len(padded), kind) + padded
    return struct.pack("<III", _GLB, 2, 12 + len(chunks)) + chunks


class _Buffer:
    """The one buffer of a glTF file, and what lies where in it."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, int]] = []
        self.accessors: list[dict[str, object]] = []

    def add(self, values: FloatArray | IntArray, target: int) -> int:
        """Add an array and return the number of its accessor."""
        self.views.append(
            {
                "buffer": 0,
                "byteOffset": len(self.data),
                "byteLength": values.nbytes,
                "target": target,
            }
        )
        self.data += values.tobytes()
        is_point = values.ndim == 2
        accessor: dict[str, object] = {
            "bufferView": len(self.views) - 1,
            "componentType": _FLOAT if is_point else _WHOLE,
            "count": len(values),
            "type": "VEC3" if is_point else "SCALAR",
        }
        if is_point:
            accessor |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def _normals(group: Bodies) -> FloatArray:
    """Return unit normals of the points of a curved surface, shape (v, 3)."""
    corners = group.points[group.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    total = np.zeros_like(group.points)
    for place in range(3):
        np.add.at(total, group.faces[:, place], across)
    normals: FloatArray = total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-30)
    return normals


def _material(colour: Colour) -> dict[str, object]:
    encoded = np.array(colour) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return {
        "pbrMetallicRoughness": {
            "baseColorFactor": [*linear.round(5).tolist(), 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.5,
        }
    }


_WRITERS: dict[str, Callable[[list[Bodies], float], bytes]] = {
    "stl": _stl,
    "3mf": _three_mf,
    "glb": _glb,
    "ply": _ply,
    "vtp": _vtp,
}
