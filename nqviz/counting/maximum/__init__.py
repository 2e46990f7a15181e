"""Counts of maximum placements."""
