"""Counts of layered placements."""
