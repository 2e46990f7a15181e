"""``nqviz bounds``: every bound known for a board, each with its source."""

from __future__ import annotations

import argparse

from ..bounds import Bound, lower_bounds, upper_bounds
from .options import add_board, required_board
from .session import DONE, Session

SHOWN = 6
"""How many of each kind the text names, the best first; JSON has all of them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board."""
    add_board(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Collect the bounds and tell."""
    board = required_board(options)
    lower, upper = lower_bounds(board), upper_bounds(board)
    proven = [bound for bound in upper if bound.proven]
    entries = {
        "shape": list(board.shape),
        "lower": max(bound.value for bound in lower),
        "upper": min(bound.value for bound in proven),
        "sources": [_entry(bound) for bound in (*lower, *upper)],
    }
    lines = [f"{board}: at least {entries['lower']:,}, at most {entries['upper']:,} {board.piece}s"]
    lines += (f"  at least {bound.value:,}: {bound.source}" for bound in lower[:SHOWN])
    lines += (
        f"  at most {bound.value:,}: {bound.source}" + ("" if bound.proven else " (not proven)")
        for bound in upper[:SHOWN]
    )
    session.answer(entries, "\n".join(lines))
    return DONE


def _entry(bound: Bound) -> dict[str, object]:
    return {
        "value": bound.value,
        "kind": bound.kind,
        "source": bound.source,
        "proven": bound.proven,
        "published": bound.published,
    }
