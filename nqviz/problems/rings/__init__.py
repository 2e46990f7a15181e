"""The search by rings of Luque (2021): cases, completion, explanation, patterns, distributions."""

from .cases import MAX_SUB_CASES, SubCase, sub_cases
from .distribution import MAX_SIDE, RingDistribution, distribution
from .explanation import Kind, Node, explanation_text
from .patterns import search_patterns
from .search import MAX_NODES, MAX_SEARCHED, RingSearch, completions, explain

__all__ = [
    "MAX_NODES",
    "MAX_SEARCHED",
    "MAX_SIDE",
    "MAX_SUB_CASES",
    "Kind",
    "Node",
    "RingDistribution",
    "RingSearch",
    "SubCase",
    "completions",
    "distribution",
    "explain",
    "explanation_text",
    "search_patterns",
    "sub_cases",
]
