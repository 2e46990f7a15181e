"""Solids as 3MF, the format of 3D printers: a ZIP of XML with units, colours and shared meshes.

3D Manufacturing Format, Core Specification 1.3: https://github.com/3MFConsortium/spec_core
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from nqviz.view.palette import hex_colour

from .meshes import Bodies

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MODEL_TYPE = "application/vnd.ms-package.3dmanufacturing-3dmodel+xml"
_RELATION = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The least date of a ZIP: the same solid makes the same file."""


def three_mf(bodies: list[Bodies], cell: float, lift: float, version: str) -> bytes:
    """Return bodies as the bytes of a 3MF file.

    `cell`: millimetres in a cell.
    `lift`: by how many millimetres all is raised, so that it stands on the ground.
    `version`: of nqviz.
    """
    types = (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model"'
        f' ContentType="{_MODEL_TYPE}"/></Types>'
    )
    relations = (
        f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="board"'
        f' Target="/3D/3dmodel.model" Type="{_RELATION}"/></Relationships>'
    )
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, text in (
            ("[Content_Types].xml", types),
            ("_rels/.rels", relations),
            ("3D/3dmodel.model", _HEAD + "\n".join(_model(bodies, cell, lift, version))),
        ):
            entry = ZipInfo(name, _BEGINNING)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text)
    return stream.getvalue()


def _model(bodies: list[Bodies], cell: float, lift: float, version: str) -> Iterator[str]:
    """Yield the lines of the model: colours, a mesh of each form, and the board made of them."""
    colours = list(dict.fromkeys(group.colour for group in bodies))
    yield f'<model unit="millimeter" xml:lang="en" xmlns="{CORE}">'
    yield f'<metadata name="Application">nqviz {version}</metadata>'
    yield '<resources><basematerials id="1">'
    for number, colour in enumerate(colours, start=1):
        yield f'<base name="colour {number}" displaycolor="{hex_colour(colour)}"/>'
    yield "</basematerials>"
    for number, group in enumerate(bodies, start=2):
        first, *others = group.names
        name = escape(f"{first} and {len(others)} more" if others else first)
        index = colours.index(group.colour)
        yield f'<object id="{number}" type="model" name="{name}" pid="1" pindex="{index}">'
        yield "<mesh><vertices>"
        for x, y, z in (group.points * cell).tolist():
            yield f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>'
        yield "</vertices><triangles>"
        for a, b, c in group.faces.tolist():
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
        yield "</triangles></mesh></object>"
    board = len(bodies) + 2
    yield f'<object id="{board}" type="model" name="board"><components>'
    for number, group in enumerate(bodies, start=2):
        for x, y, z in (group.places * cell).tolist():
            move = f"1 0 0 0 1 0 0 0 1 {x:.5f} {y:.5f} {z + lift:.5f}"
            yield f'<component objectid="{number}" transform="{move}"/>'
    yield "</components></object></resources>"
    yield f'<build><item objectid="{board}"/></build></model>'
