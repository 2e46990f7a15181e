"""Vector drawings of layers, without VTK: png, svg and pdf."""

from .figures import save_layers, save_square
from .layout import default_layers

__all__ = ["default_layers", "save_layers", "save_square"]
