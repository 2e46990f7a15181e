"""What is seen of a board, as plain data."""
