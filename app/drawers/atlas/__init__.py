"""Bounds, tables and records of boards."""
