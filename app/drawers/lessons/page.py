"""The page of a lesson that is taken: its text, its task with the check, and the way through it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from nqviz.core.language import tr

from ...widgets.deferred_call import DeferredCall
from ...widgets.fields import label, link
from ...widgets.layouts import horizontal, laid_out_once, scrolling, vertical
from ...widgets.round_buttons import Dots, RoundButton
from ...widgets.style_sheet import style_sheet
from ...widgets.theme import FAMILY, current_theme, text_scale
from ...widgets.widgets import button, named, set_enabled
from .player import LessonPlayer
from .rich_text import named_text
from .run import LessonRun
from .step_controls import StepControls
from .task import TaskBox

FITS = (
    (1.0, 1.0),
    (0.85, 1.0),
    (0.7, 1.0),
    (0.85, 1.2),
    (0.7, 1.2),
    (0.7, 1.4),
    (0.55, 1.4),
    (0.45, 1.4),
)
"""How much smaller the head and the gaps of a presentation become until a step fits its page, and
how much wider the page becomes."""
USUAL_HEIGHT = 1080
"""The height of the page for which the sizes of a presentation are meant."""
ROOM_BELOW = 24
"""Less than this below the page, in pixels, is no text."""


@dataclass(frozen=True)
class PageSizes:
    """The sizes of a page, in pixels.

    Attributes
    ----------
    lesson, head, text, formula : int
        The heights of the name of the lesson, the head of a step, its text and its formulas.
    line : int
        From one line of text to the next, in percent of the usual distance.
    button : int
        The diameter of the round buttons.
    margins : tuple of int
        Left, top, right, bottom.
    gap : int
        Between two parts of the page.
    controls : float
        How much larger controls are than in a drawer.
    fits : bool
        Whether all follows the height of the page, and head and gaps become smaller and the page
        wider until a step fits it. The text never becomes smaller, so that it is read from the
        back row; it scrolls instead.
    """

    lesson: int
    head: int
    text: int
    formula: int
    line: int
    button: int
    margins: tuple[int, int, int, int]
    gap: int
    controls: float = 1.0
    fits: bool = False


DRAWER = PageSizes(13, 20, 13, 17, 125, 36, (16, 0, 16, 16), 12)
PRESENTATION = PageSizes(20, 56, 28, 38, 124, 56, (56, 140, 56, 56), 26, 2.2, True)
LEAST_SIDE = 36
"""The least margin of a presented page at its sides and its foot."""


class LessonPage(QWidget):
    """One step after another of the lesson that is taken.

    Parameters
    ----------
    controls : StepControls
        What its steps ask for.
    sizes : PageSizes
    name : str
        The first part of the names of its controls.

    Signals
    -------
    left()
        The learner wants to leave the lesson.
    panel_wanted(str)
        The learner wants to open the drawer that a step is about.
    link_wanted(str)
        The learner follows a link to a step of a lesson.
    width_wanted(int)
        A presented step needs a page of this width, in pixels.
    """

    left = Signal()
    panel_wanted = Signal(str)
    link_wanted = Signal(str)
    width_wanted = Signal(int)

    def __init__(
        self,
        controls: StepControls,
        sizes: PageSizes = DRAWER,
        name: str = "lessons",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._run: LessonRun | None = None
        self._sizes, self._scale, self._tight = sizes, 1.0, 1.0
        self._usual_width = 0
        self._later = DeferredCall(self)
        self._later.came.connect(self._fit)
        self._controls = controls
        self.task, self.player = TaskBox(name), LessonPlayer(name)
        self._lesson = named(label("", "sentence"), f"{name}.lesson", tr("The lesson"))
        self._title = named(label("", "reading"), f"{name}.step", tr("The step"))
        self._title.setWordWrap(True)
        self._text = named_text(f"{name}.text", tr("What this step says"))
        self._text.linkActivated.connect(self.link_wanted)
        self.task.link_wanted.connect(self.link_wanted)
        self._away = named(label("", "sentence"), f"{name}.away", tr("Where the lesson is"))
        self._return = button(
            f"{name}.return", tr("Back to the lesson"), tr("Show the lesson's board")
        )
        self._panel = button(
            f"{name}.panel", tr("Open the drawer"), tr("Open what this step is about")
        )
        self._leave = link(
            f"{name}.leave",
            tr("Leave"),
            tr("Close the board of the lesson; all is as it was before"),
        )
        side = sizes.button
        self._back = RoundButton(f"{name}.back", "chevron-left", tr("The step before"), side=side)
        self._next = RoundButton(
            f"{name}.next", "chevron-right", tr("The next step"), side=side, primary=True
        )
        self.setFocusProxy(self._next)
        self.dots = Dots(f"{name}.count")
        self._lay_out()
        self._set_sizes()
        self._back.clicked.connect(self.go_back)
        self._next.clicked.connect(self.go_next)
        self._leave.clicked.connect(self.left)
        self._return.clicked.connect(self._on_return)
        self._panel.clicked.connect(self._on_panel)

    def _lay_out(self) -> None:
        left, top, right, bottom = self._sizes.margins
        self._inside = QWidget()
        where = QHBoxLayout()
        where.addWidget(self._lesson, 1)
        where.addWidget(self._leave, 0, Qt.AlignmentFlag.AlignTop)
        self._leave.setVisible(not self._sizes.fits)
        column = vertical(self._inside, margins=(left, top, right, 8), spacing=self._sizes.gap)
        column.addLayout(where)
        for widget in (
            self._title,
            self._away,
            self._return,
            self._text,
            self._panel,
            self._controls,
            self.task,
            self.player,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        # Its height is what its width asks for: least heights are those of narrower pages.
        self._inside.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._area = scrolling(self._inside)
        self._way = way = horizontal(
            margins=(left, 8, right, bottom), spacing=16 if self._sizes.fits else 8
        )
        way.addWidget(self.dots, 1)
        way.addWidget(self._back)
        way.addWidget(self._next)
        whole = vertical(self, spacing=0)
        whole.addWidget(self._area, 1)
        whole.addLayout(way)

    # Sizes -----------------------------------------------------------------------------------

    def _set_sizes(self) -> None:
        """Set the sizes of all text; those of a drawer follow the size of text in the window."""
        sizes = self._sizes
        scale = self._scale if sizes.fits else text_scale(self.font())
        if sizes.controls != 1.0:
            sheet = style_sheet(current_theme(), FAMILY, sizes.controls * self._scale)
            if sheet != self.styleSheet():
                self.setStyleSheet(sheet)
        for words, size, weight in (
            (self._lesson, sizes.lesson, 500),
            (self._title, max(sizes.head * self._tight, sizes.text), 600),
            (self._text, sizes.text, 400),
        ):
            words.setStyleSheet(f"font-size: {round(size * scale)}px; font-weight: {weight};")
        self._show_text(scale)

    def _show_text(self, scale: float) -> None:
        if self._run is not None:
            text, lesson = self._run.step.text, self._run.lesson
            self._text.set_formula_size(round(self._sizes.formula * scale))
            self._text.show_texts(text, pictures=lesson.pictures, style=self._style(scale))

    def _style(self, scale: float) -> str:
        """Return the rules for the text at a scale."""
        from nqviz.lessons.markup import FORMULA  # no start waits for it

        sizes, theme = self._sizes, current_theme()
        gap = round(sizes.text * scale * 0.7 * self._tight)
        line = round(sizes.line * (0.85 + 0.15 * self._tight))
        return (
            f"<style>a {{ color: {theme.accent}; }}</style>"
            "<style>b { font-weight: 600; }"
            f" p, li {{ line-height: {line}%; margin: 0 0 {gap}px 0; }}"
            f" .{FORMULA} {{ color: {theme.accent}; font-weight: 600;"
            f" font-size: {round(sizes.formula * scale)}px; }}</style>"
        )

    def _fit(self) -> None:
        """Make a presentation as large as its page, and as tight as a step has to be."""
        if self._run is None or not self._sizes.fits:
            self._set_sizes()
            return
        layout = self._inside.layout()
        assert layout is not None
        scale = self.height() / USUAL_HEIGHT
        if scale != self._scale:
            self._later.start()  # what has a layout of its own has its new size only then
        self._scale = scale
        for self._tight, wider in FITS:
            self._set_sizes()
            width = round(self._usual_width * wider)
            scale = self._scale * self._tight
            least = round(LEAST_SIDE * self._scale)
            top = round(self._sizes.margins[1] * scale)
            left, _, right, bottom = (
                max(round(side * scale), least) for side in self._sizes.margins
            )
            layout.setContentsMargins(left, top, right, 8)
            layout.setSpacing(round(self._sizes.gap * scale))
            self._way.setContentsMargins(left, 8, right, bottom)
            layout.invalidate()
            room = self.height() - self._way.sizeHint().height()
            fits = layout.totalHeightForWidth(width) <= room
            if fits:
                break
        bar = Qt.ScrollBarPolicy
        self._area.setVerticalScrollBarPolicy(  # its width would make a step that fits longer
            bar.ScrollBarAlwaysOff if fits else bar.ScrollBarAsNeeded
        )
        if width != self.width():
            self.width_wanted.emit(width)

    def set_usual_width(self, width: int) -> None:
        """Set the width of a presented page on which a step fits as it is, in pixels."""
        self._usual_width = width
        self._later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if event.type() in kinds and hasattr(self, "_area"):
            self._set_sizes()

    # The lesson ------------------------------------------------------------------------------

    def follow(self, run: LessonRun) -> None:
        """Show a lesson from now on."""
        self._run = run
        self.task.follow(run)
        self.player.follow(run)
        run.stepped.connect(self.show_step)
        run.checked.connect(self._read_place)

    def advance(self) -> None:
        """Scroll on, else play the animation of the step or end it, else go to the next step."""
        run, bar = self._run, self._area.verticalScrollBar()
        if run is None:
            return
        if bar.maximum() - bar.value() > ROOM_BELOW:
            bar.setValue(bar.value() + bar.pageStep())
        elif run.is_playing:
            run.show_frame(len(run.frames))
        elif run.frame < len(run.frames):
            run.play()
        else:
            self.go_next()

    def go_next(self) -> None:
        """Go on to the next step; after the last one, leave."""
        run = self._run
        if run is None:
            return
        if run.number + 1 < len(run.lesson.steps):
            run.go(run.number + 1)
        else:
            self.left.emit()

    def go_back(self) -> None:
        """Go back to the step before."""
        if self._run is not None:
            self._run.go(self._run.number - 1)

    def _on_return(self) -> None:
        if self._run is not None:
            self._run.bring()

    def _on_panel(self) -> None:
        if self._run is not None and self._run.step.drawer is not None:
            self.panel_wanted.emit(self._run.step.drawer)

    def show_step(self) -> None:
        """Show the step that the lesson is at."""
        with laid_out_once(self._inside, self.task, self.player):
            self.task.read_step()
            if self._run is not None:
                self._controls.show_step(self._run.step)
            self.update_ui()
            self.player.update_ui()
        self._later.start()  # controls that come into sight have their sizes only then
        self._area.verticalScrollBar().setValue(0)

    def update_ui(self) -> None:
        """Show the texts of the step and the way through the lesson."""
        run = self._run
        if run is None:
            return
        last = len(run.lesson.steps)
        shown = tr(" (all answers shown)") if run.shows_all else ""
        self._lesson.setText(f"{run.lesson.title}{shown}")
        self._title.setText(run.step.title)
        scale = self._scale if self._sizes.fits else text_scale(self.font())
        self._show_text(scale)
        panel = run.step.drawer
        self._panel.setText(tr("Open {drawer}", drawer=panel.capitalize()) if panel else "")
        self._panel.setVisible(panel is not None and not self._sizes.fits)
        self.dots.show_step(run.number, last)
        first, end = run.number == 0, run.number + 1 == last
        set_enabled(self._back, not first, tr("The first step") if first else tr("The step before"))
        self._next.set_drawing("check" if end else "chevron-right")
        self._next.setAccessibleName(tr("Finish") if end else tr("Next"))
        set_enabled(self._next, True, tr("End the lesson") if end else tr("The next step"))
        self._read_place()

    def _read_place(self) -> None:
        run = self._run
        away = run is not None and run.is_open and not run.is_in_front
        words = tr("Another board is shown. The lesson waits on its own.")
        self._away.setText(words if away else "")
        self._away.setVisible(away)
        self._return.setVisible(away)
