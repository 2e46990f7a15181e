"""The options of ``nqviz render`` for style and paper, read and written."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nqviz.core.errors import InputError
from nqviz.view.image_settings import PLAIN_DPI, PLAIN_MARGIN, PLAIN_SIZE, ImageSettings
from nqviz.view.palette import THEMES
from nqviz.view.paper import Paper, SizeChoices, paper_of, paper_text

from .figure_options import short
from .option_values import read_dpi, read_margin, read_paper, read_points, read_scale, read_size
from .options import refuse

SWITCHES = ("transparent", "outlines", "fragment", "crop")
"""Switches of style and paper, which are off by default."""


def add_paper(parser: argparse.ArgumentParser) -> None:
    """Add the options of style and paper."""
    group = parser.add_argument_group("style and paper")
    group.add_argument(
        "--paper",
        type=read_paper,
        metavar="PAPER",
        help="column (8.6 cm wide), page (17.8 cm), slide (16:9), poster (A1), or a width such as"
        " 12cm or 3.4in, or 12x8cm, with type and lines in points at that width; instead of --size"
        " and --scale",
    )
    group.add_argument(
        "--type-size",
        type=read_points,
        metavar="PT",
        help="points of the coordinates on a paper, 7 by default; other type and lines follow",
    )
    group.add_argument(
        "--crop",
        action="store_true",
        help="cut the picture to what is drawn, which fills the width; the height follows",
    )
    group.add_argument(
        "--margin",
        type=read_margin,
        metavar="LENGTH",
        help=f"what --crop leaves free at each side, {PLAIN_MARGIN:g}mm by default",
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
    if options.margin is not None and not options.crop:
        raise InputError("--margin goes with --crop")
    return ImageSettings(
        **_sized(options),
        theme=options.theme,
        margin=PLAIN_MARGIN if options.margin is None else options.margin,
        **{name: getattr(options, name) for name in SWITCHES},
    )


def _sized(options: argparse.Namespace) -> SizeChoices:
    if options.paper is None:
        if options.type_size is not None:
            raise InputError("--type-size goes with --paper, which has a size in points")
        return SizeChoices(
            size=options.size or PLAIN_SIZE,
            scale=options.scale or 1.0,
            dpi=options.dpi or PLAIN_DPI,
        )
    refuse(options, ("size", "scale"), "does not go with --paper, which sets it")
    paper: Paper = options.paper
    if options.type_size is not None:
        paper = replace(paper, points=options.type_size)
    return paper.choices(options.dpi)


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
