"""Search over a small tree that the theta bound prunes."""
