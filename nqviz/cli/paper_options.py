"""The options of ``nqviz render`` for style and paper, read and written."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nqviz.core.errors import InputError
from nqviz.view.image_settings import PLAIN_DPI, PLAIN_MARGIN, PLAIN_SIZE, ImageSettings
from nqviz.view.palette import THEMES
from nqviz.view.paper import Paper, paper_of, paper_text

from .figure_options import short
from .option_values import READERS
from .options import refuse

SWITCHES = ("transparent", "outlines", "fragment", "crop")
"""Switches of style and paper, which are off by default."""


PAPER_VALUES = {
    "margin": PLAIN_MARGIN,
    "size": PLAIN_SIZE,
    "dpi": PLAIN_DPI,
    "themes": tuple(THEMES),
    **READERS,
}
"""What the options of style and paper need."""


def settings_of(options: argparse.Namespace) -> ImageSettings:
    """Return style and paper by the options; raise InputError if they do not go together."""
    if options.margin is not None and not options.crop:
        raise InputError("--margin goes with --crop")
    paper: Paper | None = options.paper
    if paper is None and options.type_size is not None:
        raise InputError("--type-size goes with --paper, which has a size in points")
    if paper is not None:
        refuse(options, ("size", "scale"), "does not go with --paper, which sets it")
        paper = replace(paper, points=options.type_size or paper.points)
    given = {name: getattr(options, name) for name in ("size", "scale", "dpi", "margin")}
    given = {name: value for name, value in given.items() if value is not None}
    given |= {name: getattr(options, name) for name in SWITCHES}
    return ImageSettings.of(theme=options.theme, paper=paper, **given)


def settings_words(settings: ImageSettings) -> list[str]:
    """Return the options that make style and paper."""
    words = [] if settings.theme == "light" else ["--theme", settings.theme]
    words += [f"--{name}" for name in SWITCHES if getattr(settings, name)]
    if settings.crop and settings.margin != PLAIN_MARGIN:
        words += ["--margin", f"{short(settings.margin)}mm"]
    paper = settings.paper
    if paper is not None:
        text = paper_text(paper)
        plain = paper_of(text)
        words += ["--paper", text]
        words += [] if paper.points == plain.points else ["--type-size", short(paper.points)]
        return words + ([] if settings.dpi == plain.dpi else ["--dpi", short(settings.dpi)])
    size = "{}x{}".format(*settings.size)
    words += [] if settings.size == PLAIN_SIZE else ["--size", size]
    words += [] if settings.scale == 1 else ["--scale", short(settings.scale)]
    return words + ([] if settings.dpi == PLAIN_DPI else ["--dpi", short(settings.dpi)])
