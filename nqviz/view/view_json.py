"""View states in JSON, as session files keep them; coordinates and their values count from 1.

Wrong values of a file are passed over: a view is never a reason not to open a board. Version 1
named the controls of the window and held their values, some of them the texts that were shown. In
versions 1 and 2 the active layer was always a number and changed nothing of what was drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from nqviz.core.board import MAX_DIMENSION

from .view_state import (
    CLIQUES,
    COLOURINGS,
    DENSITIES,
    FLAT_VIEWS,
    LARGEST_GAP,
    QUEENS,
    SHARES,
    STYLES,
    CameraState,
    Dims,
    ViewState,
    coordinate_named,
)

VERSION = 3
FARTHEST = 1e6
"""The largest distance, angle or coordinate of a camera."""
MOST = 10**6
"""The largest value of a coordinate, and the largest size of a clique."""

_Value = TypeVar("_Value")
Json = dict[str, object]

_PLAIN = ("flat", "share", "gap", "colour", "style", "queens", "density", "clique", "clique_size")
_FLAGS = ("lattice", "labels", "fade", "parallel", "wrapped", "free", "rings")
"""The fields that a file holds as they are."""


def view_to_json(view: ViewState) -> Json:
    """Return a view state as a JSON object."""
    dims = view.dims
    return {
        "version": VERSION,
        "scene": [axis + 1 for axis in dims.scene],
        "layers": [axis + 1 for axis in dims.layers],
        "counted": None if dims.counted is None else dims.counted + 1,
        "fixed": {str(axis + 1): value + 1 for axis, value in dims.fixed.items()},
        "clip": {str(axis + 1): [low + 1, high + 1] for axis, (low, high) in view.clip.items()},
        "active_layer": None if view.active_layer is None else view.active_layer + 1,
        "camera": _camera_to_json(view.camera),
        **{name: getattr(view, name) for name in (*_PLAIN, *_FLAGS)},
    }


def changed_entries(view: ViewState) -> Json:
    """Return the entries of a view state in JSON that differ from those of a new one.

    `view_from_json` reads the same view state from them.
    """
    default = view_to_json(ViewState())
    found = {name: value for name, value in view_to_json(view).items() if value != default[name]}
    return {"version": VERSION, **found} if found else {}


def _camera_to_json(camera: CameraState | None) -> Json | None:
    if camera is None:
        return None
    data: Json = {"azimuth": camera.azimuth, "elevation": camera.elevation}
    if camera.distance is None:
        return data
    data |= {"distance": camera.distance, "focus": list(camera.focus)}
    return data if camera.aspect is None else {**data, "aspect": camera.aspect}


def view_from_json(data: object) -> ViewState | None:
    """Read a view state; return None for what is no view.

    A missing or wrong value leaves the default. What does not fit the board is left to
    `ViewState.on`.

    `data`: what `view_to_json` has returned, or a view of an older version.
    """
    if not isinstance(data, dict):
        return None
    if data.get("version") == 1:
        data = _migrated(data)
    if data.get("version") == 2:
        data = {**data, "version": VERSION, "active_layer": None}
    return _read(data) if data.get("version") == VERSION else None


def _read(data: Mapping[str, object]) -> ViewState:
    default, clip = ViewState(), _by_axis(data.get("clip"))
    ends = {axis: _values(pair) for axis, pair in clip.items()}
    fixed = {axis: _value(value) for axis, value in _by_axis(data.get("fixed")).items()}
    gap = _number(data.get("gap"))

    def choice(key: str, choices: Sequence[_Value], otherwise: _Value) -> _Value:
        return next((each for each in choices if each == data.get(key)), otherwise)

    flags: dict[str, Any] = {key: data[key] for key in _FLAGS if isinstance(data.get(key), bool)}
    return ViewState(
        flat=choice("flat", FLAT_VIEWS, default.flat),
        share=choice("share", SHARES, default.share),
        dims=Dims(
            _values(data.get("scene")),
            _values(data.get("layers")),
            _value(data.get("counted")),
            {axis: value for axis, value in fixed.items() if value is not None},
        ),
        clip={axis: (pair[0], pair[1]) for axis, pair in ends.items() if len(pair) == 2},
        gap=gap if gap is not None and 0.0 <= gap <= LARGEST_GAP else default.gap,
        colour=_colour(data.get("colour")) or default.colour,
        style=choice("style", STYLES, default.style),
        queens=choice("queens", QUEENS, default.queens),
        density=choice("density", DENSITIES, default.density),
        active_layer=_value(data.get("active_layer")),
        clique=choice("clique", CLIQUES, default.clique),
        clique_size=(_value(data.get("clique_size")) or 0) + 1,
        camera=_camera(data.get("camera")),
        **flags,
    )


def _value(data: object) -> int | None:
    """Read a number that counts from 1 in a file; return it from 0."""
    if not isinstance(data, int) or isinstance(data, bool) or not 1 <= data <= MOST:
        return None
    return data - 1


def _values(data: object) -> tuple[int, ...]:
    """Read a list of numbers that count from 1; an empty one if one of them is wrong."""
    if not isinstance(data, list) or len(data) > MAX_DIMENSION:
        return ()
    values = [_value(each) for each in data]
    found = tuple(value for value in values if value is not None)
    return found if len(found) == len(values) else ()


def _by_axis(data: object) -> dict[int, object]:
    """Read a mapping from coordinates, whose keys are texts in a file."""
    entries = data.items() if isinstance(data, dict) else ()
    return {int(key) - 1: value for key, value in entries if re.fullmatch("[1-9][0-9]?", str(key))}


def _number(data: object) -> float | None:
    """Read a finite number that a camera can bear."""
    if not isinstance(data, (int, float)) or isinstance(data, bool) or not abs(data) <= FARTHEST:
        return None
    return float(data)


def _colour(data: object) -> str | None:
    if not isinstance(data, str):
        return None
    return data if data in COLOURINGS or coordinate_named(data) is not None else None


def _camera(data: object) -> CameraState | None:
    if not isinstance(data, dict):
        return None
    azimuth, elevation = _number(data.get("azimuth")), _number(data.get("elevation"))
    if azimuth is None or elevation is None or abs(elevation) > 90.0:
        return None
    distance, focus = _number(data.get("distance")), data.get("focus")
    point = [_number(each) for each in focus] if isinstance(focus, list) else []
    x, y, z = point if len(point) == 3 else (None, None, None)
    if distance is None or distance <= 0.0 or x is None or y is None or z is None:
        return CameraState(azimuth, elevation)
    aspect = _number(data.get("aspect"))
    is_known = aspect is not None and aspect > 0.0
    return CameraState(azimuth, elevation, distance, (x, y, z), aspect if is_known else None)


# Version 1 -----------------------------------------------------------------------------------

_RENAMED = {
    "scene.colour": "colour",
    "scene.style": "style",
    "scene.queens": "queens",
    "scene.density": "density",
    "scene.lattice": "lattice",
    "scene.labels": "labels",
    "scene.depth": "fade",
    "scene.ortho": "parallel",
    "scene.wrap": "wrapped",
    "scene.clique": "clique",
    "scene.clique_size": "clique_size",
}


def _migrated(old: Mapping[str, object]) -> Json:
    """Return a view of version 1 in the form of version 2."""
    found = old.get("controls")
    controls: Mapping[str, object] = found if isinstance(found, dict) else {}
    data = {key: controls.get(name) for name, key in _RENAMED.items()}
    # The control of the shown coordinates was left out where there was no choice.
    scene, axis = _named(controls.get("scene.dims", "x1 x2 x3")), _named(controls.get("scene.axis"))
    gap, flat = _number(controls.get("scene.gap")), controls.get("flat.tabs")
    fixed = {**_numbered(controls, "scene.dims.{}"), **_numbered(controls, "layers.dims.{}")}
    low, high = (_numbered(controls, f"scene.clip.{{}}.{end}") for end in ("low", "high"))
    return {
        **data,
        "version": 2,
        "flat": flat.lower() if isinstance(flat, str) else None,
        "scene": [each for each in scene if each not in axis] + axis,
        "layers": _named(controls.get("layers.shown")),
        "counted": next(iter(_named(controls.get("counts.axis"))), None),
        "fixed": fixed,
        "clip": {key: [low[key], high[key]] for key in low.keys() & high.keys()},
        "gap": None if gap is None else gap / 10,
        "free": old.get("free"),
        "camera": old.get("eye"),
    }


def _named(text: object) -> list[int]:
    """Return the coordinates that a text such as ``x1 x2`` or ``x3, x1`` names."""
    names = re.findall(r"x(\d\d?)", text) if isinstance(text, str) else []
    return [int(each) for each in dict.fromkeys(names)]


def _numbered(controls: Mapping[str, object], name: str) -> dict[str, int]:
    """Return the values above 0 of controls that are numbered by coordinates."""
    values = {str(axis): controls.get(name.format(axis)) for axis in range(1, 100)}
    return {axis: value for axis, value in values.items() if isinstance(value, int) and value > 0}
