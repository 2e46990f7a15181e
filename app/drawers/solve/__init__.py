"""Ask an engine."""
