"""Vector drawings of layers and charts, without VTK: png, svg, pdf and, for LaTeX, tex."""

from .charts import Chart, counts_chart, profile_chart, save_chart, search_chart
from .comparison import save_comparison
from .figures import FORMATS, save_contact_sheet, save_graph, save_layers, save_square
from .layout import default_layers

__all__ = [
    "FORMATS",
    "Chart",
    "counts_chart",
    "default_layers",
    "profile_chart",
    "save_chart",
    "save_comparison",
    "save_contact_sheet",
    "save_graph",
    "save_layers",
    "save_square",
    "search_chart",
]
