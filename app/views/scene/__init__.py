"""The board in three dimensions."""
