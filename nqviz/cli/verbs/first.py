"""``nqviz first``: the lexicographically first placement of n queens."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial

from nqviz.cli.options import check_target, refuse
from nqviz.cli.output import DONE, INTERRUPTED, Console, aligned, from_one
from nqviz.cli.solving import (
    check_certificate,
    end,
    outcome_entries,
    status_word,
    write_certificate,
)
from nqviz.cli.splitting import given_split
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.problems.first import (
    CUTS,
    ENGINES,
    OURS,
    First,
    first_certificate,
    first_placement,
    recorded_first,
    refute_earlier,
)
from nqviz.problems.first.compare import (
    HEADINGS,
    Row,
    compare_first,
    first_csv,
    means,
    printed_means,
    published_sides,
    source,
)
from nqviz.problems.planar import as_placement
from nqviz.proofs import Certificate
from nqviz.run.files import atomic_write


def _names(ability: str) -> str:
    """Return the engines with an ability, an attribute of `FirstEngine`."""
    return either([name for name, engine in ENGINES.items() if getattr(engine, ability)])


VALUES = {
    "ours": OURS,
    "engines": ", ".join(ENGINES),
    "cutting": _names("uses_cuts"),
    "cuts": ", ".join(CUTS),
    "counting": _names("takes_nodes"),
    "splitting": _names("splits"),
}


def run(options: argparse.Namespace, console: Console) -> int:
    """Search and report the result."""
    check_certificate(options)
    split = given_split(options)
    if options.threads != 1 and not (options.engine in ENGINES and ENGINES[options.engine].splits):
        raise InputError(f"the engine {options.engine} uses one thread: leave out --threads")
    if options.recorded:
        return _refute(options, console)
    work = partial(
        first_placement,
        Board.cube(options.n, 2),
        engine=options.engine,
        cuts=tuple(part.strip() for part in options.cuts.split(",") if part.strip()),
        node_limit=options.node_limit,
        split=split,
    )
    found = console.work(work, options)
    proof = None
    if options.certificate is not None:
        proof = console.work(partial(first_certificate, found))
    return _report(found, proof, console, options)


def _refute(options: argparse.Namespace, console: Console) -> int:
    """Prove that the recorded placement is the first one."""
    searching = (options.cuts, options.node_limit, options.executor, options.checkpoint)
    if options.engine != OURS or any(each not in (None, "") for each in searching):
        raise InputError("--recorded does not search: give no engine, cuts, nodes or tasks")
    columns = recorded_first(options.n)
    if columns is None:
        raise InputError(f"no first placement of {options.n} queens is recorded")
    found, proof = console.work(partial(refute_earlier, as_placement(columns)), options)
    return _report(found, proof, console, options)


def _report(
    found: First, proof: Certificate | None, console: Console, options: argparse.Namespace
) -> int:
    certificate, output, written = options.certificate, options.output, None
    if certificate is not None:
        why = "the work on it was stopped"
        written = write_certificate(found, console, certificate, proof, why)
        found = found if written is None else found.checked()
    entries = {
        **outcome_entries(found),
        "permutation": from_one(found.permutation),
        "fingerprint": found.fingerprint,
        "certain": from_one(found.certain),
        "best": from_one(found.best),
        "nodes": found.nodes,
        "engine": found.engine,
        "message": found.message,
    }
    if certificate is not None:
        entries["certificate"] = written
    text = f"{found.status}: {found.message}"
    rows = " ".join(str(column + 1) for column in found.certain)
    if found.permutation is None or found.placement is None:
        console.answer(entries, f"{text}\n{rows}" if rows else text)
    elif output is None:
        console.answer(entries, f"{text}\n{rows}")
    else:
        source = f"engine {found.engine}"
        console.answer_placement(found.placement, entries, text, output, source)
    return end(found, console, "no answer yet")


# nqviz compare first ------------------------------------------------------------------------------


def report_first(options: argparse.Namespace, console: Console) -> int:
    """Print Table 1 of the paper with measured columns; by default for the sides of its rows."""
    if len(options.instances) > 1 or options.d is not None:
        raise InputError("compare first takes sides only: give --n 21,22,23")
    others = ["profile", "output", "engine", "wrap_axes", "no_bounds"]
    if not options.joined:  # older checkpoints name the defaults of these
        others += ["cuts", "seeds"]
    refuse(options, others, "does not go with compare first")
    check_target(options.csv)
    engines = (options.engines or OURS).split(",")
    if options.threads != 1 and not any(
        ENGINES[name].splits for name in engines if name in ENGINES
    ):
        raise InputError(f"one thread is used by {options.engines}: leave out --threads")
    split = given_split(options)
    rows = console.work(
        lambda run: compare_first(options.n or published_sides(), engines, run=run, split=split),
        options,
    )
    entries = [
        {
            "n": row.n,
            "published": row.published,
            "measured": {
                name: {"status": status_word(first.status), "seconds": round(first.seconds, 3)}
                for name, first in row.measured.items()
            },
            "agrees": row.agrees,
        }
        for row in rows
    ]
    text = _table(rows, engines)
    if options.csv == "-":
        text = first_csv(rows)
    elif options.csv is not None:
        atomic_write(options.csv, first_csv(rows).encode())
    published, measured = means(rows)
    both = {"published": published, "measured": measured}
    shown = {
        where: {name: asdict(mean) for name, mean in columns.items()}
        for where, columns in both.items()
    }
    console.answer({"rows": entries, "means": shown, "source": source()}, text)
    return INTERRUPTED if console.interrupted else DONE


def _table(rows: tuple[Row, ...], engines: list[str]) -> str:
    lines = [["n", *HEADINGS, *(f"{name} here" for name in engines), "agrees"]]
    for row in rows:
        published = [_seconds(row.published[name]) for name in HEADINGS]
        measured = [_measured(row.measured.get(name)) for name in engines]
        agrees = "" if row.agrees is None else "yes" if row.agrees else "NO"
        lines.append([str(row.n), *published, *measured, agrees])
    columns = [
        mean.get(name)
        for mean, names in zip(means(rows), (HEADINGS, engines), strict=True)
        for name in names
    ]
    lines.append(["shmean", *("-" if each is None else _seconds(each.seconds) for each in columns)])
    solved = ["-" if each is None else f"{each.solved}/{each.runs}" for each in columns]
    lines.append(["#solved", *solved])
    for line in lines[-2:]:
        line.append("")
    notes = [
        f"Seconds; {', '.join(HEADINGS)}: {source()}",
        "shmean: shifted geometric mean, shift 10 s; what was not solved counts with its limit",
    ]
    if {row.n for row in rows} >= set(published_sides()):
        printed, doubt = printed_means()
        told = ", ".join(f"{name} {_seconds(value)}" for name, value in printed.items())
        notes.append(f"Printed means: {told}; {doubt}.")
    return "\n".join([*aligned(lines), *notes])


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"


def _measured(first: First | None) -> str:
    if first is None:
        return "-"
    return _seconds(first.seconds) if first.status.is_proof else f"{first.status}"
