"""Local search for large placements."""
