"""Qt without the sources of modules: PySide reads each that is imported, and Python keeps it.

It looks for modules that use PySide, for spellings of names that nqviz does not use. With all that
a window imports the sources are some forty megabytes.
"""

from __future__ import annotations

import linecache
import sys

import PySide6.QtCore  # noqa: F401  what follows changes a part of it

_PART, _READER = "shibokensupport.feature", "_mod_uses_pyside"


def leave_sources_unread() -> None:
    """Make PySide read the source of no module from now on, and drop those that were read.

    To be called before what takes long to import. Another PySide may have no such part; then
    nothing changes.
    """
    part = sys.modules.get(_PART)
    if hasattr(part, _READER):
        setattr(part, _READER, lambda _module: False)
    linecache.clearcache()
