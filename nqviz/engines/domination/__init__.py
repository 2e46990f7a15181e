"""Engines for dominating placements."""
