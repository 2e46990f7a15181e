"""Boards, pieces, placements, attacks and symmetry: frozen values and set algebra, no I/O."""
