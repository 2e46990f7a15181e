"""A board as one HTML file that needs no network: a scene to turn, layers, and attack lines."""

from .page import PageText, save_page

__all__ = ["PageText", "save_page"]
