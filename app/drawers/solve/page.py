"""The base of what the Solve drawer can look for: fields, a search, and its answer."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr, tr_later
from nqviz.formats.trace import Trace

from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.fields import GAP
from ...widgets.layouts import vertical
from .answer import Answer
from .proof_link import Provable
from .reasons import Reason


class SolvePage(QWidget):
    """The fields of one question; `below` holds what is shown under its answer.

    Signals
    -------
    limited(int)
        A search with a time limit in seconds, 0 for none, starts.
    """

    # The answer, or what can be done, has changed otherwise than by the queens or overlays.
    changed = Signal()

    accept_tip = tr_later("Put the suggestion on the board, in one step that can be undone")
    discard_tip = tr_later("Drop the suggestion; the board stays as it is")

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        self._document, self._runner = document, runner
        self.answer = Answer()
        self.column = vertical(self, spacing=GAP)
        self.below = QWidget()
        self.under = vertical(self.below, spacing=GAP)
        self.job = PanelJob(self, runner, self.report, document)
        self.job.changed.connect(self.changed)

    # What the drawer shows -------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        return self.job.is_running

    @property
    def trace(self) -> Trace | None:
        """The progress of its last search on the board, for the chart."""
        return None

    @property
    def known(self) -> tuple[int, int] | None:
        """The known bounds of the board, for the chart before a search."""
        return None

    @property
    def time_limit(self) -> float:
        """When the search that is running ends at the latest, in seconds; 0 for no limit."""
        return 0.0

    @property
    def has_chart(self) -> bool:
        """Whether its searches have a chart of queens found and their limit."""
        return False

    @property
    def has_below(self) -> bool:
        """Whether anything stands under its answer."""
        items = (self.under.itemAt(place) for place in range(self.under.count()))
        widgets = (item.widget() for item in items if item is not None)
        return any(not widget.isHidden() for widget in widgets if widget is not None)

    @property
    def accept_text(self) -> str:
        """The words of the button that accepts what was found; empty where there is nothing."""
        return ""

    @property
    def proof(self) -> Provable | None:
        """The answer whose proof can be saved, if there is one."""
        return None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why no more queens fit."""
        return ()

    # What the drawer does --------------------------------------------------------------------

    @abstractmethod
    def objection(self) -> str:
        """Return why its search cannot start now; empty if it can."""

    @abstractmethod
    def begin(self) -> None:
        """Start the search that the fields describe."""

    def stop(self) -> None:
        """End the search and keep the best found."""
        self.job.stop()

    @abstractmethod
    def accept(self) -> None:
        """Put what was found on the board, in one step."""

    def discard(self) -> None:
        """Drop what was found."""
        self._document.set_suggestion(None)

    def show_again(self) -> None:
        """Show what was found on the board, as this is looked for again."""

    def set_limits(self, seconds: int, threads: int) -> None:
        """Set the time limit, 0 for none, and the number of threads."""

    # For pages -------------------------------------------------------------------------------

    def show_answer(self, answer: Answer) -> None:
        self.answer = answer
        self.changed.emit()

    def report(self, text: str) -> None:
        """Show a sentence about the search, which may change nothing of what it has found."""
        self.show_answer(replace(self.answer, sentence=text))

    def fail(self) -> None:
        """Show that the last sentence is the reason of a failure."""
        words = self.answer.sentence
        self.show_answer(Answer(words, kind="warning", badge=tr("Not solved")))

    def name_piece(self) -> None:
        """Name the piece on the board in the names and tooltips of the controls."""
