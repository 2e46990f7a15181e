"""Run a checker within a limit, with progress and a stop flag."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from nqviz.run.blas_threads import blas_threads
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Contradiction, Status

from .claim import AnyClaim
from .container import save
from .proof import Certificate, Flawed


@dataclass(frozen=True)
class Verdict:
    """The result of a check."""

    valid: bool | None
    """None if the check was stopped or reached a limit."""
    claim: str
    kind: str
    seconds: float
    message: str
    """One line: what is proven, where the proof fails, or why the check was not finished."""
    ended: Status | None = None
    """STOPPED or LIMIT if the check was not finished."""
    subject: AnyClaim | None = None
    """What was checked; None where the file could not be read."""


def check(proof: Certificate, run: RunContext | None = None) -> Verdict:
    """Check a proof from the rules of the board alone, on one core.

    Leaves are small: more threads of linear algebra gain little, and slow down when other work
    uses the cores.
    """
    run = run or RunContext()
    verdict = Verdict(False, str(proof.claim), proof.kind, 0.0, "", None, proof.claim)
    try:
        with blas_threads(1):
            is_complete = _walk(proof, run)
    except Flawed as flaw:
        return replace(verdict, seconds=run.seconds, message=f"not proven: {flaw}")
    if is_complete:
        message = f"proven: {verdict.claim}"
        return replace(verdict, valid=True, seconds=run.seconds, message=message)
    ended = run.ended() or Status.STOPPED
    message = f"{'timeout' if ended is Status.LIMIT else 'stopped'} before the check ended"
    return replace(verdict, valid=None, seconds=run.seconds, message=message, ended=ended)


def save_checked(proof: Certificate, path: str | Path, run: RunContext | None = None) -> Verdict:
    """Check a proof and write it into a file; write nothing when the check was not finished.

    Raises
    ------
    Contradiction
        If the proof does not prove its claim.
    InputError
        If the board is too large to be checked, or the file cannot be written.
    """
    verdict = check(proof, run)
    if verdict.valid is False:
        raise Contradiction(f"the certificate of a search is not valid: {verdict.message}")
    if verdict.valid:
        save(proof, path)
    return verdict


def _walk(proof: Certificate, run: RunContext) -> bool:
    """Do all steps of a check; return whether the proof states that everything is checked."""
    steps = proof.steps(lambda: run.ended() is not None)
    while run.ended() is None:
        try:
            fraction = next(steps)
        except StopIteration as end:
            return end.value is True
        run.progress(Progress("checking the proof", run.seconds, fraction=fraction))
    steps.close()
    return False
