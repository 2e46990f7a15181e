"""The options of the command line."""
