"""``nqviz compare``: compare integer programs and engines."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial
from itertools import product
from pathlib import Path

from nqviz.catalogue.times import source
from nqviz.cli.option_table import numbers
from nqviz.cli.options import check_target, read_input, refuse
from nqviz.cli.output import DONE, INTERRUPTED, Console, aligned
from nqviz.cli.solving import status_word
from nqviz.cli.splitting import BOARD, FIRST, given_split
from nqviz.constructions.from_catalogue import best_record
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.compare import Formulation, Instance, Row, cases, compare, rows_csv
from nqviz.problems.compare_tasks import compare_in_tasks
from nqviz.run.files import atomic_write
from nqviz.run.outcome import Status

from .first import report_first

PROGRAMS = "base,base+cube"
HEADINGS = (
    "board",
    "program",
    "engine",
    "rows",
    "LP",
    "nodes",
    "seconds",
    "status",
    "queens",
    "known",
)


def run(options: argparse.Namespace, console: Console) -> int:
    """Run the comparison and print it."""
    if options.instances[:1] == [FIRST]:
        return report_first(options, console)
    is_drawn = options.profile is not None and Path(options.profile).suffix.lower() != ".csv"
    for path in (options.output, options.profile if is_drawn else None):
        if path is not None:
            from nqviz.rendering.figures.write import drawing_format

            drawing_format(path)
    for path in (options.output, options.csv, options.profile):
        check_target(path)
    cuts = PROGRAMS if options.cuts is None else options.cuts
    programs = [Formulation.parse(name) for name in cuts.split(",")]
    named = [*(options.engines.split(",") if options.engines else []), *options.engine]
    chosen = cases(_boards(options), programs, named or ["highs"])
    split = given_split(options)
    asked = compare if split is None else partial(compare_in_tasks, split=split)
    rows = console.work(
        lambda run: asked(
            chosen,
            seeds=1 if options.seeds is None else options.seeds,
            starts=best_record,
            takes_bounds=not options.no_bounds,
            run=run,
        ),
        options,
    )
    text = _text(rows)
    if options.csv == "-":
        text = rows_csv(rows)
    elif options.csv is not None:
        atomic_write(options.csv, rows_csv(rows).encode())
    if options.output is not None:
        from nqviz.rendering.figures import save_comparison

        save_comparison(rows, Path(options.output))
    if options.profile is not None:
        from nqviz.rendering.figures import write_profiles

        write_profiles(rows, Path(options.profile))
    console.answer({"rows": [_entries(row) for row in rows], "source": source()}, text)
    return INTERRUPTED if console.interrupted else DONE


def _boards(options: argparse.Namespace) -> list[Board | Instance]:
    """Return the boards, then the instances of files, in the order of the arguments."""
    pairs = []
    files: list[Instance] = []
    for text in options.instances:
        if not BOARD.fullmatch(text) and Path(text).exists():
            files.append(Instance(Path(text).name, read_input(text).placement))
            continue
        try:
            n, d = numbers(text)
        except (ValueError, argparse.ArgumentTypeError) as error:
            raise InputError(f"instance {text!r} is not n,d, as in 6,3") from error
        pairs.append((n, d))
    if (options.n is None) != (options.d is None):
        raise InputError("give both --n and --d, or instances such as 6,3")
    if options.n is not None:
        pairs += [(n, d) for d, n in product(options.d, options.n)]
    if not pairs:
        refuse(options, ("wrap_axes",), "is for cubes; a file says how its board wraps")
    axes = [axis - 1 for axis in options.wrap_axes]
    return [*(Board.cube(n, d, wraps=axes) for n, d in dict.fromkeys(pairs)), *files]


def _entries(row: Row) -> dict[str, object]:
    """Return a row as JSON: its status is one of five, or null if nothing could be run."""
    status = status_word(Status(row.status)) if row.status in list(Status) else None
    return {**asdict(row), "status": status}


def _text(rows: tuple[Row, ...]) -> str:
    remarks = [row.published if row.seeds else row.note for row in rows]
    lines = [(*_fields(row), f" {words}") for row, words in zip(rows, remarks, strict=True)]
    return "\n".join(aligned([(*HEADINGS, ""), *lines], left=(0, 1, 2, 7, 9, 10)))


def _fields(row: Row) -> tuple[str, ...]:
    return (
        row.instance,
        row.program or "-",
        row.engine,
        _number(row.rows),
        _number(row.lp_bound),
        _nodes(row),
        "" if row.seconds is None else f"{row.seconds:,.2f}",
        row.status,
        "" if row.count is None else f"{row.count:,} of {_number(row.bound)}",
        row.known,
    )


def _nodes(row: Row) -> str:
    """Return the median of the nodes, with the fewest and the most where seeds differ."""
    if row.fewest_nodes is None or row.fewest_nodes == row.most_nodes:
        return _number(row.nodes)
    return f"{_number(row.nodes)} ({_number(row.fewest_nodes)}-{_number(row.most_nodes)})"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,g}" if value < 1e5 else f"{value:,.0f}"
