"""What a person chooses in the export dialog; it is remembered from one time to the next."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from PySide6.QtCore import QSettings

from nqviz.core.errors import InputError
from nqviz.core.language import Texts, tr, tr_later
from nqviz.rendering.export import EXPORTS, FORMATS, formats_of
from nqviz.run.json_text import read_json
from nqviz.view.animation import FLIGHT, MOST_FRAMES, RATES, TURNTABLE
from nqviz.view.image_settings import MARGINS, PLAIN_MARGIN
from nqviz.view.paper import PAPERS, TYPE_SIZES, WIDTHS, Paper, SizeChoices

KEY = "export/choices"
AS_WINDOW = "window"
OWN = "own"
"""A paper of a width and height of one's own."""
HISTORY, SEARCH = "history", "search"
"""What a replay shows, beside the other kinds of animations."""

PICTURES = ("scene", "layers", "layer", "square", "graph", "contact", "chart")
PRINTED = ("stl", "3mf")
"""The formats of 3D models for printers."""
RANGES: dict[str, tuple[int, int]] = {
    "width": (64, 16_000),
    "height": (64, 16_000),
    "dpi": (10, 2400),
    "frames": (0, MOST_FRAMES),
    "rate": RATES,
}
CELLS = (0.5, 200.0)
"""Millimetres."""
LENGTHS: dict[str, tuple[float, float]] = {
    "paper_width": WIDTHS,
    "paper_height": WIDTHS,
    "type_size": TYPE_SIZES,
    "margin": MARGINS,
}
"""Centimetres, points and millimetres."""


@dataclass
class Choices:
    """All that can be chosen."""

    what: str = "scene"  # a key of `FORMATS`
    # The format of each, where another than the first was chosen.
    formats: dict[str, str] = field(default_factory=dict)
    width: int = 1920  # in pixels
    height: int = 1080  # in pixels
    dpi: int = 150
    transparent: bool = False
    colours: str = AS_WINDOW  # "window", or the name of a theme
    chart: str = "counts"  # "counts", "profile" or "search"
    animation: str = TURNTABLE  # "turntable", "layers", "history" or "search"
    of_layers: bool = False  # whether an animation shows the layers
    frames: int = 0  # 0 for as many as suit the animation
    rate: int = 25
    cell: float = 8.0
    stand: bool = True
    plates: bool = False  # whether each layer of a 3D model is a plate of its own
    paper: str = ""  # a key of `PAPERS`, or "own"; empty where an image has a size in pixels
    paper_width: float = 12.0  # in centimetres, of a paper of one's own
    paper_height: float = 9.0  # in centimetres, of a paper of one's own
    type_size: float = 7.0  # in points, on paper
    crop: bool = False  # whether an image is cut to what is drawn
    margin: float = PLAIN_MARGIN  # what it then leaves free, in millimetres
    # Whether the attack lines of the cell that was pointed at are drawn; not remembered.
    attacks: bool = False

    @property
    def ending(self) -> str:
        """The format of what is chosen."""
        known = formats_of(self.what)
        chosen = self.formats.get(self.what, known[0])
        return chosen if chosen in known else known[0]

    @property
    def seen(self) -> tuple[object, ...]:
        """What of them changes how the export looks, so that a preview has to be drawn anew."""
        if self.what == "solid":
            return self.what, self.colours, self.stand, self.plates, self.cell
        kind = {"chart": self.chart, "film": (self.animation, self.of_layers)}.get(self.what)
        size = self.on_paper if self.paper else (self.width, self.height)
        cropped = self.crop and self.margin
        return self.what, self.colours, kind, size, cropped, self.attacks, self.transparent

    @property
    def on_paper(self) -> Paper:
        own = Paper(self.paper_width, self.paper_height)
        return replace(PAPERS.get(self.paper, own), points=self.type_size)

    @property
    def size(self) -> SizeChoices:
        """The size, scale and dpi of the image or animation."""
        if self.paper and self.what in PICTURES:
            return self.on_paper.choices(self.dpi)
        return SizeChoices(size=(self.width, self.height), dpi=self.dpi)

    def save(self, settings: QSettings | None) -> None:
        """Remember them."""
        if settings is not None:
            settings.setValue(KEY, json.dumps(asdict(self)))

    @classmethod
    def remembered(cls, settings: QSettings | None) -> Choices:
        """Return what was chosen last; what makes no sense any more is as at the first time."""
        choices = cls()
        stored = None if settings is None else settings.value(KEY)
        try:
            data = read_json(str(stored)) if stored else {}
        except InputError:
            data = {}
        data = data if isinstance(data, dict) else {}
        if "film" in data:  # the name of version 0.1
            data.setdefault("animation", data["film"])
        ranges: dict[str, tuple[float, float]] = {**RANGES, **LENGTHS, "cell": CELLS}
        for each in fields(cls):
            value: Any = data.get(each.name)
            if type(value) is not type(getattr(choices, each.name)):
                continue
            low, high = ranges.get(each.name, (None, None))
            if low is None or high is None or low <= value <= high:
                setattr(choices, each.name, value)
        choices.attacks = False
        if choices.paper not in (*PAPERS, OWN):
            choices.paper = ""
        if choices.what not in FORMATS:
            choices.what = "scene"
        return choices


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
COLOURS: Texts = {
    AS_WINDOW: "As the window",
    "light": "Light",
    "dark": "Dark",
    "mono": "Greys, for print",
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
