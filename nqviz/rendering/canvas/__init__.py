"""The drawing canvas, its back ends and the shapes drawn on it."""
