"""The drawing canvas, its back ends and the shapes drawn on it."""

import logging
import os

from nqviz.core.installing import is_bundle
from nqviz.run.processes import processes_allowed

_TEMPORARY = ("mkdir -p failed for path", "Matplotlib created a temporary cache directory")
"""What Matplotlib says where it cannot write in the home directory, and works nevertheless."""

logging.getLogger("matplotlib").addFilter(
    lambda record: not record.getMessage().startswith(_TEMPORARY)
)


def _draw_with_own_fonts() -> None:
    """Make Matplotlib list only its own fonts, which are all that drawings use.

    To list those of the system takes as long as a drawing. The list is kept in a folder of nqviz:
    other programs find the fonts of the system in theirs. A folder that the user names stays.
    """
    from platformdirs import user_cache_path

    if "MPLCONFIGDIR" in os.environ and not is_bundle():  # a bundle names a new one at each start
        return
    os.environ["MPLCONFIGDIR"] = str(user_cache_path("nqviz", appauthor=False) / "matplotlib")
    os.environ["MPL_IGNORE_SYSTEM_FONTS"] = "1"


if processes_allowed():  # one of the programs of nqviz, not one that imports it
    _draw_with_own_fonts()
