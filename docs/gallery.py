"""Draw the figures of the gallery: its commands are run when the guide is built."""

import contextlib
import io
import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nqviz.cli import main

PAGE, FOLDER = "gallery.md", "figures"
_BLOCK = re.compile(r"^```(?:sh|bash)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DRAWN: dict[str, bytes] = {}


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Put below each block of commands the images that they write."""
    if page.file.src_uri != PAGE:
        return text
    _DRAWN.clear()
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return _BLOCK.sub(lambda block: block[0] + _images(block[1]), text)
        finally:
            os.chdir(here)


def on_post_build(config: Any, **_: Any) -> None:
    """Put the images into the guide."""
    folder = Path(config["site_dir"]) / FOLDER
    folder.mkdir(exist_ok=True)
    for name, data in _DRAWN.items():
        (folder / name).write_bytes(data)


def _images(lines: str) -> str:
    """Run the lines of a block and return their images as HTML."""
    shown = ""
    for line in lines.splitlines():
        words = shlex.split(line, comments=True)
        with contextlib.redirect_stdout(io.StringIO()):
            status = main(words[1:])
        if status:
            raise RuntimeError(f"{line}: exit status {status}")
        option = "--explain" if "--explain" in words else "-o"
        name = words[words.index(option) + 1]
        if Path(name).suffix in (".svg", ".png"):
            _DRAWN[name] = Path(name).read_bytes()
            shown += f'\n\n<img class="figure" alt="{name}" src="{FOLDER}/{name}">'
    return shown
