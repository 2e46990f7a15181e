"""Reference values: published and computed figures, each with its source."""
