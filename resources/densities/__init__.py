"""Densities of all maximum placements of small boards: SHAPE.json, each with its command."""
