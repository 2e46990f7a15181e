"""``nqviz construct``: build a placement of a family."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..constructions import FAMILIES, construct
from ..constructions.family import Parameter
from .options import add_board, add_output, check_output, numbers, required_board, whole
from .session import DONE, INTERRUPTED, Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a family and its parameters; families may share a parameter's name."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    names = (f"  {family.name:<12}{family.summary}" for family in FAMILIES.values())
    parser.epilog = "families:\n" + "\n".join(names)
    parser.add_argument("family", metavar="FAMILY", help="one of the families below")
    add_board(parser)
    group = parser.add_argument_group("parameters of families")
    for name, (parameter, families) in _parameters().items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"parameter_{name}",
            type=_KINDS[parameter.kind],
            default=argparse.SUPPRESS,
            metavar=_METAVARS.get(parameter.kind),
            choices=parameter.choices or None,
            help=f"{parameter.help} ({', '.join(families)})".replace("%", "%%"),
        )
    add_output(parser, "write the placement into a file")


_KINDS: dict[str, Callable[[str], object]] = {"int": whole, "coefficients": numbers, "choice": str}
_METAVARS = {"int": "K", "coefficients": "A,B,..."}


def _parameters() -> dict[str, tuple[Parameter, list[str]]]:
    """Give each parameter by name with the families that have it."""
    found: dict[str, tuple[Parameter, list[str]]] = {}
    for family in FAMILIES.values():
        for parameter in family.parameters:
            found.setdefault(parameter.name, (parameter, []))[1].append(family.name)
    return found


def run(options: argparse.Namespace, session: Session) -> int:
    """Build and write."""
    board = required_board(options)
    parameters = {
        name.removeprefix("parameter_"): value
        for name, value in vars(options).items()
        if name.startswith("parameter_")
    }
    check_output(options)
    built = session.work(
        lambda progress, stop: construct(
            board, options.family, progress=progress, stop=stop, **parameters
        )
    )
    session.answer_placement(
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
    if session.interrupted:
        session.remark("interrupted; this is the best found so far")
        return INTERRUPTED
    return DONE
