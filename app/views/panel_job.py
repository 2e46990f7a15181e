"""The long work of a panel: start, stop, failure, buttons, and the text about its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QWidget

from nqviz.core.language import counted_tr, tr, tr_later, within
from nqviz.run.context import Progress

from ..document.board_tab import BoardTab
from ..document.document import Document
from ..jobs import Job, JobRunner, Work
from ..widgets.timing import single_shot, ticking
from ..widgets.widgets import sentence, set_enabled

INTERVAL = 500
"""Milliseconds between two reports of the elapsed time."""
PATIENCE = 350
"""Milliseconds after which stopped work is abandoned if its partial result is at hand."""
BUSY = tr_later("Wait for the work that is running, or stop it")
BUSY_ELSEWHERE = tr_later("Wait for the work that is running in another tab, or stop it")
STOP_TIP = tr_later("Stop and keep what has been found")
LATER = tr_later("Done; the result is loaded when its tab is in front again.")

Describe = Callable[[Progress | None, float], str]
Unfinished = Callable[[Progress | None, float], Any]


@dataclass(frozen=True)
class _Start:
    """A button that starts work: its text and tooltip, and whether it stops the work, too."""

    button: QPushButton
    text: str
    tip: str
    objection: Callable[[], str]
    toggles: bool


class PanelJob(QObject):
    """The work of a panel, one at a time.

    `panel`: the parent.
    `report`: shows a text: about the start, the elapsed time, a stop or a failure.
    `document`: with it the work belongs to the tab that is in front when it starts.
    `describe`: returns the text about running work from its last progress and its seconds.
    """

    # Work started, was asked to stop, or ended; emitted before its result is delivered.
    changed = Signal()

    def __init__(
        self,
        panel: QWidget,
        runner: JobRunner,
        report: Callable[[str], object],
        document: Document | None = None,
        describe: Describe | None = None,
    ) -> None:
        super().__init__(panel)
        self._panel, self._runner, self._document = panel, runner, document
        self._report = self._usual_report = report
        self._describe = describe or describe_progress
        self._job: Job | None = None
        self._starts: list[_Start] = []
        self._stops: list[tuple[QPushButton, str]] = []
        self._unfinished: Unfinished | None = None
        self._succeed: Callable[[Any], object] = lambda _result: None
        self.tab: BoardTab | None = None  # the tab that was in front when the last work started
        self.summary = ""  # the result of the last work in one sentence, set by who delivers it
        self.was_stopped = False  # whether the last work was asked to stop
        self._clock = ticking(self, self.report_progress, INTERVAL)
        self._patience = single_shot(self, self._leave_behind, PATIENCE)

    def describe_by(self, describe: Describe) -> None:
        """Write the text about running work another way from now on."""
        self._describe = describe

    # Buttons ---------------------------------------------------------------------------------

    def add_start(
        self,
        button: QPushButton,
        start: Callable[[], object],
        objection: Callable[[], str] = str,
        *,
        toggles: bool = False,
    ) -> None:
        """Start work by a button that is disabled while work is running.

        `button`: its text and its tooltip are those when it can be used.
        `start`: called at a click.
        `objection`: returns why work cannot start now; empty if it can.
        `toggles`: whether the button is a Stop button while work is running.
        """
        entry = _Start(button, button.text(), button.toolTip(), objection, toggles)
        self._starts.append(entry)
        button.clicked.connect(lambda: self._on_click(entry, start))

    def add_stop(self, button: QPushButton) -> None:
        """Stop the work by a button that is disabled while nothing is running."""
        self._stops.append((button, button.toolTip()))
        button.clicked.connect(self.stop)

    def _on_click(self, entry: _Start, start: Callable[[], object]) -> None:
        if not (entry.toggles and self.stop()):
            start()

    def update_buttons(self) -> None:
        """Enable and disable the buttons as things stand; the tooltips give the reasons.

        What is enabled comes first: a button that is disabled hands the focus on to the next one.
        """
        running = self.is_running
        if running:
            self._update_stops()
        self._update_starts()
        if not running:
            had_focus = any(button.hasFocus() for button, _ in self._stops)
            if had_focus and self._starts:
                self._starts[0].button.setFocus()
            self._update_stops()

    def _update_starts(self) -> None:
        running = self.is_running
        busy = tr(BUSY_ELSEWHERE) if self.is_away else tr(BUSY)
        for each in self._starts:
            if each.toggles:
                each.button.setText(tr("Stop") if running else each.text)
            if running and each.toggles:
                set_enabled(each.button, not self.is_stopping, tr(STOP_TIP))
            else:
                why = busy if running else each.objection()
                set_enabled(each.button, not why, why or each.tip)

    def _update_stops(self) -> None:
        for button, tip in self._stops:
            tip = tip if self.is_running else tr("Nothing is running")
            set_enabled(button, self.is_running, tip)

    # State -----------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        return self._job is not None

    @property
    def is_stopping(self) -> bool:
        """Whether work is running that was asked to stop."""
        return self._job is not None and self._job.is_stopping

    @property
    def is_away(self) -> bool:
        """Whether the last work was started in a tab that is not in front now."""
        return self._document is not None and self.tab not in (None, self._document.tab)

    @property
    def _where(self) -> str:
        """The start of a text about work in a tab that is not in front."""
        return tr("In the tab {title}: ", title=self.tab.title) if self.tab and self.is_away else ""

    # Start and end ---------------------------------------------------------------------------

    def start(
        self,
        title: str,
        work: Work,
        succeeded: Callable[[Any], object],
        *,
        text: str = tr_later("Searching …"),
        report: Callable[[str], object] | None = None,
        progressed: Callable[[Any], object] | None = None,
        failed: Callable[[], object] | None = None,
        unfinished: Unfinished | None = None,
        in_tab: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Run work in the background; do nothing if work is running already.

        `title`: the name of the work in the list of jobs.
        `work`: called with a `RunContext`; its result goes to `succeeded`.
        `text`: reported at the start.
        `report`: shows the texts about this work instead of the usual label.
        `progressed`: called with each `Progress`.
        `failed`: called after a failure has been reported.
        `unfinished`: returns the partial result, from the last progress and the seconds, of stopped
        work that does not end at once.
        `in_tab`: whether to deliver the result only when the tab of the work is in front.
        `seconds`: the time limit of the work.
        """
        if self._job is not None:
            return
        self.was_stopped, self._unfinished, self.summary = False, unfinished, ""
        self.tab = None if self._document is None else self._document.tab
        self._succeed = self._deliver_in_tab(succeeded) if in_tab else succeeded
        self._report = report or self._usual_report
        self._job = self._runner.start(
            title,
            work,
            succeeded=self._on_success,
            failed=lambda reason: self._on_failure(reason, failed),
            progressed=progressed,
            drawer=drawer_of(self._panel),
            limit=seconds,
        )
        self._job.stopping.connect(self._on_stopping)
        self._clock.start()
        self._report(tr(text))
        self._change()

    def stop(self) -> bool:
        """Ask the work to stop; return whether any is running."""
        if self._job is None:
            return False
        self._job.stop()
        return True

    def drop(self, reason: str = "") -> None:
        """Abandon the work, if any is running, and report why; its result is not delivered."""
        if self._job is None:
            return
        self._job.abandon()
        self._end()
        if reason:
            self._report(reason)

    def drop_at(self, signal: SignalInstance, reason: str = "") -> None:
        """Abandon the work at each signal that makes its result out of date."""
        signal.connect(lambda *_arguments: self.drop(reason))

    def report_progress(self) -> None:
        """Report the state of the work, if any is running that was not asked to stop."""
        if self._job is not None and not self._job.is_stopping:
            self._report(self._where + self._describe(self._job.last_progress, self._job.seconds))

    def _deliver_in_tab(self, succeeded: Callable[[Any], object]) -> Callable[[Any], object]:
        document, tab = self._document, self.tab
        assert document is not None
        assert tab is not None

        def deliver(result: Any) -> None:
            if tab is not document.tab:
                self._report(tr(LATER))
            document.when_shown(tab, lambda: succeeded(result))

        return deliver

    def _on_success(self, result: Any) -> None:
        job = self._job
        self._end()
        self._succeed(result)
        if job is not None:
            job.summary = self.summary

    def _on_failure(self, reason: str, failed: Callable[[], object] | None) -> None:
        self._end()
        self._report(self._where + sentence(reason))
        if failed is not None:
            failed()

    def _on_stopping(self) -> None:
        self._report(tr("Stopping …"))
        if self._unfinished is not None:
            self._patience.start()
        self._change()

    def _leave_behind(self) -> None:
        """Deliver the partial result of work that has not ended; its thread ends by itself."""
        if self._job is not None and self._unfinished is not None:
            result = self._unfinished(self._job.last_progress, self._job.seconds)
            self._job.abandon()
            self._on_success(result)

    def _end(self) -> None:
        self.was_stopped = self.is_stopping
        self._job = None
        self._clock.stop()
        self._patience.stop()
        self._change()

    def _change(self) -> None:
        self.update_buttons()
        self.changed.emit()


def start_file_job(
    runner: JobRunner,
    title: str,
    work: Work,
    succeeded: Callable[[Any], object],
    *,
    report: Callable[[str], object],
    refuse: Callable[[str], object],
    ended: Callable[[bool], object] = bool,
) -> Job:
    """Read or write a file in the background; unlike panels' work, several may run at once.

    `title`: the name of the work in the list of jobs, such as ``Opening a.txt``.
    `work`: called with a `RunContext`; its result goes to `succeeded`.
    `report`: shows that the work was stopped.
    `refuse`: shows why the work failed.
    `ended`: called after a stop or a failure with whether it was a stop.
    """

    def explain(reason: str) -> None:
        if job.is_stopping:
            report(tr("Stopped {title}.", title=within(title)))
        else:
            refuse(reason)
        ended(job.is_stopping)

    job = runner.start(title, work, succeeded=succeeded, failed=explain)
    return job


def drawer_of(widget: QWidget | None) -> str:
    """Return the name of the drawer that a widget is in; empty outside of all drawers."""
    while widget is not None and widget.property("role") != "drawer":
        widget = widget.parentWidget()
    return "" if widget is None else widget.objectName()


def describe_progress(news: Progress | None, seconds: float) -> str:
    """Return the text about running work: activity, seconds, share and nodes."""
    parts = [f"{seconds:.0f} s"]
    if news is not None and news.fraction:
        parts.append(f"{news.fraction:.0%}")
    if news is not None and news.nodes:
        parts.append(counted_tr(news.nodes, "node"))
    activity = "" if news is None or not news.activity else f"{sentence(news.activity)}: "
    return f"{activity}{', '.join(parts)} …"
