"""Run a checker within a limit, with progress and a stop flag."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.run.blas_threads import blas_threads
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.progress import Progress

from .proof import Flawed, Proof


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


def check(proof: Proof, run: RunContext | None = None) -> Verdict:
    """Check a proof from the rules of the board alone, on one core.

    Leaves are small: more threads of linear algebra gain little, and slow down when other work
    uses the cores.
    """
    run = run or RunContext()
    claim, valid, message = str(proof.claim), True, ""

    def over() -> bool:
        return run.ended() is not None

    ended = run.ended()
    try:
        with blas_threads(1):
            for fraction in proof.steps(over):
                run.progress(Progress("checking the proof", run.seconds, fraction=fraction))
                ended = run.ended()
                if ended is not None:
                    break
            else:
                ended = run.ended()
    except Flawed as flaw:
        valid, ended, message = False, None, f"not proven: {flaw}"
    if ended is not None:
        reason = "timeout" if ended is Status.LIMIT else "stopped"
        return Verdict(
            None, claim, proof.kind, run.seconds, f"{reason} before the check ended", ended
        )
    return Verdict(valid, claim, proof.kind, run.seconds, message or f"proven: {claim}")
