"""The drawing canvas, its back ends and the shapes drawn on it."""

import logging

_TEMPORARY = ("mkdir -p failed for path", "Matplotlib created a temporary cache directory")
"""What Matplotlib says where it cannot write in the home directory, and works nevertheless."""

logging.getLogger("matplotlib").addFilter(
    lambda record: not record.getMessage().startswith(_TEMPORARY)
)
