"""Engines that answer questions about placements, all behind one interface."""

from .answers import message_for
from .base import Engine, Findings, run_beside, wait_for_engines
from .certify import certificate
from .cp_sat import CpSatEngine
from .exact_cover import ExactCoverEngine
from .highs import HighsEngine
from .local_search import LocalSearchEngine
from .planar import PlanarEngine
from .portfolio import PortfolioEngine, exhaustive_engine
from .question import Question, Target
from .warming import warm_up

__all__ = [
    "CpSatEngine",
    "Engine",
    "ExactCoverEngine",
    "Findings",
    "HighsEngine",
    "LocalSearchEngine",
    "PlanarEngine",
    "PortfolioEngine",
    "Question",
    "Target",
    "certificate",
    "exhaustive_engine",
    "message_for",
    "run_beside",
    "wait_for_engines",
    "warm_up",
]
