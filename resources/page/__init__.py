"""The page of a board for a browser: its frame, style and script."""
