"""The History drawer."""
