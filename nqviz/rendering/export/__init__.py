"""Everything that can be taken away, from one description: pictures, films and solids.

The window and the command line both describe an `Export` and hand it to `write_export`, so that
they write the same files.
"""

from .previews import Previews
from .request import FORMATS, Export
from .subprocess_export import write_apart
from .writing import write_export

__all__ = ["FORMATS", "Export", "Previews", "write_apart", "write_export"]
