"""A link that saves the proof of an answer; it is there when there is one, or one can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QSizePolicy

from nqviz.core.language import tr, tr_later
from nqviz.proofs import Certificate, save_checked
from nqviz.run.context import RunContext

from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import start_file_job
from ...widgets.numbers import spaced
from ...widgets.widgets import named, sentence
from ...widgets.wrapped_tips import set_tip

PROOFS = tr_later("Proofs (*.proof);;All files (*)")
STOPPED = tr_later("The work on the proof was stopped; nothing was saved.")


@dataclass(frozen=True)
class Provable:
    """An answer with a proof that can be saved."""

    what: str
    """The words of the link."""
    tip: str
    """What the link does."""
    file_name: str
    """The name that is offered for the file."""
    make: Callable[[RunContext], Certificate | None]
    """Returns the proof, or None if the run ends before; called in the background."""

    @classmethod
    def of(cls, proof: Certificate) -> Provable:
        """Return a limit whose proof is at hand."""
        box = "x".join(map(str, proof.claim.board.shape))
        return cls(
            tr("Save the proof of {bound}", bound=spaced(proof.bound)),
            tr("Write what proves the limit to a file that other software can check"),
            f"{box}-{proof.bound}.proof",
            lambda _run: proof,
        )


class ProofLink(QPushButton):
    """Writes what proves an answer to a file that other software can check."""

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        named(self, "solve.save_proof")
        self.setProperty("kind", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._document, self._runner = document, runner
        self._answer: Provable | None = None
        self.clicked.connect(self._ask)

    def show_proof(self, answer: Provable | None) -> None:
        """Offer to save the proof of an answer, or nothing."""
        self._answer = answer
        if answer is not None:
            self.setText(answer.what)
            self.setAccessibleName(answer.what)
            set_tip(self, answer.tip)
        self.setVisible(answer is not None)

    def _ask(self) -> None:
        if self._answer is None:
            return
        start = str(self._document.folder / self._answer.file_name)
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the proof"), start, tr(PROOFS))
        if path:
            self.save_to(Path(path))

    def save_to(self, path: Path) -> None:
        """Make, check and write the proof in the background; the status bar reports the result."""
        answer, report = self._answer, self._document.report
        if answer is None:
            return

        def work(run: RunContext) -> str:
            proof = answer.make(run)
            if proof is None:
                return tr(STOPPED)
            verdict = save_checked(proof, path, run)
            if verdict.valid:
                return tr("Saved the proof as {file}", file=path.name)
            return sentence(verdict.message)

        start_file_job(
            self._runner, tr("Saving the proof"), work, report, report=report, refuse=report
        )
