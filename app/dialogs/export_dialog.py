"""The export dialog: content, format, size and the resulting output."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_piece, within
from nqviz.rendering.export import formats_of
from nqviz.view.animation import FLIGHT, TURNTABLE
from nqviz.view.palette import Theme

from ..widgets.fields import GAP, Decimal, field, row_of
from ..widgets.labels import PlainLabel
from ..widgets.layouts import STRETCH, ScrollingColumn, fill, horizontal, vertical, within_screen
from ..widgets.messages import Dialog
from ..widgets.values import Control, changes_of, offer, show_value, value_of
from ..widgets.whats_this import explain
from ..widgets.widgets import (
    button,
    check_box,
    named,
    note,
    set_enabled,
    set_objection,
    spin,
    wide_box,
)
from ..widgets.wrapped_tips import wrapped
from .export_choices import (
    ANIMATIONS,
    CELLS,
    CHARTS,
    COLOURS,
    PICTURES,
    PRINTED,
    RANGES,
    WHATS,
    Choices,
    called,
)
from .export_preview import Describe, ExportPreview
from .export_size import SizeFields

Told = tuple[str, bool]
FLAT = ("layers", "layer", "graph", "contact")
"""The drawings that show attack lines."""


class ExportDialog(Dialog):
    """Shows what suits the choice that is made, and describes the result.

    `choices`: changed as the person chooses.
    `problems`: why something cannot be exported now, by its name: a key of `FORMATS`, or ``chart.``
    or ``animation.`` and what it shows.
    `judge`: says what will come of choices, and whether anything can.
    `describe`: gives what describes the export that is chosen, for the preview.
    `theme`: of the window.
    `command`: gives the command line that makes what is chosen; raises InputError where there is
    none.
    `cell`: the cell whose attack lines can be drawn.
    """

    export_wanted = Signal()
    copy_wanted = Signal()

    def __init__(
        self,
        choices: Choices,
        problems: Mapping[str, str],
        judge: Callable[[Choices], Told],
        describe: Callable[[Choices], Describe],
        theme: Theme,
        piece: str,
        parent: QWidget,
        command: Callable[[Choices], str],
        cell: str | None,
    ) -> None:
        super().__init__("export", tr("Export"), parent)
        self._choices, self._problems, self._piece = choices, problems, piece
        self._judge, self._describe = judge, describe
        self._command, self._cell_name = command, cell
        self.preview = ExportPreview(theme)
        self._seen: tuple[object, ...] = ()
        self._make()
        self._lay_out()
        self._fill()
        self._connect()
        self._update_ui()
        explain(self, piece)

    # Building ------------------------------------------------------------------------------------

    def _make(self) -> None:
        self._what = wide_box("export.what", self._worded(WHATS))
        self._chart = wide_box("export.chart", self._worded(CHARTS))
        self._animation = wide_box("export.animation", self._worded(ANIMATIONS))
        self._view = wide_box("export.view", [(tr("Scene"), False), (tr("Layers"), True)])
        self._format = wide_box("export.format", [])
        self._sizes = SizeFields(self._choices)
        self._frames = spin("export.frames", *RANGES["frames"], 0, lowest=tr("as many as suit it"))
        self._rate = spin("export.rate", *RANGES["rate"], 25, suffix=tr(" a second"))
        self._cell = named(Decimal(), "export.cell")
        self._cell.setRange(*CELLS)
        self._cell.setDecimals(1)
        self._cell.setSuffix(tr(" mm a cell"))
        self._stand = check_box(
            "export.stand",
            tr_piece("Rods and a plate that hold the queens", self._piece),
            tr("So that it can be printed"),
        )
        self._plates = check_box("export.plates")
        self._transparent = check_box("export.transparent")
        self._attacks = check_box(
            "export.attacks",
            tr("Attack lines of {cell}", cell=self._cell_name),
            tr("Draw the attack lines and the clique of the cell that was pointed at last"),
        )
        self._colours = wide_box("export.colours", self._worded(COLOURS))
        self._controls: dict[str, Control] = {
            "chart": self._chart,
            "animation": self._animation,
            "of_layers": self._view,
            "frames": self._frames,
            "rate": self._rate,
            "cell": self._cell,
            "stand": self._stand,
            "plates": self._plates,
            "transparent": self._transparent,
            "attacks": self._attacks,
            "colours": self._colours,
        }
        self._caption = note("export.caption", role="caption")
        self._summary = note("export.summary")
        metrics = QFontMetricsF(self.font())
        least = QSizeF(30 * metrics.averageCharWidth(), 3 * metrics.height()).toSize()
        self._summary.setMinimumSize(least)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._ok = button("export.ok", primary=True, on_click=self.export_wanted)
        self._line = named(QLineEdit(), "export.command")
        self._line.setReadOnly(True)
        self._copy_line = button("export.copy_command", on_click=self._on_copy_line)
        self._copy = button("export.copy", on_click=self.copy_wanted)

    def _worded(self, texts: Mapping[str, str]) -> list[tuple[str, object]]:
        return [(tr_piece(text, self._piece), name) for name, text in texts.items()]

    def _lay_out(self) -> None:
        self._length_row = row_of(self._frames, PlainLabel(tr("frames,")), self._rate)
        fields = QWidget()
        form = vertical(fields, spacing=GAP)
        self._rows: dict[QWidget, QWidget] = {}
        for title, control in (
            (tr("&Export"), self._what),
            (tr("C&hart of"), self._chart),
            (tr("&Animation"), self._animation),
            (tr("&View"), self._view),
            (tr("&Format"), self._format),
            ("", self._sizes),
            (tr("&Length"), self._length_row),
            (tr("&Scale"), self._cell),
            ("", self._stand),
            ("", self._plates),
            (tr("C&olours"), self._colours),
            ("", self._attacks),
            ("", self._transparent),
        ):
            self._rows[control] = field(control, title) if title else control
            form.addWidget(self._rows[control])
        form.addStretch(1)
        shown = vertical(None, self.preview, self._caption, STRETCH, spacing=6)
        both = horizontal(None, (ScrollingColumn(fields), 1), shown, spacing=24)
        column = vertical(self, (both, 1), self._summary, margins=(24, 24, 24, 24), spacing=16)
        line = horizontal(None, (self._line, 1), self._copy_line, spacing=8)
        fill(column, line, self.foot(self._ok, self._copy))

    def _fill(self) -> None:
        """Show the choices as they were; what is not possible now cannot be chosen."""
        choices = self._choices
        for box, kind, value in (
            (self._what, "", choices.what),
            (self._chart, "chart.", choices.chart),
            (self._animation, "film.", choices.animation),
        ):
            for place in range(box.count()):
                why = self._problems.get(f"{kind}{box.itemData(place)}", "")
                item = box.model().item(place)  # type: ignore[attr-defined]
                item.setEnabled(not why)
                item.setToolTip(wrapped(why))
            show_value(box, value)
        for name, control in self._controls.items():
            show_value(control, getattr(choices, name))
        self._offer_formats()

    def _connect(self) -> None:
        self._what.currentIndexChanged.connect(self._offer_formats)
        self._what.currentIndexChanged.connect(self._update_ui)
        self._format.currentIndexChanged.connect(self._on_format)
        self._sizes.changed.connect(self._update_ui)
        self._sizes.printed.connect(lambda: show_value(self._colours, "light"))
        for control in self._controls.values():
            changes_of(control).connect(self._update_ui)
        self.finished.connect(self.preview.stop)

    # Choosing ------------------------------------------------------------------------------------

    def _on_copy_line(self) -> None:
        QApplication.clipboard().setText(self._line.text())
        self._line.selectAll()

    def _on_format(self) -> None:
        what, ending = self._what.currentData(), self._format.currentData()
        self._choices.formats = {**self._choices.formats, what: ending}
        if what == "solid":
            self._stand.setChecked(ending in PRINTED)
        self._update_ui()

    def _offer_formats(self) -> None:
        self._choices.what = self._what.currentData()
        endings = formats_of(self._choices.what)
        offer(self._format, [(called(ending), ending) for ending in endings])
        show_value(self._format, self._choices.ending)

    def _update_ui(self) -> None:
        """Show the rows that apply to the choices, and describe the output."""
        choices = self._choices
        if self._animation.currentData() == TURNTABLE and choices.what == "film":
            show_value(self._view, False)
        for name, control in self._controls.items():
            setattr(choices, name, value_of(control))
        choices.attacks &= self._cell_name is not None
        self._show_rows()
        words, can = self._judge(choices)
        self._summary.setText(words)
        set_objection(self._ok, "" if can else words)
        why = "" if choices.what in PICTURES else tr("Only images can be copied")
        set_objection(self._copy, why if can else words)
        self._show_command(can)
        self._show_preview(can)

    def _show_command(self, can: bool) -> None:
        """Show the command line that makes the same file, or say why there is none."""
        why, line = tr("Copy the line to the clipboard"), ""
        try:
            line = self._command(self._choices) if can else ""
        except InputError as error:
            why = tr("No command: {reason}", reason=error)
        self._line.setText(line)
        self._line.setCursorPosition(0)
        self._line.setPlaceholderText("" if line else why)
        set_enabled(self._copy_line, bool(line), why)

    def _show_preview(self, can: bool) -> None:
        """Update the preview at each change of a choice that shows in it."""
        choices = self._choices
        seen = (can, *choices.seen)
        if seen == self._seen:
            return
        self._seen = seen
        is_view = choices.animation in (TURNTABLE, FLIGHT)
        moment = tr("The first frame") if is_view else tr("The last frame")
        words = {"film": moment, "solid": tr("From a corner"), "page": tr("Its scene")}
        caption = words.get(choices.what, tr("Preview"))
        self._caption.setText(caption)
        what = self._what.currentText()
        self.preview.wish(self._describe(choices) if can else None, f"{what}: {within(caption)}")

    def _show_rows(self) -> None:
        choices = self._choices
        what, is_film = choices.what, choices.what == "film"
        for row, is_shown in (
            (self._chart, what == "chart"),
            (self._animation, is_film),
            (self._view, is_film),
            (self._length_row, is_film),
            (self._cell, what == "solid"),
            (self._stand, what == "solid"),
            (self._plates, what == "solid"),
            (self._transparent, what in PICTURES),
            (self._attacks, what in ("scene", *FLAT) and self._cell_name is not None),
        ):
            self._rows[row].setVisible(is_shown)
        self._sizes.show_for(what, choices.ending)
        self.resize(within_screen(self, self.size().expandedTo(self.sizeHint())))
        turns = choices.animation == TURNTABLE
        tip = tr("Layers do not turn") if turns else tr("The view in the animation")
        set_enabled(self._view, not turns, tip)
