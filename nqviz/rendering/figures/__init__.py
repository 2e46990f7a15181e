"""Vector drawings of layers and charts, without VTK: png, svg, pdf and, for LaTeX, tex."""

from .chart_drawing import save_chart
from .charts import Chart, counts_chart, profile_chart, profiles_chart, search_chart
from .comparison import save_comparison, write_profiles
from .write import save_drawing

__all__ = [
    "Chart",
    "counts_chart",
    "profile_chart",
    "profiles_chart",
    "save_chart",
    "save_comparison",
    "save_drawing",
    "search_chart",
    "write_profiles",
]
