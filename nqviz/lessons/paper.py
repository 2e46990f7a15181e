"""The pages of a handout: text, formulas and pictures one below the other."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from nqviz.view.palette import ColourArray

from .markup import LINK, PICTURE, TEX, blocks

if TYPE_CHECKING:
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

PAPER = 8.27, 11.69
"""Width and height of A4 in inches."""
LEFT, WIDTH = 0.09, 0.82
"""Where lines begin, and how wide they are, as shares of the width of the page."""
TOP, BOTTOM = 0.885, 0.05
LINE = 0.0172
"""The distance of two lines of text, as a share of the height of the page."""
CHARACTERS = 88
"""The most characters on a line."""
TYPE = 10.5
PICTURE_HEIGHT = 0.25
"""The largest height of a picture in the text, as a share of that of the page."""
PICTURE_INCH = 150
"""Pixels of a picture in the text that make an inch, if there is room."""
_TAG = re.compile(r"<(/?)(\w+)>")
_RAISED = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_INSIDE = str.maketrans(" -", "\x00\x01")
_OUTSIDE = str.maketrans("\x00\x01", " -")


class Paper:
    """Writes from the top of a page downwards, and on a new one where the page is full.

    `pages`: the file.
    `above`: what stands small over the title.
    """

    def __init__(self, pages: PdfPages, title: str, above: str = "") -> None:
        self._pages, self._above = pages, above
        self._begin()
        self._text(0.09, 0.93, _escaped(title), fontsize=17, weight="bold")

    def _begin(self) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self._figure: Figure = Figure(figsize=PAPER)
        agg = FigureCanvasAgg(self._figure)
        self._renderer: RendererAgg = agg.get_renderer()  # type: ignore[no-untyped-call]
        self._text(LEFT, 0.965, _escaped(self._above), fontsize=9, color="#555555")
        self.top = TOP

    def _text(self, x: float, y: float, words: str, **look: object) -> float:
        """Write below a height of the page; return the height of the text."""
        text = self._figure.text(x, y, words, va="top", linespacing=1.35, **look)  # type: ignore[arg-type]
        box = text.get_window_extent(self._renderer)
        return float(box.height / self._figure.bbox.height)

    @property
    def room(self) -> float:
        """The height that is left on the page, as a share of it."""
        return self.top - BOTTOM

    def need(self, height: float) -> None:
        """Begin a new page unless so much of this one is left."""
        if self.room < height:
            self.end()
            self._begin()

    def skip(self, height: float) -> None:
        """Leave so much of the page."""
        self.top -= height

    def end(self) -> None:
        """End the page."""
        self._pages.savefig(self._figure)  # type: ignore[no-untyped-call]

    def write_text(self, text: str, pictures: Mapping[str, bytes]) -> None:
        """Write a text of a lesson with its formulas and pictures."""
        for block in blocks(text):
            picture = PICTURE.fullmatch(" ".join(block))
            if picture is not None:
                self.show_picture(pictures[picture[2]])
            elif all(line.startswith("- ") for line in block):
                self.write("\n".join(f"• {plain_text(line[2:])}" for line in block))
            else:
                self.write(plain_text(" ".join(block)))

    def write(
        self,
        text: str,
        *,
        weight: str = "normal",
        left: float = LEFT,
        width: float = WIDTH,
        at: float | None = None,
    ) -> None:
        """Write a paragraph, or its lines, between formulas as plain text.

        `at`: the height of its top, to write beside what stands already.
        """
        most = round(CHARACTERS * width / WIDTH)
        lines = [part for line in text.splitlines() for part in _wrapped(line, most)]
        if at is None:
            self.need(LINE * len(lines))
        top = self.top if at is None else at
        words = "\n".join(map(_escaped, lines))
        height = self._text(left, top, words, fontsize=TYPE, weight=weight)
        self.top = min(self.top, top - height - LINE * 0.9)

    def show(self, pixels: ColourArray, height: float) -> None:
        """Show pixels, shape (height, width, 3), in the width of the text and a height."""
        self.need(height)
        self.place(pixels, 0.0, WIDTH, height)
        self.skip(height)

    def place(self, pixels: ColourArray, left: float, width: float, height: float) -> None:
        """Show pixels, shape (height, width, 3), below what stands already.

        `left`: the distance from the left end of the lines.
        """
        place = self._figure.add_axes((LEFT + left, self.top - height, width, height))
        place.imshow(pixels)
        place.set_axis_off()
        place.set_anchor("N")

    def show_picture(self, data: bytes) -> None:
        """Show a picture of the text as large as it is, if there is room."""
        from PIL import Image

        with Image.open(BytesIO(data)) as image:
            pixels = np.array(image.convert("RGB"), dtype=np.uint8)
        high, wide = pixels.shape[:2]
        inches = min(wide / PICTURE_INCH, WIDTH * PAPER[0])
        height = min(inches * high / wide / PAPER[1], PICTURE_HEIGHT)
        self.show(pixels, height)
        self.skip(LINE)

    def rule(self, count: int) -> None:
        """Draw lines to write on."""
        from matplotlib.lines import Line2D

        for _ in range(count):
            self.skip(0.03)
            ends = (LEFT, LEFT + WIDTH), (self.top, self.top)
            self._figure.add_artist(Line2D(*ends, color="#999999", linewidth=0.6))


def plain_text(text: str) -> str:
    """Return a text of a lesson without its tags; exponents are raised where Unicode has them.

    Formulas keep their dollar signs.
    """
    parts = TEX.split(text)
    parts[::2] = map(_untagged, parts[::2])
    parts[1::2] = (f"${part}$" for part in parts[1::2])
    return " ".join("".join(parts).split())


def _untagged(text: str) -> str:
    text = LINK.sub(r"\1", text)
    text = re.sub(r"<sup>([0-9+\-−n]+)</sup>", lambda found: found[1].translate(_RAISED), text)
    text = re.sub(r"<su([bp])>(.*?)</su\1>", lambda f: f"{'^' if f[1] == 'p' else '_'}{f[2]}", text)
    return html.unescape(_TAG.sub("", text))


def _wrapped(line: str, most: int) -> list[str]:
    """Return the lines of a paragraph; none breaks inside a formula."""
    kept = TEX.sub(lambda found: found[0].translate(_INSIDE), line)
    wrapped = textwrap.wrap(kept, most, break_long_words=False)
    return [each.translate(_OUTSIDE) for each in wrapped]


def _escaped(line: str) -> str:
    """Return a line for matplotlib, in which only formulas stand between dollar signs."""
    parts = TEX.split(line)
    parts[::2] = (part.replace("$", r"\$") for part in parts[::2])
    parts[1::2] = (f"${part}$" for part in parts[1::2])
    return "".join(parts)
