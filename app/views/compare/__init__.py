"""Engines and integer programs side by side."""
