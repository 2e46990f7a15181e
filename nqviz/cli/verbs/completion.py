"""``nqviz completion``: a script by which a shell completes the command line."""

from __future__ import annotations

import argparse

from nqviz.cli.option_table import add_options
from nqviz.cli.output import DONE, Console

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    add_options(parser, "completion", shells=SHELLS)


def run(options: argparse.Namespace, console: Console) -> int:
    """Write the script to standard output."""
    from nqviz.cli.shells import COMPLETIONS

    script = COMPLETIONS[options.shell]()
    console.answer({"shell": options.shell, "script": script}, script)
    return DONE
