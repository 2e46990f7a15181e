"""The layers of a board side by side."""
