"""The search by rings of Luque (2021): cases, completion, explanation, patterns, distributions."""

from .distribution import MAX_SIDE, RingDistribution, distribution
from .explanation import Kind, Node, explanation_text
from .patterns import search_patterns
from .search import MAX_SEARCHED, RingSearch, completions, explain

__all__ = [
    "MAX_SEARCHED",
    "MAX_SIDE",
    "Kind",
    "Node",
    "RingDistribution",
    "RingSearch",
    "completions",
    "distribution",
    "explain",
    "explanation_text",
    "search_patterns",
]
