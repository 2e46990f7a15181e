"""The Symmetry drawer."""
