"""Opening and saving placements and sessions, for the main window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later
from nqviz.core.placement import Placement
from nqviz.formats import PlacementFile, is_code, layout_for
from nqviz.formats.placement_code import NAME as CODE_NAME
from nqviz.formats.session import is_session, write_session
from nqviz.formats.session_parts import Session
from nqviz.run.context import RunContext
from nqviz.verification import file_kind, verify_proof
from nqviz.view.view_json import view_from_json
from nqviz.view.view_state import ViewState

from ..document.board_tab import BoardTab, window_state
from ..document.document import Document
from ..document.open_boards import OpenBoards
from ..document.session_tabs import read_for_window, session_of, tabs_of
from ..document.tab_file import FileChanged, Stamp, TabFile, read_tab_file, stamp_of
from ..jobs import JobRunner, Work
from ..preferences import stored_texts
from ..views.panel_job import start_file_job
from ..widgets.messages import message_box, show_problem, show_text
from ..widgets.widgets import sentence

if TYPE_CHECKING:
    from nqviz.proofs import Verdict

SESSION_SUFFIX = ".nqviz"
OPEN_FILTER = tr_later(
    "Placements, sessions and proofs (*.json *.queens *.csv *.txt *{session} *.proof *.zip);;"
    "Instances of others (*.param *.eprime *.lp *.asp *.dzn);;All files (*)"
)
PLACEMENT_FILTER = tr_later("Placement (*.json *.queens);;Table (*.csv);;Text (*.txt)")
SESSION_FILTER = tr_later("Session (*{session})")
RECENT = 10


def proven(path: Path, run: RunContext | None = None) -> tuple[BoardState, Verdict]:
    """Check a proof, which takes long; return the board with the queens it names, and the verdict.

    Raises InputError if it proves nothing, the check was ended, or the window cannot show the
    board.
    """
    from nqviz.proofs import BeautifulClaim, Claim, FirstClaim  # with all checkers

    verdict = verify_proof(path, run=run)
    if not verdict.valid or verdict.subject is None:
        raise InputError(f"{path.name}: {verdict.message}")
    claim = verdict.subject
    if isinstance(claim, Claim):
        return window_state(claim.givens, claim.givens.indices.tolist()), verdict
    columns = claim.columns if isinstance(claim, FirstClaim | BeautifulClaim) else ()
    return window_state(Placement(claim.board, list(enumerate(columns)))), verdict


class Opening(Enum):
    """What came of opening a file."""

    DONE = auto()
    REFUSED = auto()
    STOPPED = auto()


class FileHandling(QObject):
    """Opens and saves what is in the tabs; problems end in one message box."""

    recent_changed = Signal()  # another file was opened or saved

    def __init__(
        self,
        window: QWidget,
        document: Document,
        runner: JobRunner,
        tabs: OpenBoards,
        settings: QSettings | None,
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._runner = window, document, runner
        self._tabs, self._settings = tabs, settings
        self._recent = stored_texts(settings, "recent")

    # Opening ---------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Ask for files and open them."""
        start, filters = str(self._document.folder), tr(OPEN_FILTER, session=SESSION_SUFFIX)
        names, _ = QFileDialog.getOpenFileNames(self._window, tr("Open"), start, filters)
        for name in names:
            self.open(Path(name))

    def open(self, path: Path, then: Callable[[], object] | None = None) -> None:
        """Open a placement in a tab of its own, a session in as many as it has; check a proof.

        A placement code may stand in the place of the path.
        """
        if path.suffix.lower() == SESSION_SUFFIX or is_session(path):
            self.open_session(path)
            return
        if file_kind(path) == "proof":
            self._open_proof(path)
            return

        def work(run: RunContext) -> tuple[BoardState, TabFile | None, ViewState | None]:
            read, file = read_tab_file(path, run)
            return window_state(read.placement, read.givens), file, view_from_json(read.view)

        def show(opened: tuple[BoardState, TabFile | None, ViewState | None]) -> None:
            state, file, view = opened
            tab = BoardTab(state, file)
            tab.view = view and view.on(state.board)
            self._tabs.open_tab(tab)
            if file is not None:
                self._note(path)
            if then is not None:
                then()

        self._start_opening(path, work, show)

    def open_session(
        self, path: Path, then: Callable[[Opening], object] = lambda _opening: None
    ) -> None:
        """Open the tabs of a session; report the result afterwards."""

        def show(session: Session) -> None:
            self._tabs.open_tabs(tabs_of(session, self._document.step), session.current)
            if path.suffix.lower() == SESSION_SUFFIX:
                self._note(path)
            then(Opening.DONE)

        self._start_opening(
            path,
            partial(read_for_window, path),
            show,
            lambda stopped: then(Opening.STOPPED if stopped else Opening.REFUSED),
        )

    def _open_proof(self, path: Path) -> None:
        """Check a proof, say what it proves, and open its board with the given queens."""

        def show(checked: tuple[BoardState, Verdict]) -> None:
            state, verdict = checked
            self._tabs.open_tab(BoardTab(state))
            self._note(path)
            words = tr("The proof is right.\n{claim}.", claim=sentence(verdict.claim))
            show_text(self._window, path.name, words)

        self._start_opening(path, partial(proven, path), show)

    def _start_opening(
        self,
        path: Path,
        work: Work,
        show: Callable[[Any], object],
        then: Callable[[bool], object] = bool,
    ) -> None:
        """Read a file in the background; report a failure, and whether it was stopped."""
        name = CODE_NAME if is_code(path) else path.name
        start_file_job(
            self._runner,
            tr("Opening {name}", name=name),
            work,
            show,
            report=self._document.report,
            refuse=lambda reason: show_problem(self._window, tr("Not opened"), reason),
            ended=then,
        )

    # Saving ----------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save to the file of the document, or ask for one; return whether it is saved.

        A file that this run has neither opened nor saved is only proposed.
        """
        file = self._document.tab.file
        if file is None or file.stamp is None:
            return self.save_dialog()
        return self.save_to(file.path, file.stamp)

    def save_dialog(self) -> bool:
        """Ask for a name and save; return whether it is saved."""
        board, file = self._document.board, self._document.tab.file
        proposal = f"{'x'.join(map(str, board.shape))}-{self._document.counts.queens}.json"
        start = file.path if file else f"{self._document.folder}/{proposal}"
        path = self._ask_name(tr("Save the placement"), str(start), tr(PLACEMENT_FILTER), ".json")
        return path is not None and self.save_to(path)

    def save_to(self, path: Path, known: Stamp | None = None) -> bool:
        """Save to a file with all that it says; ask before something is lost.

        `known`: of the file that may be replaced without a question; by default of the one that is
        there now, whose name the user has chosen.
        Returns whether it is saved.
        """
        document = self._document
        file = (document.tab.file or TabFile(path, layout=layout_for(path))).at(path)
        contents = file.contents(document.placement(), tuple(sorted(document.givens)))
        losses = file.losses(contents) - file.accepted
        if losses:
            lost = f" {tr('and')} ".join(sorted(losses))
            words = tr("{name} cannot keep {losses}.", name=path.name, losses=lost)
            if not self._confirm(tr("Something is lost"), words, tr("Save without")):
                return False
            file = replace(file, accepted=file.accepted | losses)
        saved = self._write(file, contents, known or stamp_of(path))
        if saved is None:
            return False
        document.set_saved(saved)
        self._note(path)
        document.report(tr("Saved {name}.", name=path.name))
        return True

    def _write(self, file: TabFile, contents: PlacementFile, known: Stamp | None) -> TabFile | None:
        """Write a file and return it as it is now; ask before another one than known is replaced.

        Returns None if it is not written.
        """
        while True:
            try:
                return file.written(contents, known)
            except FileChanged as changed:
                known = changed.stamp
                name = file.path.name
                words = tr("{name} was changed elsewhere since it was opened here.", name=name)
                if not self._confirm(tr("Changed on disk"), words, tr("Replace it")):
                    return None
            except InputError as error:
                show_problem(self._window, tr("Not saved"), str(error))
                return None

    def save_session_dialog(self) -> None:
        """Ask for a name and save all tabs with their histories."""
        start = f"{self._document.folder}/session"
        filters = tr(SESSION_FILTER, session=SESSION_SUFFIX)
        path = self._ask_name(tr("Save the session"), start, filters, SESSION_SUFFIX)
        if path is not None:
            self.save_session_to(path)

    def save_session_to(self, path: Path) -> bool:
        """Save all tabs with their histories; return whether they are saved."""
        try:
            write_session(session_of(self._tabs.board_tabs, self._tabs.current), path)
        except InputError as error:
            show_problem(self._window, tr("Not saved"), str(error))
            return False
        self._note(path)
        self._document.report(tr("Saved the session {name}.", name=path.name))
        return True

    def may_close(self, tab: BoardTab) -> bool:
        """Ask what to do with the changes of a tab, if it has any that are not saved."""
        if tab.is_saved:
            return True
        self._tabs.show_tab(tab)
        buttons = QMessageBox.StandardButton
        words = tr("{name} has changes that are not saved. Save them?", name=tab.title)
        board = tab.state.board
        if tab.title == board.translated():
            words = tr("The {board} has changes that are not saved. Save them?", board=board)
        box = self._question(tr("Unsaved changes"), words)
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        if answer == buttons.Save:
            return self.save()
        return answer == buttons.Discard

    def _ask_name(self, title: str, start: str, filters: str, suffix: str) -> Path | None:
        """Ask for the name of a file to write; one without an ending gets this one."""
        name, _ = QFileDialog.getSaveFileName(self._window, title, start, filters)
        if not name:
            return None
        path = Path(name)
        if path.suffix:
            return path
        path = path.with_name(path.name + suffix)  # which the dialog has not asked about
        words = tr("{name} is there already.", name=path.name)
        if path.exists() and not self._confirm(title, words, tr("Replace it")):
            return None
        return path

    def _confirm(self, title: str, words: str, action: str) -> bool:
        """Ask whether to go on."""
        box = self._question(title, words)
        go_on = box.addButton(action, QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return box.clickedButton() is go_on

    def _question(self, title: str, words: str) -> QMessageBox:
        box = message_box(self._window, "question", title, words)
        box.setObjectName("files.question")
        return box

    # Recent files ----------------------------------------------------------------------------

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files that were opened or saved, the newest first."""
        return tuple(map(Path, self._recent))

    def _note(self, path: Path) -> None:
        name = str(path.absolute())
        self._recent = [name, *(each for each in self._recent if each != name)][:RECENT]
        if self._settings is not None:
            self._settings.setValue("recent", self._recent)
        self.recent_changed.emit()
