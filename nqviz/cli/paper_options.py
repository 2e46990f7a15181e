"""The options of ``nqviz render`` for style and paper, read and written."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nqviz.core.errors import InputError
from nqviz.view.image_settings import PLAIN_DPI, PLAIN_SIZE, ImageSettings, SizeChoices
from nqviz.view.palette import THEMES
from nqviz.view.paper import PAPERS

from .figure_options import short
from .option_values import read_dpi, read_scale, read_size

SWITCHES = ("transparent", "outlines", "fragment")
"""Switches of style and paper, which are off by default."""


def add_paper(parser: argparse.ArgumentParser) -> None:
    """Add the options of style and paper."""
    group = parser.add_argument_group("style and paper")
    group.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        help="as wide as a column (8.6 cm), a page (17.8 cm), a slide (16:9) or an A1 poster, with"
        " type and lines in points at that width; instead of --size and --scale",
    )
    group.add_argument(
        "--size",
        type=read_size,
        metavar="WxH",
        help=f"width and height, {PLAIN_SIZE[0]}x{PLAIN_SIZE[1]} by default",
    )
    group.add_argument(
        "--scale",
        type=read_scale,
        metavar="S",
        help="factor for the number of pixels, 1 by default",
    )
    group.add_argument(
        "--dpi",
        type=read_dpi,
        metavar="DPI",
        help=f"pixels per inch of paper; {PLAIN_DPI:g}, or as the paper asks for, by default",
    )
    group.add_argument("--transparent", action="store_true", help="no background")
    group.add_argument(
        "--outlines", action="store_true", help="text of an svg as outlines instead of text"
    )
    group.add_argument(
        "--fragment",
        action="store_true",
        help="of a tex file the picture alone, to be input in a document that loads TikZ",
    )
    group.add_argument(
        "--theme",
        choices=tuple(THEMES),
        default="light",
        help="light by default; mono has greys, patterns and numbers for print and photocopies",
    )


def settings_of(options: argparse.Namespace) -> ImageSettings:
    """Return style and paper by the options.

    Raises InputError if they do not go together.
    """
    sized = SizeChoices(
        size=options.size or PLAIN_SIZE, scale=options.scale or 1.0, dpi=options.dpi or PLAIN_DPI
    )
    if options.paper is not None:
        for name in ("size", "scale"):
            if getattr(options, name) is not None:
                raise InputError(f"--{name} does not go with --paper, which sets it")
        sized = PAPERS[options.paper].choices(options.dpi)
    return ImageSettings(
        **sized,
        theme=options.theme,
        **{name: getattr(options, name) for name in SWITCHES},
    )


def settings_words(settings: ImageSettings) -> list[str]:
    """Return the options that make style and paper."""
    words = [] if settings.theme == "light" else ["--theme", settings.theme]
    words += [f"--{name}" for name in SWITCHES if getattr(settings, name)]
    for name, paper in PAPERS.items():
        if replace(settings, **paper.choices(settings.dpi)) == settings:
            dpi = [] if settings.dpi == paper.dpi else ["--dpi", short(settings.dpi)]
            return ["--paper", name, *dpi, *words]
    size = "{}x{}".format(*settings.size)
    words += [] if settings.size == PLAIN_SIZE else ["--size", size]
    words += [] if settings.scale == 1 else ["--scale", short(settings.scale)]
    return words + ([] if settings.dpi == PLAIN_DPI else ["--dpi", short(settings.dpi)])
