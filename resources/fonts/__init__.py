"""The font of the window and of scenes: Inter, with its licence."""
