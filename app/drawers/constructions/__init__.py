"""Fill a board with a construction."""
