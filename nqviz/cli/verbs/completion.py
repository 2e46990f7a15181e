"""``nqviz completion``: a script by which a shell completes the command line."""

from __future__ import annotations

import argparse

from nqviz.cli.output import DONE, Console

VALUES = {"shells": ("bash", "zsh", "fish")}


def run(options: argparse.Namespace, console: Console) -> int:
    """Write the script to standard output."""
    from nqviz.cli.shells import COMPLETIONS

    script = COMPLETIONS[options.shell]()
    console.answer({"shell": options.shell, "script": script}, script)
    return DONE
