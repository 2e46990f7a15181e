"""Vector drawings of layers, without VTK: png, svg and pdf."""

from .comparison import save_comparison
from .figures import save_layers, save_square
from .layout import default_layers

__all__ = ["default_layers", "save_comparison", "save_layers", "save_square"]
