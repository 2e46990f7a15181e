"""A link that saves the proof of a limit; it is there when there is one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QSizePolicy, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.proofs import Certificate, save_checked

from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import start_file_job
from ...widgets.numbers import spaced
from ...widgets.widgets import named, sentence

PROOFS = tr_later("Proofs (*.proof);;All files (*)")
TIP = tr_later("Write what proves the limit to a file that other software can check")


class ProofLink(QPushButton):
    """Writes what proves a limit to a file that other software can check."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Save the proof"), parent)
        named(self, "solve.save_proof", tr("Save the proof"), tr(TIP))
        self.setProperty("kind", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._document, self._runner = document, runner
        self._proof: Certificate | None = None
        self.clicked.connect(self._ask)

    def show_proof(self, proof: Certificate | None) -> None:
        """Offer to save a proof, or nothing."""
        self._proof = proof
        if proof is not None:
            self.setText(tr("Save the proof of {bound}", bound=spaced(proof.bound)))
            self.setAccessibleName(self.text())
        self.setVisible(proof is not None)

    def _ask(self) -> None:
        if self._proof is None:
            return
        board = self._proof.claim.board
        name = f"{'x'.join(map(str, board.shape))}-{self._proof.bound}.proof"
        folder = self._document.path.parent if self._document.path else Path.home()
        path, _ = QFileDialog.getSaveFileName(
            self, tr("Save the proof"), str(folder / name), tr(PROOFS)
        )
        if path:
            self.save_to(Path(path))

    def save_to(self, path: Path) -> None:
        """Write the proof in the background; the status bar reports the result."""
        proof, report = self._proof, self._document.report
        if proof is None:
            return
        start_file_job(
            self._runner,
            tr("Saving the proof"),
            lambda run: save_checked(proof, path, run),
            lambda verdict: report(
                tr("Saved the proof as {file}", file=path.name)
                if verdict.valid
                else sentence(verdict.message)
            ),
            report=report,
            refuse=report,
        )
