"""Completion ring by ring."""
