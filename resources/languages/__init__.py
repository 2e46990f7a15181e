"""Translations of texts, by language."""
