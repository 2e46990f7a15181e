"""Engines that answer questions about placements, all behind one interface."""

from .answers import pieces
from .base import Engine, Findings, Question, Target, run_beside, wait_for_engines
from .exact_cover import ExactCoverEngine
from .highs import HighsEngine

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
]
