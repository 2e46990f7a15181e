"""Everything that can be taken away, from one description: pictures, films and solids.

The window and the command line both describe an `Export` and hand it to `write_export`, so that
they write the same files.
"""

from .previews import Previews
from .request import EXPORTS, FORMATS, Export, ExportFormat, formats_of
from .subprocess_export import write_apart
from .writing import write_export

__all__ = [
    "EXPORTS",
    "FORMATS",
    "Export",
    "ExportFormat",
    "Previews",
    "formats_of",
    "write_apart",
    "write_export",
]
