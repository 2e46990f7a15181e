"""The fields of the export dialog for sizes: in pixels or on paper, with crop and resolution."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.view.paper import CENTIMETRES, PAPERS, length_of

from ..widgets.fields import GAP, Decimal, field, row_of
from ..widgets.icons import grown
from ..widgets.labels import PlainLabel
from ..widgets.layouts import vertical
from ..widgets.values import show_value
from ..widgets.widgets import check_box, named, spin, wide_box
from .export_choices import LENGTHS, OWN, PICTURES, RANGES, SIZES, Choices

AROUND = 12
"""Pixels beside a number that the field in which it is typed leaves, at a text size of 100 %."""

_TYPING = re.compile(r"[\d.,]* *[cimnpt]{1,2}")
"""A length whose unit is being typed."""


class Length(Decimal):
    """A length in one unit, which can be typed in mm, cm, inches (``3.4in``) or points."""

    def __init__(self, name: str, title: str, unit: str) -> None:
        super().__init__()
        self._unit = unit
        named(self, f"export.{name}", title)
        self.setDecimals(1)
        self.setSingleStep(0.1 if unit == "cm" else 0.5)
        self.setRange(*LENGTHS[name])
        self.setSuffix(f" {unit}")

    def sizeHint(self) -> QSize:
        """Return a size for the longest number; the style leaves more room."""
        longest = self.textFromValue(self.maximum()) + self.suffix()
        around = grown(self.LEFT + AROUND + self.RIGHT, self)
        width = self.fontMetrics().horizontalAdvance(longest) + around
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        if self._typed(text) is not None:
            return QValidator.State.Acceptable, text, place
        if _TYPING.fullmatch(text):
            return QValidator.State.Intermediate, text, place
        return super().validate(text, place)

    def valueFromText(self, text: str) -> float:
        typed = self._typed(text)
        return super().valueFromText(text) if typed is None else typed

    def _typed(self, text: str) -> float | None:
        """Return a length that is typed with its unit, in this one."""
        try:
            return length_of(text.replace(",", ".")) / CENTIMETRES[self._unit]
        except InputError:
            return None


class SizeFields(QWidget):
    """How large an export is.

    `choices`: changed as the person chooses.
    """

    changed = Signal()
    printed = Signal()  # a paper was chosen: its ground is white

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self._choices = choices
        self._preset = wide_box("export.size", [(tr(text), size) for text, size in SIZES])
        self._width = spin("export.width", *RANGES["width"], choices.width)
        self._height = spin("export.height", *RANGES["height"], choices.height)
        self._dpi = spin("export.dpi", *RANGES["dpi"], choices.dpi, suffix=" dpi")
        self._across = Length("paper_width", tr("Width on paper"), "cm")
        self._up = Length("paper_height", tr("Height on paper"), "cm")
        self._points = Length("type_size", tr("Size of the coordinates"), "pt")
        self._crop = check_box("export.crop")
        self._margin = Length("margin", tr("Margin of a cropped picture"), "mm")
        self._lay_out()
        self._fill()
        self._connect()

    def _lay_out(self) -> None:
        self._pixels = row_of(self._width, PlainLabel("×"), self._height, PlainLabel(tr("pixels")))
        self._paper = row_of(
            self._across, PlainLabel("×"), self._up, PlainLabel(tr("type")), self._points
        )
        self._cropping = row_of(self._crop, self._margin)
        self._resolution = field(self._dpi, tr("&Resolution"))
        rows = (self._pixels, self._paper, self._resolution, self._cropping)
        vertical(self, field(self._preset, tr("&Size")), *rows, spacing=GAP)

    def minimumSizeHint(self) -> QSize:
        """Return a size in which each row has room, so that no choice makes the dialog wider."""
        hint, rows = super().minimumSizeHint(), (self._pixels, self._paper, self._cropping)
        return QSize(max(hint.width(), *(row.sizeHint().width() for row in rows)), hint.height())

    def _fill(self) -> None:
        paper = self._choices.on_paper
        self._across.setValue(paper.width)
        self._up.setValue(paper.height)
        self._points.setValue(self._choices.type_size)
        self._crop.setChecked(self._choices.crop)
        self._margin.setValue(self._choices.margin)
        self._show_preset()

    def _connect(self) -> None:
        self._preset.currentIndexChanged.connect(self._on_preset)
        for side in (self._width, self._height):
            side.valueChanged.connect(lambda: self._measure(""))
        for length in (self._across, self._up):
            length.valueChanged.connect(lambda: self._measure(OWN))
        for number in (self._dpi, self._points, self._margin):
            number.valueChanged.connect(self._update)
        self._crop.toggled.connect(self._update)

    def show_for(self, what: str, ending: str) -> None:
        """Show the rows that something, a key of `FORMATS`, has; only images have a paper.

        A vector drawing on paper has no resolution; of one in pixels it gives the size on paper.
        """
        is_picture = what in PICTURES
        if not is_picture and self._choices.paper:
            self._choices.paper = ""
            self._show_preset()
        self.setVisible(is_picture or what == "film")
        self._pixels.setVisible(not self._choices.paper)
        self._paper.setVisible(bool(self._choices.paper))
        is_vector_on_paper = bool(self._choices.paper) and ending != "png"
        self._resolution.setVisible(is_picture and not is_vector_on_paper)
        self._cropping.setVisible(is_picture)
        self._margin.setEnabled(self._crop.isChecked())

    def _on_preset(self) -> None:
        size = self._preset.currentData()
        self._choices.paper = size if isinstance(size, str) else ""
        if isinstance(size, str):
            self._take(size)
        elif size is not None:
            self._set_pixels(*size)
        self._update()

    def _take(self, name: str) -> None:
        """Show the sides, type and resolution of a paper by its name."""
        paper = PAPERS.get(name)
        if paper is not None:
            for control, value in (
                (self._across, paper.width),
                (self._up, paper.height),
                (self._points, paper.points),
                (self._dpi, round(paper.dpi)),
            ):
                show_value(control, value)
        if paper is None or paper.is_printed:
            self.printed.emit()

    def _measure(self, paper: str) -> None:
        """Take a size that was typed: on a paper of one's own, or in pixels."""
        self._choices.paper = paper
        self._show_preset()
        self._update()

    def _set_pixels(self, width: int, height: int) -> None:
        show_value(self._width, width)
        show_value(self._height, height)

    def _show_preset(self) -> None:
        size = self._choices.paper or (self._width.value(), self._height.value())
        show_value(self._preset, size if any(each == size for _, each in SIZES) else None)

    def _update(self) -> None:
        choices = self._choices
        choices.dpi = self._dpi.value()
        choices.paper_width, choices.paper_height = self._across.value(), self._up.value()
        choices.type_size, choices.margin = self._points.value(), self._margin.value()
        choices.crop = self._crop.isChecked()
        if choices.paper:
            self._set_pixels(*choices.on_paper.pixels(choices.dpi))
        choices.width, choices.height = self._width.value(), self._height.value()
        self.changed.emit()
