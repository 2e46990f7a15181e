"""The texts of lessons as rich text for labels, with their formulas and pictures as images."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontInfo, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr

from ...jobs import JobRunner
from ...widgets.labels import PlainLabel
from ...widgets.theme import current_theme

if TYPE_CHECKING:
    from nqviz.lessons import Lesson

LARGER = 1.25
"""How much larger than the text a formula in a paragraph of its own is, if no size is named."""
LEAST_ROOM = 100
"""The least width, in pixels, in which a formula is made smaller to fit."""
USUAL_TYPE = 13
"""The height of text, in pixels, beside which pictures have their own size."""


def can_draw_formulas() -> bool:
    """Return whether a formula was drawn already: the first one loads a library."""
    from nqviz.rendering.canvas.formula import draw_formula

    return draw_formula.cache_info().currsize > 0


def load_formulas(
    lesson: Lesson, runner: JobRunner, window: QWidget, report: Callable[[str], object]
) -> None:
    """Load what draws the formulas of a lesson; the texts of a window are drawn again then."""
    from nqviz.lessons.markup import formulas
    from nqviz.rendering.canvas.formula import draw_formula

    texts = (text for step in lesson.steps for text in step.texts)
    if can_draw_formulas() or next(formulas(texts), None) is None:
        return

    def show(_loaded: object) -> None:
        for each in window.findChildren(LessonText):
            each.redraw()

    runner.start(
        tr("Loading formulas"),
        lambda _run: draw_formula("x", 12.0, "#000000"),
        succeeded=show,
        failed=report,
    )


class LessonText(PlainLabel):
    """A label for the texts of lessons; it draws formulas and pictures in its size and theme.

    `role`: its role in the style sheet.
    """

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setToolTip("")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.setMinimumWidth(1)  # an image that is too wide becomes narrower
        self._words: tuple[str, ...] = ()
        self._pictures: Mapping[str, bytes] = {}
        self._style, self._formula = "", 0
        self._has_images = False

    def show_texts(
        self, *texts: str, pictures: Mapping[str, bytes] | None = None, style: str = ""
    ) -> None:
        """Show texts of a lesson.

        `pictures`: the files of the lesson, by their names.
        `style`: rules that stand before them.
        """
        self._words, self._style = texts, style
        self._pictures = pictures or {}
        self._draw()

    def show_plain(self, text: str) -> None:
        """Show a text that is none of the lesson, without markup."""
        self._words, self._has_images = (), False
        self.setText(escape(text))

    def set_formula_size(self, pixels: int) -> None:
        """Set the size of formulas in paragraphs of their own."""
        self._formula = pixels

    def redraw(self) -> None:
        """Draw formulas and pictures anew."""
        if self._has_images:
            self._draw()

    def _draw(self) -> None:
        from nqviz.lessons import to_html  # no start waits for it

        self._has_images = False
        self.setText(self._style + "".join(to_html(text, self) for text in self._words))

    def formula_html(self, tex: str, displayed: bool) -> str:
        """Return the HTML of a formula: its image, or its LaTeX before images can be drawn."""
        self._has_images = True
        if not can_draw_formulas():
            return f"<i>{escape(tex)}</i>"
        from nqviz.rendering.canvas.formula import draw_formula

        self.ensurePolished()
        size = QFontInfo(self.font()).pixelSize()
        if displayed:
            size = self._formula or round(size * LARGER)
        theme, ratio = current_theme(), self.devicePixelRatioF()
        colour = theme.accent if displayed else theme.text
        # Qt puts the middle of an image a quarter of an x-height above the base line.
        half = QFontMetricsF(self.font()).xHeight() / 2
        plain = draw_formula(tex, size, colour, ratio)
        if plain.width > self.contentsRect().width() > LEAST_ROOM:  # it cannot wrap
            size = int(size * self.contentsRect().width() / plain.width)
            plain = draw_formula(tex, size, colour, ratio)
        line = plain.descent + half, plain.ascent - half
        image = draw_formula(tex, size, colour, ratio, line)
        return _image(image.png, "png", image.width, image.ascent + image.descent, tex)

    def picture_html(self, words: str, name: str) -> str:
        """Return the HTML of a picture, not wider than the label."""
        from nqviz.lessons.pictures import picture_size

        self._has_images = True
        self.ensurePolished()
        data = self._pictures[name]
        wide, high = picture_size(data, name)
        wanted = wide * QFontInfo(self.font()).pixelSize() / USUAL_TYPE
        width = max(1.0, min(wanted, self.contentsRect().width()))
        kind = "png" if name.endswith("png") else "jpeg"
        return _image(data, kind, width, width * high / wide, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._has_images and event.size().width() != event.oldSize().width():
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        types = QEvent.Type
        kinds = (types.PaletteChange, types.FontChange, types.DevicePixelRatioChange)
        if event.type() in kinds and hasattr(self, "_has_images"):
            self.redraw()


def named_text(name: str, title: str, role: str = "reading") -> LessonText:
    """Return a named label for the texts of lessons."""
    made = LessonText(role)
    made.setObjectName(name)
    made.setAccessibleName(title)
    return made


def _image(data: bytes, kind: str, width: float, height: float, words: str) -> str:
    source = f"data:image/{kind};base64,{b64encode(data).decode()}"
    size = f'width="{width:.2f}" height="{height:.2f}"'
    return f'<img src="{source}" {size} alt="{escape(words)}" style="vertical-align: middle">'
