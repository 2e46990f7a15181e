"""The labels of what the export dialog offers."""

from __future__ import annotations

from nqviz.core.language import Texts, tr, tr_later
from nqviz.rendering.export import EXPORTS
from nqviz.view.animation import FLIGHT, TURNTABLE
from nqviz.view.paper import PAPERS

from .export_choices import HISTORY, OWN, SEARCH

WHATS: Texts = {
    "scene": "Scene",
    "layers": "Layers as they are shown",
    "layer": "The active layer",
    "contact": "All layers on one page",
    "square": "Square",
    "graph": "Queen graph",
    "chart": "Chart",
    "film": "Animation",
    "solid": "3D model for a printer or other software",
    "page": "Web page to turn and point at",
}
CHARTS: Texts = {
    "counts": "Queens per layer",
    "search": "Search: found and bound",
    "profile": "Density by distance",
}
ANIMATIONS: Texts = {
    TURNTABLE: "Turntable",
    FLIGHT: "Through the layers",
    HISTORY: "Replay of the history",
    SEARCH: "Replay of the last search",
}
CALLED: Texts = {
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
    (tr_later("Other size in pixels"), None),
    *((paper.title, name) for name, paper in PAPERS.items()),
    (tr_later("Other size on paper"), OWN),
    (tr_later("Full HD, 1920 × 1080"), (1920, 1080)),
    ("HD, 1280 × 720", (1280, 720)),
    ("4K, 3840 × 2160", (3840, 2160)),
    ("4 : 3, 1600 × 1200", (1600, 1200)),
    (tr_later("Square, 1200 × 1200"), (1200, 1200)),
    (tr_later("A4 at 300 dpi, 3508 × 2480"), (3508, 2480)),
]


def called(ending: str) -> str:
    """Return the label of a format, built in or of a plug-in, in the language of texts."""
    titles = (each.title for each in EXPORTS.values() if each.ending == ending)
    return tr(CALLED.get(ending) or next(titles))
