"""Published and computed values and the records that ship, as data with their sources."""
