"""The labels of what the export dialog offers."""

from __future__ import annotations

from nqviz.rendering.export import EXPORTS
from nqviz.view.animation import FLIGHT, TURNTABLE
from nqviz.view.paper import PAPERS

from .export_choices import HISTORY, OWN, SEARCH

WHATS: list[tuple[str, object]] = [
    ("Scene", "scene"),
    ("Layers as they are shown", "layers"),
    ("The active layer", "layer"),
    ("All layers on one page", "contact"),
    ("Square", "square"),
    ("Queen graph", "graph"),
    ("Chart", "chart"),
    ("Animation", "film"),
    ("3D model for a printer or other software", "solid"),
    ("Web page to turn and point at", "page"),
]
CHARTS: list[tuple[str, object]] = [
    ("Queens per layer", "counts"),
    ("Search: found and bound", "search"),
    ("Density by distance", "profile"),
]
ANIMATIONS: list[tuple[str, object]] = [
    ("Turntable", TURNTABLE),
    ("Through the layers", FLIGHT),
    ("Replay of the history", HISTORY),
    ("Replay of the last search", SEARCH),
]
CALLED = {
    "png": "PNG image",
    "svg": "SVG drawing",
    "pdf": "PDF drawing",
    "tex": "TikZ for LaTeX",
    "mp4": "MP4 video",
    "gif": "Animated GIF",
    "webm": "WebM video",
    "zip": "PNG images, in a ZIP file",
    "stl": "STL, for printing",
    "3mf": "3MF, for printing, with colours",
    "glb": "glTF, with colours",
    "ply": "PLY, for mesh software",
    "vtp": "VTP, for ParaView",
    "html": "HTML page, one file",
}
SIZES: list[tuple[str, object]] = [
    ("Other size in pixels", None),
    *((paper.title, name) for name, paper in PAPERS.items()),
    ("Other size on paper", OWN),
    ("Full HD, 1920 × 1080", (1920, 1080)),
    ("HD, 1280 × 720", (1280, 720)),
    ("4K, 3840 × 2160", (3840, 2160)),
    ("4 : 3, 1600 × 1200", (1600, 1200)),
    ("Square, 1200 × 1200", (1200, 1200)),
    ("A4 at 300 dpi, 3508 × 2480", (3508, 2480)),
]


def called(ending: str) -> str:
    """Return the label of a format, built in or of a plug-in."""
    titles = (each.title for each in EXPORTS.values() if each.ending == ending)
    return CALLED.get(ending) or next(titles)
