"""Problems for other solvers and their solutions: File > Export problem, File > Import solution."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from nqviz.core.board_state import BoardState
from nqviz.core.language import tr, tr_later
from nqviz.run.context import RunContext

from ..document.board_tab import BoardTab, window_state
from ..document.document import Document
from ..jobs import Job, JobRunner
from ..views.panel_job import start_file_job
from ..widgets.messages import show_problem
from ..widgets.widgets import sentence

if TYPE_CHECKING:
    from nqviz.exchange import ExportProblem, ImportedSolution

    from ..dialogs.problem_dialog import ProblemDialog

SOLUTIONS = tr_later("Solutions (*.sol *.out *.txt *.log *.xml);;All files (*)")


class ProblemFiles(QObject):
    """Writes problems of the board that is shown, and opens solutions that were verified."""

    def __init__(
        self,
        window: QWidget,
        document: Document,
        runner: JobRunner,
        open_tab: Callable[[BoardTab], object],
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._runner = window, document, runner
        self._open_tab = open_tab
        self._last: ExportProblem | None = None

    # Exporting -------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Ask for a problem and a format."""
        from ..dialogs.problem_dialog import ProblemDialog  # no start needs dialogs

        dialog = ProblemDialog(self._document.given_placement(), self._window)
        dialog.export_wanted.connect(lambda: self._on_export(dialog))
        dialog.open()

    def _on_export(self, dialog: ProblemDialog) -> None:
        ending = dialog.ending
        name = "x".join(map(str, self._document.board.shape))
        start = self._document.folder / f"{name}.{ending}"
        chosen, _ = QFileDialog.getSaveFileName(
            dialog, tr("Export a problem"), str(start), f"{dialog.file_format} (*.{ending})"
        )
        if chosen:
            problem, file_format = dialog.problem(), dialog.file_format
            dialog.accept()
            self.export_to(Path(chosen), problem, file_format)

    def export_to(self, path: Path, problem: ExportProblem, file_format: str) -> Job:
        """Write a problem in the background."""
        from nqviz.exchange import write_problem_file

        self._last = problem
        return self._start(
            tr("Exporting {name}", name=path.name),
            partial(write_problem_file, problem, path, file_format),
            lambda _nothing: self._document.report(tr("Exported {name}.", name=path.name)),
            tr("Not exported"),
        )

    # Importing -------------------------------------------------------------------------------

    def import_dialog(self) -> None:
        """Ask for the solution of another solver and open it."""
        folder = str(self._document.folder)
        name, _ = QFileDialog.getOpenFileName(
            self._window, tr("Import a solution"), folder, tr(SOLUTIONS)
        )
        if name:
            self.import_from(Path(name))

    def problem(self) -> ExportProblem:
        """Return what a solution is taken for.

        The problem of this board that was exported last, else a completion of its given queens.
        """
        from nqviz.exchange import ExportProblem

        givens, last = self._document.given_placement(), self._last
        if last is not None and last.board == givens.board:
            return last
        return ExportProblem(givens, "completion" if len(givens) else "maximum")

    def import_from(self, path: Path) -> Job:
        """Verify a solution in the background and open it in a tab of its own."""
        from nqviz.exchange import check_solution, read_solution

        problem = self.problem()

        def work(_run: RunContext) -> tuple[ImportedSolution, BoardState | None]:
            found = check_solution(read_solution(path), problem)
            if found.placement is None:
                return found, None
            return found, window_state(found.placement, problem.givens.indices.tolist())

        return self._start(
            tr("Importing {name}", name=path.name),
            work,
            lambda read: self._show(*read),
            tr("Not imported"),
        )

    def _show(self, found: ImportedSolution, state: BoardState | None) -> None:
        if state is None:
            show_problem(self._window, tr("No placement"), found.message)
            return
        self._open_tab(BoardTab(state))
        self._document.report(f"{sentence(found.message)}.")

    def _start(
        self,
        title: str,
        work: Callable[[RunContext], object],
        show: Callable[..., object],
        failure: str,
    ) -> Job:
        return start_file_job(
            self._runner,
            title,
            work,
            show,
            report=self._document.report,
            refuse=lambda reason: show_problem(self._window, failure, reason),
        )
