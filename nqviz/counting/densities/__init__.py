"""Densities: how many placements have a queen on each cell."""
