"""Exhaustive search by clique covers, up to symmetry."""
