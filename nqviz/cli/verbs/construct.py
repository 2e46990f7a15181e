"""``nqviz construct``: build a placement of a family."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from contextlib import nullcontext

from nqviz.cli.option_table import add_options, numbers, whole
from nqviz.cli.options import check_output, given_board, names_for_help, read_input, required_board
from nqviz.cli.output import DONE, INTERRUPTED, Console
from nqviz.cli.parser import listed
from nqviz.constructions import FAMILIES, admissible_coefficients, construct, construct_from
from nqviz.constructions.family import Family, Parameter
from nqviz.core.board import Board, vast_boards
from nqviz.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family and the parameters; families can share a parameter."""
    families = _families(parser)
    parser.epilog = listed("families", {family.name: family.summary for family in families})
    parser.add_argument("family", metavar="FAMILY", help="one of the families below")
    add_options(parser, "board")
    group = parser.add_argument_group("parameters of families")
    for name, (parameter, names) in _parameters(families).items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"parameter_{name}",
            type=_KINDS[parameter.kind],
            default=argparse.SUPPRESS,
            metavar=_METAVARS.get(parameter.kind),
            choices=parameter.choices or None,
            help=f"{parameter.help} ({', '.join(names)})".replace("%", "%%"),
        )
    add_options(parser, "construct")


_KINDS: dict[str, Callable[[str], object]] = {
    "int": whole,
    "coefficients": numbers,
    "numbers": numbers,
    "choice": str,
}
_METAVARS = {"int": "K", "coefficients": "A,B,...", "numbers": "A,B,..."}


def _families(parser: argparse.ArgumentParser) -> list[Family]:
    """Return the families whose parameters are options; all where no built-in one is named."""
    words = parser.get_default("words") or ()
    is_built_in = not set(words).isdisjoint(FAMILIES.built_in)
    names = names_for_help(parser, FAMILIES) if is_built_in else FAMILIES
    return [FAMILIES[name] for name in names]


def _parameters(families: Iterable[Family]) -> dict[str, tuple[Parameter, list[str]]]:
    """Return each parameter by name with the families that have it."""
    found: dict[str, tuple[Parameter, list[str]]] = {}
    for family in families:
        for parameter in family.parameters:
            found.setdefault(parameter.name, (parameter, []))[1].append(family.name)
    return found


def run(options: argparse.Namespace, console: Console) -> int:
    """Build and write."""
    parameters = {
        name.removeprefix("parameter_"): value
        for name, value in vars(options).items()
        if name.startswith("parameter_")
    }
    check_output(options)
    if options.origin is not None:
        origin = read_input(options.origin, given_board(options)).placement
        built = construct_from(origin, options.family, **parameters)
    else:
        family = FAMILIES.get(options.family)
        with vast_boards() if family is not None and family.by_formula else nullcontext():
            board = required_board(options)
        if options.list:
            return _list(options, console, board)
        built = console.work(lambda run: construct(board, options.family, run=run, **parameters))
    console.answer_placement(
        built.placement,
        {
            "count": len(built.placement),
            "family": built.family,
            "parameters": dict(built.parameters),
        },
        built.note,
        options.output,
        source=f"construction {built.family}",
    )
    if console.interrupted:
        console.remark("interrupted; this is the incumbent")
        return INTERRUPTED
    return DONE


def _list(options: argparse.Namespace, console: Console, board: Board) -> int:
    """Print the admissible coefficients of a board; each has n shift classes."""
    if options.family != "regular":
        raise InputError("--list goes with the family regular only")
    objection = FAMILIES["regular"].objection(board)
    if objection is not None:
        raise InputError(objection)
    rows = admissible_coefficients(board.n, board.d).tolist()
    entries = {
        "shape": list(board.shape),
        "count": len(rows),
        "shift_classes": board.n,
        "coefficients": rows,
    }
    lines = [",".join(map(str, row)) for row in rows]
    console.answer(entries, "\n".join(lines))
    return DONE
