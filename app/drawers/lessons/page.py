"""The page of a lesson that is taken: its text, its task with the check, and the way through it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr

from ...widgets.fields import label, link
from ...widgets.layouts import STRETCH, fill, horizontal, laid_out_once, scrolling, vertical
from ...widgets.round_buttons import Dots, RoundButton
from ...widgets.theme import FAMILY, current_theme, style_sheet, text_scale
from ...widgets.timing import DeferredCall
from ...widgets.widgets import button, named, set_enabled, show_note
from .parts import DRAWER, LEAST_SIDE, USUAL_HEIGHT, PageSizes, Part, parts_of
from .player import LessonPlayer
from .rich_text import named_text
from .run import LessonRun
from .step_controls import StepControls
from .task import TaskBox

TIGHTER = (1.0, 0.85, 0.7)
"""How much smaller the head and the gaps of a presentation become until a step fits its page."""
TIGHTEST = 0.45
"""The same for a part that cannot be parted, such as a task with its hints."""


class LessonPage(QWidget):
    """One step after another of the lesson that is taken.

    `controls`: what its steps ask for.
    `name`: the first part of the names of its controls.
    """

    left = Signal()  # the learner wants to leave the lesson
    panel_wanted = Signal(str)  # the learner wants to open the drawer that a step is about
    link_wanted = Signal(str)  # the learner follows a link to a step of a lesson
    _run: LessonRun  # as soon as one is followed

    def __init__(
        self, controls: StepControls, sizes: PageSizes = DRAWER, name: str = "lessons"
    ) -> None:
        super().__init__()
        self._sizes, self._scale, self._tight = sizes, 1.0, 1.0
        self._parts: tuple[Part, ...] = ()
        self._part, self._words = 0, ""
        self._fitted, self._is_tried = 0, False
        self._later = DeferredCall(self, self._fit)
        self._controls = controls
        self.task, self.player = TaskBox(name), LessonPlayer(name)
        self._lesson = named(label("", "sentence"), f"{name}.lesson")
        self._title = named(label("", "reading", wraps=True), f"{name}.step")
        self._text = named_text(f"{name}.text", tr("What this step says"))
        self._text.linkActivated.connect(self.link_wanted)
        self.task.link_wanted.connect(self.link_wanted)
        self._away = named(label("", "sentence"), f"{name}.away")
        self._return = button(f"{name}.return", on_click=self._on_return)
        self._panel = button(f"{name}.panel", on_click=self._on_panel)
        self._leave = link(f"{name}.leave", on_click=self.left)
        side = sizes.button
        self._back = RoundButton(f"{name}.back", "chevron-left", tr("The step before"), side=side)
        tip = tr("The next step")
        self._next = RoundButton(f"{name}.next", "chevron-right", tip, side=side, primary=True)
        self.setFocusProxy(self._next)
        self.dots = Dots(f"{name}.count")
        self._lay_out()
        self._set_sizes()
        self._area.verticalScrollBar().rangeChanged.connect(self._on_range)
        self._back.clicked.connect(self.go_back)
        self._next.clicked.connect(self.go_next)

    def _lay_out(self) -> None:
        left, top, right, bottom = self._sizes.margins
        self._inside, self._doing = QWidget(), QWidget()
        where = horizontal(None, (self._lesson, 1))
        where.addWidget(self._leave, 0, Qt.AlignmentFlag.AlignTop)
        self._leave.setVisible(not self._sizes.fits)
        column = vertical(self._inside, margins=(left, top, right, 8), spacing=self._sizes.gap)
        self._column = column
        self._below = vertical(self._doing, self.task, self.player, spacing=self._sizes.gap)
        fill(column, where, self._title, self._away, self._return)
        fill(column, self._text, self._panel, self._controls, self._doing, STRETCH)
        self._area = scrolling(self._inside)
        gap = 16 if self._sizes.fits else 8
        self._way = way = horizontal(margins=(left, 8, right, bottom), spacing=gap)
        fill(way, (self.dots, 1), self._back, self._next)
        vertical(self, (self._area, 1), way, spacing=0)

    # Sizes -----------------------------------------------------------------------------------

    def _set_sizes(self) -> None:
        """Set the sizes of all text; those of a drawer follow the size of text in the window."""
        sizes = self._sizes
        scale = self._scale if sizes.fits else text_scale(self.font())
        if sizes.controls != 1.0:
            sheet = style_sheet(current_theme(), FAMILY, sizes.controls * self._scale)
            if sheet != self.styleSheet():
                self.setStyleSheet(sheet)
        for push in (self._back, self._next):
            push.set_side(sizes.button if sizes.fits else round(sizes.button * scale))
        for words, size, weight in (
            (self._lesson, sizes.lesson, 500),
            (self._title, max(sizes.head * self._tight, sizes.text), 600),
            (self._text, sizes.text, 400),
        ):
            words.setStyleSheet(f"font-size: {round(size * scale)}px; font-weight: {weight};")
        self._show_text(scale)

    def _show_text(self, scale: float) -> None:
        if hasattr(self, "_run"):
            pictures = self._run.lesson.pictures
            self._text.set_formula_size(round(self._sizes.formula * scale))
            self._text.show_texts(self._words, pictures=pictures, style=self._style(scale))
            self._text.setVisible(bool(self._words))

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
        """Make a presentation as large as its page, and show a step in parts where it has to be."""
        if not hasattr(self, "_run") or not self._sizes.fits:
            self._set_sizes()
            return
        step, scale = self._run.step, self.height() / USUAL_HEIGHT
        if scale != self._scale:
            self._later.start()  # what has a layout of its own has its new size only then
        self._scale = scale
        has_more = self._has_task or "solve" in step.shown_controls
        # What is done at the end of a step stays in sight.
        stays = self._is_tried and self._part + 1 == len(self._parts)
        self._parts = parts_of(step.text, has_more, self._fits)
        last = len(self._parts) - 1
        self._show_part(last if stays else min(self._part, last))

    @property
    def _has_task(self) -> bool:
        """Whether a step has a task or an animation."""
        return not (self.task.isHidden() and self.player.isHidden())

    def _fits(self, part: Part) -> bool:
        """Show a part of a step, as tight as it has to be, and return whether it fits its page."""
        self._words = part.text
        self._controls.show_in_part(part.is_last)
        self._doing.setVisible(part.is_last and self._has_task)
        return any(map(self._fits_as_tight, TIGHTER))

    def _fits_as_tight(self, tight: float) -> bool:
        self._tight = tight
        self._set_sizes()
        scale, least = self._scale * tight, round(LEAST_SIDE * self._scale)
        left, _, right, bottom = (max(round(side * scale), least) for side in self._sizes.margins)
        top, gap = round(self._sizes.margins[1] * scale), round(self._sizes.gap * scale)
        self._column.setContentsMargins(left, top, right, 8)
        self._way.setContentsMargins(left, 8, right, bottom)
        for each in (self._below, self._column):
            each.setSpacing(gap)
            each.invalidate()
        return self._needed <= self.height() - self._way.totalSizeHint().height()

    @property
    def _needed(self) -> int:
        """The height that what is shown needs, in pixels."""
        return self._column.totalHeightForWidth(self._area.maximumViewportSize().width())

    def _on_range(self, _least: int, most: int) -> None:
        """Lay a presentation out anew where hints, an answer or a formula have made it longer."""
        if most > 0 and self._sizes.fits and self._needed != self._fitted:
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
        run.checked.connect(self._on_check)

    def advance(self) -> None:
        """Show the next part, else play the animation or end it, else go to the next step."""
        run = self._run
        if self._part + 1 < len(self._parts):
            self.go_next()
        elif run.is_playing:
            run.show_frame(len(run.frames))
        elif run.frame < len(run.frames):
            run.play()
        else:
            self.go_next()

    def go_next(self) -> None:
        """Go on to the next part of the step or to the next step; after the last one, leave."""
        run = self._run
        if self._part + 1 < len(self._parts):
            self._show_part(self._part + 1)
        elif run.number + 1 < len(run.lesson.steps):
            run.go(run.number + 1)
        else:
            self.left.emit()

    def go_back(self) -> None:
        """Go back to the part before, or to the step before."""
        if self._part > 0:
            self._show_part(self._part - 1)
        else:
            self._run.go(self._run.number - 1)

    def _show_part(self, number: int) -> None:
        self._part = number
        fits = self._fits(self._parts[number]) or self._fits_as_tight(TIGHTEST)
        bars = Qt.ScrollBarPolicy  # a bar of a part before would take room, and so stay
        bar = bars.ScrollBarAlwaysOff if fits else bars.ScrollBarAsNeeded
        self._area.setVerticalScrollBarPolicy(bar)
        self._show_way()
        self._fitted = self._needed

    def _on_return(self) -> None:
        self._run.bring()

    def _on_panel(self) -> None:
        if self._run.step.drawer is not None:
            self.panel_wanted.emit(self._run.step.drawer)

    def show_step(self) -> None:
        """Show the step that the lesson is at."""
        self._parts, self._part, self._is_tried = (), 0, False
        self._words = self._run.step.text
        with laid_out_once(self._inside, self.task, self.player):
            self.task.read_step()
            self._controls.show_step(self._run.step)
            self.update_ui()
            self.player.update_ui()
            self._doing.setVisible(self._has_task)
        self._later.start()  # controls that come into sight have their sizes only then
        self._area.verticalScrollBar().setValue(0)

    def update_ui(self) -> None:
        """Show the texts of the step and the way through the lesson."""
        run = self._run
        self._title.setText(run.step.title)
        self._show_text(self._scale if self._sizes.fits else text_scale(self.font()))
        panel = run.step.drawer
        self._panel.setText(tr("Open {drawer}", drawer=panel.capitalize()) if panel else "")
        self._panel.setVisible(panel is not None and not self._sizes.fits)
        self._show_way()
        self._read_place()

    def _show_way(self) -> None:
        """Show how far the lesson is, and which part of the step it is where there are several."""
        run = self._run
        shown = tr(" (all answers shown)") if run.shows_all else ""
        title, parts = f"{run.lesson.title}{shown}", len(self._parts)
        if parts > 1:
            part = self._part + 1
            title = tr("{lesson}: part {part} of {parts}", lesson=title, part=part, parts=parts)
        self._lesson.setText(title)
        last = len(run.lesson.steps)
        self.dots.show_step(run.number, last, self._part, parts)
        first = run.number == self._part == 0
        end = run.number + 1 == last and self._part + 1 >= parts
        set_enabled(self._back, not first, tr("The first step") if first else tr("The step before"))
        self._next.set_drawing("check" if end else "chevron-right")
        self._next.setAccessibleName(tr("Finish") if end else tr("Next"))
        set_enabled(self._next, True, tr("End the lesson") if end else tr("The next step"))

    def _on_check(self) -> None:
        self._is_tried = True
        self._read_place()

    def _read_place(self) -> None:
        away = self._run.is_open and not self._run.is_in_front
        words = tr("Another board is shown. The lesson waits on its own.")
        show_note(self._away, words if away else "")
        self._return.setVisible(away)
