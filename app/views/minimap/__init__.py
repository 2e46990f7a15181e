"""The small cubes of a board of four dimensions or more."""
