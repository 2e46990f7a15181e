"""``nqviz count layered --sample K``: an estimate of the number of layered placements."""

from __future__ import annotations

import argparse

from nqviz.cli.options import refuse
from nqviz.cli.output import Console
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.counting import estimate_layered

_OTHERS = ("queens", "method", "part", "symmetric", "output", "executor", "checkpoint", "shard",
           "shape", "confirm", "long", "recheck", "torus", "wrap_axes", "twist", "blocked",
           "stop")  # fmt: skip


def report_estimate(options: argparse.Namespace, console: Console) -> int:
    """Estimate the number of layered placements of a cube, and print it."""
    if options.what != "layered" or options.sample is None:
        raise InputError("--sample goes with count layered only, and --seed with --sample")
    refuse(options, _OTHERS, "does not go with --sample")
    if options.n is None or options.d is None or options.piece != "queen":
        raise InputError("an estimate needs --n and --d, for queens")
    n, d, seed = options.n, options.d, options.seed or 0
    found = console.work(
        lambda run: estimate_layered(Board.cube(n, 1), run, samples=options.sample, seed=seed, d=d),
        options,
    )
    value = found.value
    entries: dict[str, object] = {
        "count": None,
        "orbits": None,
        **outcome_entries(found),
        "shape": [n] * d,
        "queens": n,
        "method": found.engine,
        "estimate": None if value is None else value.text,
        "relative_error": None if value is None else value.relative_error,
        "samples": 0 if value is None else value.samples,
        "hits": 0 if value is None else value.hits,
        "seed": seed,
    }
    if value is None:
        text = f"{found.status}: no placement was drawn"
    elif value.relative_error is None:
        text = f"none of {value.samples:,} random placements is without an attack: no estimate"
    else:
        text = (
            f"about {value.text} layered placements of {n} queens on the ({n},{d}) board, with a"
            f" standard error of {100 * value.relative_error:.2g} %\n"
            f"an estimate, not a count: {value.hits:,} of {value.samples:,} random placements, one"
            f" queen in each layer, have no attack; {found.seconds:.2f} s"
        )
    console.answer(entries, text)
    return STATUSES[found.status]
