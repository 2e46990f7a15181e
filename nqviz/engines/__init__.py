"""Engines that answer questions about placements, all behind one interface."""

from .answers import message_for
from .base import Engine, SearchState, run_beside, wait_for_engines
from .certify import certificate
from .cp_sat import CpSatEngine
from .exact_cover import ExactCoverEngine
from .highs import HighsEngine
from .local.engine import LocalSearchEngine
from .planar.engine import PlanarEngine
from .portfolio import PortfolioEngine, exhaustive_engine
from .precompile import warm_up
from .problem import Problem, Target

__all__ = [
    "CpSatEngine",
    "Engine",
    "ExactCoverEngine",
    "HighsEngine",
    "LocalSearchEngine",
    "PlanarEngine",
    "PortfolioEngine",
    "Problem",
    "SearchState",
    "Target",
    "certificate",
    "exhaustive_engine",
    "message_for",
    "run_beside",
    "wait_for_engines",
    "warm_up",
]
