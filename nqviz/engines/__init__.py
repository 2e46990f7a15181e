"""Engines that solve problems about placements, all with one interface."""

from .base import KNOWN_BOUNDS, Engine
from .certify import certificate
from .cp_sat import CpSatEngine
from .exact_cover import ExactCoverEngine
from .highs_engine import HighsEngine
from .local.engine import LocalSearchEngine
from .planar.engine import PlanarEngine
from .portfolio import ExhaustiveEngine, PortfolioEngine, ThetaEngine
from .precompile import warm_up
from .problem import Problem, Target
from .registry import (
    AUTO,
    ENGINES,
    Registry,
    named_engine,
    separates_cuts,
    uses_cuts,
    with_execution,
)
from .search_state import message_for
from .theta.computed import ComputedBound
from .theta.whole_board import theta_bound

__all__ = [
    "AUTO",
    "ENGINES",
    "KNOWN_BOUNDS",
    "ComputedBound",
    "CpSatEngine",
    "Engine",
    "ExactCoverEngine",
    "ExhaustiveEngine",
    "HighsEngine",
    "LocalSearchEngine",
    "PlanarEngine",
    "PortfolioEngine",
    "Problem",
    "Registry",
    "Target",
    "ThetaEngine",
    "certificate",
    "message_for",
    "named_engine",
    "separates_cuts",
    "theta_bound",
    "uses_cuts",
    "warm_up",
    "with_execution",
]
