"""Put the help of every verb of the command line on the page of options."""

import contextlib
import io
from typing import Any
from unittest.mock import patch

from nqviz.cli import main
from nqviz.cli.parser import VERBS

PAGE = "options.md"


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Add to one page what cannot be written there without growing old."""
    if page.file.src_uri != PAGE:
        return text
    sections = (f"\n## {verb}\n\n```text\n{_help(verb)}```\n" for verb in VERBS)
    return text + "".join(sections)


def _help(verb: str) -> str:
    with (
        patch.dict("os.environ", COLUMNS="88"),
        contextlib.redirect_stdout(io.StringIO()) as said,
    ):
        main([verb, "--help"])
    return said.getvalue()
