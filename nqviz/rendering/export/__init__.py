"""Everything that can be taken away, from one description: pictures, films and solids.

The window and the command line both describe a `Figure` and hand it to `write_export`, so that
they write the same files.
"""

from .figure import EXPORTS, FORMATS, ExportFormat, Figure, formats_of
from .previews import Previews
from .subprocess_export import write_apart
from .writing import write_export

__all__ = [
    "EXPORTS",
    "FORMATS",
    "ExportFormat",
    "Figure",
    "Previews",
    "formats_of",
    "write_apart",
    "write_export",
]
