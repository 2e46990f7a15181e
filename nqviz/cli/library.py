"""``nqviz library``: list, show and check the certificates that ship with the program."""

from __future__ import annotations

import argparse

from ..errors import InputError
from ..files import PlacementFile
from ..records import Certificate, certificates, load_certificate
from .options import add_board, given_board
from .session import DONE, NO, Session

ACTIONS = ("list", "show", "check")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to do and with which certificates."""
    parser.add_argument("action", metavar="ACTION", help=f"one of: {', '.join(ACTIONS)}")
    parser.add_argument("name", metavar="NAME", nargs="?", help="one certificate, such as 4x4x4-7")
    parser.add_argument("-o", "--output", metavar="FILE", help="with show: write it to a file")
    add_board(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Do it and tell."""
    if options.action not in ACTIONS:
        raise InputError(
            f"cannot {options.action!r} the library; choose one of {', '.join(ACTIONS)}"
        )
    if options.action == "show":
        return _show(options, session)
    chosen = [entry for entry in certificates() if _is_meant(entry, options)]
    if not chosen:
        raise InputError("the library has no such certificate")
    if options.action == "list":
        session.answer(
            {"entries": [_entry(each, load_certificate(each.name)) for each in chosen]},
            "\n".join(f"{each.name:24} {each}" for each in chosen),
        )
        return DONE
    return _check(chosen, session)


def _is_meant(entry: Certificate, options: argparse.Namespace) -> bool:
    board = given_board(options)
    return (options.name is None or entry.name == options.name) and (
        board is None or entry.shape == board.shape
    )


def _entry(certificate: Certificate, file: PlacementFile) -> dict[str, object]:
    return {
        "name": certificate.name,
        "shape": list(certificate.shape),
        "count": certificate.count,
        "note": file.note,
        "source": file.source,
    }


def _show(options: argparse.Namespace, session: Session) -> int:
    if options.name is None:
        raise InputError("library show needs the name of a certificate; library list has them")
    file = load_certificate(options.name)
    entries = {"name": options.name, "count": len(file.placement)}
    session.answer_placement(file.placement, entries, file.note, options.output, file.source)
    return DONE


def _check(chosen: list[Certificate], session: Session) -> int:
    """Read each certificate and look for attacks; one that fails makes the answer no."""
    rows = []
    for each in chosen:
        placement = load_certificate(each.name).placement
        is_good = placement.is_valid() and len(placement) == each.count
        rows.append({"name": each.name, "count": each.count, "valid": is_good})
    bad = [str(row["name"]) for row in rows if not row["valid"]]
    text = f"{len(rows)} certificates checked: "
    text += f"bad: {', '.join(bad)}" if bad else "no attack in any, and every count is right"
    session.answer({"entries": rows}, text)
    return NO if bad else DONE
