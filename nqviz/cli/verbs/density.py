"""``nqviz density``: how many placements use each cell, of all maximum ones or others."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.cli.option_table import add_options
from nqviz.cli.options import check_output, given_board, read_input, required_board
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, Console, aligned, layer_lines
from nqviz.cli.solving import known_entries
from nqviz.cli.splitting import split_of_count, uses_split
from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text, to_coordinates
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.counting import (
    Density,
    density,
    density_of_files,
    has_limit,
    limit_density,
    limit_distance,
    orbit_density,
    orbit_uses,
    radial_profile,
    sample_density,
    shift_density,
)
from nqviz.counting.densities.limit_density import DEFAULT_CELLS
from nqviz.run.context import RunContext
from nqviz.run.files import atomic_write
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

FIGURES = (".svg", ".pdf", ".png")
ENDINGS = (".npy", ".csv", ".json", *FIGURES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board, the kind of placements, and the file."""
    add_options(parser, "density", cells=DEFAULT_CELLS)
    parser.set_defaults(threads=None)


def run(options: argparse.Namespace, console: Console) -> int:
    """Compute or look up the density, and write it."""
    kind = _kind(options)
    suffix = Path(options.output).suffix.lower() if options.output else ".npy"
    if suffix not in ENDINGS:
        raise InputError(f"{options.output}: a density is written to one of {', '.join(ENDINGS)}")
    check_output(options)
    if kind == "limit_density":
        _split(kind, options)
        return _report_limit(options, suffix, console)
    outcome = console.work(_finder(kind, options), options)
    found = outcome.value
    if found is None:
        hint = "; --sample N estimates it by N local searches" if kind == "maximum" else ""
        reason = outcome.message or "the count did not end"
        return _unfinished(options, console, reason, hint)
    if options.output is not None:
        overlay = Overlay.of_density(found)
        array = found.counts.reshape(found.board.shape)
        text = found.to_csv if suffix == ".csv" else found.json
        _write(options.output, suffix, found.board, overlay, array, text)
    entries: dict[str, object] = {
        "shape": list(found.board.shape),
        "total": found.total,
        "cells": found.counts.tolist(),
        "queens": found.queens,
        "orbits": found.orbits,
        "source": found.source,
        "of": found.of,
        "exact": found.is_exact,
        "made": found.made,
        **known_entries(outcome),
    }
    if found.spread is not None:
        entries["spread"] = asdict(found.spread)
    distance = _distance(found, console) if options.profile else None
    if options.profile:
        entries |= _profile(found) | {"limit_distance": distance}
    console.answer(entries, _text(found, options, distance))
    if console.interrupted:
        console.remark("interrupted: only the finished searches are used")
        return INTERRUPTED
    return DONE


def _kind(options: argparse.Namespace) -> str:
    kinds = ("given", "orbit", "shift", "of", "sample", "limit_density")
    chosen = [kind for kind in kinds if getattr(options, kind) is not None]
    if len(chosen) > 1:
        names = ", ".join(f"--{kind.replace('_', '-')}" for kind in chosen)
        raise InputError(f"choose one of {names}")
    kind = chosen[0] if chosen else "maximum"
    if options.queens is not None and kind != "sample":
        raise InputError("--queens goes with --sample only")
    if options.fresh and kind != "maximum":
        raise InputError(f"--fresh goes without --{kind.replace('_', '-')}")
    if options.profile and kind == "limit_density":
        raise InputError("--profile goes without --limit-density")
    return kind


def _finder(kind: str, options: argparse.Namespace) -> Callable[[RunContext], Outcome[Density]]:
    """Return a function that computes the density; invalid input raises an error first."""
    given = None
    if kind == "given":
        given = read_input(options.given, given_board(options)).placement
    split = _split(kind, options, given)
    if kind == "of":
        board = given_board(options)
        return lambda _run: _exact(density_of_files(options.of, board))
    if kind == "orbit":
        placement = read_input(options.orbit, given_board(options)).placement
        return lambda _run: _exact(orbit_density(placement))
    if given is not None:
        return partial(density, given.board, givens=given, split=split)
    board_ = required_board(options)
    if kind == "shift":
        return lambda _run: _exact(shift_density(board_, options.shift))
    if kind == "sample":
        queens, seed = options.queens, options.seed
        return partial(sample_density, board_, samples=options.sample, queens=queens, seed=seed)
    return partial(density, board_, fresh=options.fresh, split=split)


def _exact(found: Density) -> Outcome[Density]:
    return Outcome(Status.OPTIMAL, found, known=Known.EXACT)


def _split(
    kind: str, options: argparse.Namespace, given: Placement | None = None
) -> Execution | None:
    """Return how the tasks of a count are run."""
    if not (counts := kind in ("maximum", "given")) and uses_split(options):
        raise InputError("--executor and --checkpoint go with densities that are counted")
    return split_of_count(options, counts, given=given)


def _unfinished(options: argparse.Namespace, console: Console, reason: str, hint: str = "") -> int:
    """Report that there is no density, and why; return the exit status."""
    status, word = LIMIT, "limit"
    if console.interrupted:
        status, word, reason = INTERRUPTED, "stopped", "interrupted"
    board = given_board(options)
    shape = None if board is None else list(board.shape)
    entries = {"shape": shape, "total": None, "cells": None, "status": word}
    console.no_answer(entries, f"{reason}: no density{hint}")
    return status


# Writing --------------------------------------------------------------------------------------


def _write(
    output: str,
    suffix: str,
    board: Board,
    overlay: Overlay,
    array: npt.NDArray[Any],
    text: Callable[[], str],
) -> None:
    """Write a density as a drawing, as an array of NumPy, or as text."""
    if suffix in FIGURES:
        from nqviz.rendering.figures import save_drawing

        save_drawing(BoardView(board, overlay=overlay), output, size=(1600, 1200))
    elif suffix == ".npy":
        stream = io.BytesIO()
        np.save(stream, array)
        atomic_write(output, stream.getvalue())
    else:
        atomic_write(output, text().encode())


# Text -----------------------------------------------------------------------------------------


def _text(found: Density, options: argparse.Namespace, distance: float | None) -> str:
    heading = f"{found.words()}; on the {found.board}"
    if options.output is not None:
        heading += f"; written to {options.output}"
    lines = [heading, f"made by {found.made}"] if found.made else [heading]
    if options.profile:
        lines += _profile_lines(found)
        if distance is not None:
            lines += ["", f"{distance:.6f} from the limit density (Simkin's distance)"]
    elif options.output is None:
        width = len(str(found.counts.max())) + 1
        lines += layer_lines(
            found.counts.reshape(found.board.shape),
            lambda row: "".join(f"{value:{width}}" for value in row),
        )
    return "\n".join(lines)


def _profile(found: Density) -> dict[str, object]:
    orbits = [
        {**asdict(use), "cell": to_coordinates(use.cell).tolist()}
        for use in orbit_uses(found.board, found.counts)
    ]
    return {
        "cell_orbits": orbits,
        "radial": [asdict(shell) for shell in radial_profile(found.board, found.counts)],
    }


def _distance(found: Density, console: Console) -> float | None:
    """Return the distance from the limit density; None where there is none, or it was stopped."""
    if not has_limit(found):
        return None
    limit = console.work(lambda run: limit_density(run=run)).value
    return None if limit is None else limit_distance(found, limit)


def _profile_lines(found: Density) -> list[str]:
    rows = [["orbit of", "cells", "mean", "least", "most"]]
    rows += (
        [
            coordinate_text(use.cell),
            f"{use.cells}",
            *(f"{value:,.6g}" for value in (use.mean, use.least, use.most)),
        ]
        for use in orbit_uses(found.board, found.counts)
    )
    shells = [["distance", "cells", "mean"]]
    shells += (
        [f"{shell.distance:.3f}", f"{shell.cells}", f"{shell.mean:,.6g}"]
        for shell in radial_profile(found.board, found.counts)
    )
    return ["", *aligned(rows), "", *aligned(shells)]


# The limit ------------------------------------------------------------------------------------


def _report_limit(options: argparse.Namespace, suffix: str, console: Console) -> int:
    """Compute the limit density, on the cells of a board if one is given."""
    board = given_board(options)
    if board is not None and not board.is_classical:
        raise InputError("--limit-density is for flat (n,2)-boards: give --n N --d 2, or no board")
    if suffix == ".json":
        raise InputError(
            f"{options.output}: the limit density is written to .npy, .csv or a figure"
        )
    outcome = console.work(lambda run: limit_density(options.limit_density, run), options)
    found = outcome.value
    if found is None:
        return _unfinished(options, console, "time limit")
    side = options.limit_density if board is None else board.n
    array = found.density if board is None else found.on_board(side)
    scale = ("times", "the mean") if board is None else ("queens", "expected")
    if options.output is not None:
        overlay = Overlay(array, kind="relative", scale=scale)
        rows = (f"{i + 1},{j + 1},{float(value)!r}\n" for (i, j), value in np.ndenumerate(array))
        head, square = "x1,x2,density\n", Board(array.shape)
        _write(options.output, suffix, square, overlay, array, lambda: head + "".join(rows))
    meaning = "relative to the uniform density" if board is None else "expected queens on a cell"
    cells = f"{options.limit_density} x {options.limit_density} cells"
    heading = (
        f"limit density of planar solutions on {cells}: {found.lower:.9f} < gamma <"
        f" {found.upper:.9f} ({found.steps} Newton steps, {outcome.seconds:.2f} s)"
    )
    lines = [heading]
    lines.append(f"{meaning}; written to {options.output}" if options.output else f"{meaning}:")
    if options.output is None:
        lines += (" ".join(f"{value:6.4f}" for value in row) for row in array.tolist())
    entries = {
        "shape": [side, side],
        "total": None,
        "cells": array.ravel().tolist(),
        "source": "computed",
        "of": meaning,
        "lower": found.lower,
        "upper": found.upper,
        "resolution": options.limit_density,
        "seconds": round(outcome.seconds, 3),
        **known_entries(outcome),
    }
    console.answer(entries, "\n".join(lines))
    return DONE
