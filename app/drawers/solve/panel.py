"""The Solve drawer: what to look for, the answer first and in words, and why no more fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.placement import Placement
from nqviz.run.outcome import Outcome

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.fields import field, label, link, set_role
from ...widgets.icons import icon, icon_size
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.motion import Entrance, beside_drawing
from ...widgets.numbers import with_spaces
from ...widgets.theme import text_scale
from ...widgets.timing import DeferredCall
from ...widgets.values import offer
from ...widgets.widgets import (
    button,
    combo,
    name_piece,
    set_enabled,
    set_objection,
    show_note,
    switch,
)
from ..drawer import Drawer
from .answer import AnswerArea
from .form import COMPLETE, COUNT, FULL, MAXIMUM, PROVE
from .page import SolvePage
from .proof_link import ProofLink
from .reasons import ReasonList
from .request import CELLS, DOMINATE, INDEPENDENT
from .search import AFTER, SearchPage

if TYPE_CHECKING:
    from ..planar.beautiful import BeautifulPage
    from ..planar.complete import CompletePage
    from ..planar.first import FirstPage
    from ..rings.page import RingsPage

FIRST, BEAUTIFUL, EXCLUDED, RINGS = "first", "beautiful", "excluded", "rings"
CHOICES = (
    (tr_later("The most queens"), MAXIMUM),
    (tr_later("A full placement"), FULL),
    (tr_later("A number of queens"), COUNT),
    (tr_later("A proof that no more fit"), PROVE),
    (tr_later("Completion of these queens"), COMPLETE),
    (tr_later("Cells of maximum placements"), CELLS),
    (tr_later("The fewest that attack every cell"), DOMINATE),
    (tr_later("The fewest, none attacked"), INDEPENDENT),
)
FLAT_CHOICES = (
    (tr_later("The first placement"), FIRST),
    (tr_later("The most beautiful"), BEAUTIFUL),
    (tr_later("Complete n queens"), EXCLUDED),
    (tr_later("Ring by ring"), RINGS),
)
"""What can be looked for only in two dimensions."""
FLAT_TARGETS = tuple(target for _, target in FLAT_CHOICES)
BUSY = tr_later("Wait for the search that is running, or stop it")


class SolvePanel(Drawer):
    """Shows one page at a time: its fields, its answer, and what can be done with it."""

    search_started = Signal()
    wanted = Signal()  # the drawer has to be in sight
    updated = Signal()
    compare_wanted = Signal()  # engines are to be compared on the board

    name, title = "solve", tr_later("Solve")

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        self._document, self._was_running = document, False
        self._front: SolvePage | None = None  # the page of what was looked for last
        self._turn = DeferredCall(self, self._update_ui)
        self._later = beside_drawing(self, self._update_ui)
        self._entrance = Entrance(self)
        self._follow = switch("solve.follow")
        self.search = SearchPage(document, runner, self._follow.isChecked)
        self._runner, self._limits = runner, (0, 0)
        self._flat_pages: dict[str, SolvePage] = {}  # those that were looked for
        self._make_controls(runner)
        self._lay_out()
        self._connect()
        self._on_board()

    # Building ------------------------------------------------------------------------------

    def _make_controls(self, runner: JobRunner) -> None:
        choices = [(tr(text), data) for text, data in CHOICES]
        self._target = combo("solve.target", choices, lambda: self._target_objection)
        self._area = AnswerArea()
        self._run = button("solve.run", on_click=self.run)
        self._stop = button("solve.stop", on_click=self.stop)
        self._stop.setIcon(icon("square", "text"))
        self._accept = button("solve.accept", on_click=self.accept)
        self._discard = link("solve.discard", on_click=self.discard)
        self._save = ProofLink(self._document, runner)
        self._credit = label("", "caption", "solve.credit")
        self._reasons = ReasonList()
        self.buttons: dict[str, QPushButton] = {
            "solve.run": self._run,
            "solve.stop": self._stop,
            "solve.accept": self._accept,
            "solve.discard": self._discard,
        }

    def _lay_out(self) -> None:
        body = self.body
        fill(body, field(self._target, tr("Look for")), self.search)
        self.add_divider()
        body.addWidget(self._area)
        self._pushes, self._under_answer = QWidget(), QWidget()
        horizontal(self._pushes, (self._accept, 1), (self._run, 1), (self._stop, 1), spacing=8)
        self._holder = vertical(self._under_answer, self._pushes)
        body.addWidget(self._under_answer)
        for watched in (self._under_answer, self.area):
            watched.installEventFilter(self)
        self._links = QWidget()  # its place is kept while neither is there
        horizontal(self._links, self._discard, STRETCH, self._save)
        body.addWidget(self._links)
        self._divider = self.add_divider()
        fill(body, self._reasons, self.search.below, self._credit)
        self.foot.addWidget(self._follow)

    def _connect(self) -> None:
        self._target.currentIndexChanged.connect(self._on_target)
        self._follow.clicked.connect(self._on_follow)
        self.search.started.connect(self.search_started)
        self.search.form.compare_wanted.connect(self.compare_wanted)
        self.search.changed.connect(partial(self._on_page, self.search))
        self._document.board_changed.connect(self._on_board)
        for change in (self._document.queens_changed, self._document.overlay_changed):
            change.connect(self._on_change)

    # Keeping the buttons in sight --------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look where the buttons belong once the parts above them, or the drawer, have changed."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            QTimer.singleShot(0, self, self._place_buttons)
        return False

    def _place_buttons(self) -> None:
        """Show the buttons under the answer; in the foot where that is out of sight."""
        pushes, place = self._pushes, self._under_answer
        height, is_in_foot = pushes.sizeHint().height(), pushes.parentWidget() is self.under
        room = self.area.height() + is_in_foot * (height + self.foot.spacing())
        if (place.y() + height > room) == is_in_foot:
            return
        focus = self.window().focusWidget()
        focused = [push for push in self.buttons.values() if push is focus]
        if is_in_foot:
            self._holder.addWidget(pushes)
        else:
            self.foot.insertWidget(0, pushes)
        for push in focused:
            push.setFocus()

    # What others ask for ---------------------------------------------------------------------

    @property
    def page(self) -> SolvePage:
        """What is looked for now."""
        return self.page_of(str(self._target.currentData()))

    def page_of(self, target: str) -> SolvePage:
        """Return the page of what can be looked for.

        Those of flat boards are made when they are asked for: with them the drawer has 300 widgets,
        to be given a style at its first opening.
        """
        if target not in FLAT_TARGETS:
            return self.search
        if target not in self._flat_pages:
            made = _flat_page(target)(self._document, self._runner)
            self._flat_pages[target] = made
            for part, after in ((made, self.search), (made.below, self.search.below)):
                part.hide()
                self.body.insertWidget(self.body.indexOf(after) + 1, part)
            made.set_limits(*self._limits)
            made.name_piece()
            made.changed.connect(partial(self._on_page, made))
        return self._flat_pages[target]

    @property
    def _all(self) -> tuple[SolvePage, ...]:
        return self.search, *self._flat_pages.values()

    @property
    def is_running(self) -> bool:
        return any(page.is_running for page in self._all)

    @property
    def outcome(self) -> Outcome[Placement] | None:
        """How the last search for what is on the board ended; None before that."""
        return self.search.outcome

    def set_limits(self, seconds: int, threads: int) -> None:
        """Set the time limit, 0 for none, and the number of threads."""
        self._limits = seconds, threads
        for page in self._all:
            page.set_limits(seconds, threads)

    def look_for(self, choice: str) -> None:
        """Choose what to look for, by the data of a choice; nothing changes without such a one."""
        place = self._target.findData(choice)
        if place >= 0:
            self._target.setCurrentIndex(place)
        self.wanted.emit()

    def look_and_run(self, choice: str) -> None:
        """Choose what to look for, and start the search."""
        self.look_for(choice)
        self.run()

    def ask_number(self, choice: str) -> None:
        """Look for a number, or for a proof of one, that is typed now."""
        self.look_for(choice)
        self.search.form.focus_count()

    def look_for_number(self, target: int) -> None:
        """Ask for a number of queens, with the focus on the Solve button."""
        self.look_for(COUNT)
        self.search.form.set_count(target)
        self.focus_run()

    def focus_run(self) -> None:
        """Bring the drawer into sight with the focus on the Solve button."""
        self.wanted.emit()
        self._run.setFocus()

    def run(self) -> None:
        """Bring the drawer into sight, and then start the search that the controls describe.

        Until the drawer is at its place, all cores are for what the person sees.
        """
        self.wanted.emit()
        self._entrance.when_over(self.start)

    def start(self) -> None:
        """Start the search that the controls describe."""
        if not self.is_running and not self.page.objection():
            self.page.begin()

    def _on_follow(self, is_on: bool) -> None:
        """Begin at once where no answer is shown yet that could follow the queens."""
        if is_on and self.search.outcome is None:
            self.start()

    def stop(self) -> None:
        """End the search; the best found stays as a suggestion."""
        for page in self._all:
            page.stop()

    def accept(self) -> None:
        """Put the shown queens on the board, in one step."""
        self.page.accept()
        self._update_ui()

    def discard(self) -> None:
        """Drop the shown queens."""
        self.page.discard()
        self._update_ui()

    def leave(self, tab: BoardTab) -> None:
        """End the search that was asked for in a tab that is closed."""
        self.search.leave(tab)

    # What can be looked for ------------------------------------------------------------------

    def _target_objection(self, target: object) -> str:
        page = self.page_of(str(target))
        is_search = page is self.search
        return self.search.form.target_objection(target) if is_search else page.objection()

    def _on_board(self) -> None:
        """Offer what there is for the board, with the name of its piece."""
        board = self._document.board
        choices = CHOICES + (FLAT_CHOICES if board.d == 2 else ())
        offer(self._target, [(tr_piece(text, board.piece), data) for text, data in choices])
        name_piece(board.piece, self._target, self._follow)
        for page in self._all:
            page.name_piece()
        self._on_target()

    def _on_target(self) -> None:
        page, target = self.page, str(self._target.currentData())
        if page is self.search:
            self.search.show_target(target)
        if page is not self._front and not self.is_running:
            self._document.set_suggestion(None)  # it answers another question
            page.show_again()
        self._front = page
        for each in self._all:
            each.setVisible(each is page)
            each.below.setVisible(each is page)
        self._follow.setVisible(page is self.search)
        self._area.offer_chart(page.has_chart)
        self._update_ui()

    # What is shown ---------------------------------------------------------------------------

    def _on_page(self, page: SolvePage) -> None:
        """Show what has changed on a page, unless it is another one that runs as before."""
        if self.is_running == self._was_running and self._goes_on:
            self._on_change()
        elif page is self.page or self.is_running != self._was_running:
            self._update_ui()

    def _on_change(self) -> None:
        """Show what has changed in this turn of the event loop; unseen, after what is painted.

        While a search runs its incumbents are drawn before.
        """
        if self.isVisible() and not self._goes_on:
            self._turn.start()
        elif not self._later.isActive():
            self._later.start(AFTER * self._goes_on)

    @property
    def _goes_on(self) -> bool:
        """Whether the search of the page in front runs and was not asked to stop."""
        return self.page.is_running and not self.page.job.is_stopping

    def _update_ui(self) -> None:
        self._turn.stop()
        self._later.stop()
        page = self.page
        self._area.show_answer(page.answer)
        if page.has_chart:
            board = self._document.board
            self._area.chart.show_trace(board, page.trace, page.known, page.time_limit)
        show_note(self._credit, with_spaces(page.answer.credit))
        reasons = page.reasons
        self._reasons.show_reasons(reasons)
        self._divider.setVisible(bool(reasons or page.answer.credit) or page.has_below)
        self._save.show_proof(page.proof)
        self._show_buttons(page)
        if self.is_running != self._was_running:
            self._was_running = self.is_running
            self.running_changed.emit(self._was_running)
        self.updated.emit()

    def _show_buttons(self, page: SolvePage) -> None:
        """Show the buttons that there is a use for; at most one of them is the primary one."""
        running, text = page.is_running, page.accept_text
        why = tr(BUSY) if self.is_running and not running else page.objection()
        seen = {self._run: not running, self._stop: running, self._accept: bool(text)}
        for push in sorted(seen, key=lambda push: not seen[push]):
            push.setVisible(seen[push])  # one that hides hands its focus to one that is seen
        self._accept.setText(text or tr("Accept"))
        self._accept.setAccessibleName(self._accept.text())
        set_enabled(self._accept, bool(text), tr(page.accept_tip))
        set_objection(self._run, why)
        set_enabled(self._stop, not page.job.is_stopping)
        self._discard.setVisible(bool(text))
        set_enabled(self._discard, bool(text), tr(page.discard_tip))
        primary = self._accept if text else self._stop if running else self._run
        for push in (self._run, self._stop, self._accept):
            kind = "primary" if push is primary else "secondary"
            if push.property("kind") != kind:
                set_role(push, kind=kind)
            wide = QSizePolicy.Policy.Expanding if push is primary else QSizePolicy.Policy.Maximum
            push.setSizePolicy(wide, QSizePolicy.Policy.Fixed)
        self._stop.setIcon(icon("square", "on_accent" if primary is self._stop else "text"))
        self._links.setFixedHeight(round(24 * text_scale(self.font())))
        self._stop.setIconSize(icon_size(16, self))


def _flat_page(target: str) -> type[FirstPage | BeautifulPage | CompletePage | RingsPage]:
    """Return the class of a page of flat boards; their searches are loaded with it."""
    if target == RINGS:
        from ..rings.page import RingsPage

        return RingsPage
    if target == FIRST:
        from ..planar.first import FirstPage

        return FirstPage
    if target == BEAUTIFUL:
        from ..planar.beautiful import BeautifulPage

        return BeautifulPage
    from ..planar.complete import CompletePage

    return CompletePage
