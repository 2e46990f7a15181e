"""Engines that answer questions about placements, all behind one interface."""

from .answers import pieces
from .base import Engine, Findings, run_beside, wait_for_engines
from .exact_cover import ExactCoverEngine, warm_up
from .highs import HighsEngine
from .question import Question, Target

__all__ = [
    "Engine",
    "ExactCoverEngine",
    "Findings",
    "HighsEngine",
    "Question",
    "Target",
    "pieces",
    "run_beside",
    "wait_for_engines",
    "warm_up",
]
