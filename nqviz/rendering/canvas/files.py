"""A canvas in a file, in every format of drawings."""

from __future__ import annotations

from pathlib import Path

from nqviz.run.files import atomic_write
from nqviz.view.image_settings import ImageSettings

from .alt_text import AltText
from .cropping import Draw, drawn


def write_canvas(
    draw: Draw, path: Path | str, ending: str, settings: ImageSettings, alt_text: AltText
) -> None:
    """Write what is drawn on a page into a file of a format.

    `draw`: draws on a page of a width and height in units; several times where it is cropped.
    Raises InputError if it cannot be written.
    """
    canvas, settings = drawn(draw, settings)
    if ending == "tex":
        from .tikz import tikz_document

        data = tikz_document(canvas, settings, alt_text).encode()
    else:
        from .matplotlib_page import encoded

        data = encoded(canvas, ending, settings, alt_text)
    atomic_write(path, data)
