"""``nqviz library``: list, show, check and export records, those that ship and own ones."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.catalogue.records import KINDS, Record
from nqviz.cli.options import check_output, given_board
from nqviz.cli.output import DONE, NO, Console
from nqviz.constructions.from_catalogue import (
    all_records,
    check,
    entry,
    find_record,
    is_in_class,
    is_maximum,
    load,
)
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.symmetry import CLASSES
from nqviz.formats import write_placement

ACTIONS = ("list", "show", "check", "export")


VALUES = {
    "actions": ", ".join(ACTIONS),
    "kinds": KINDS,
    "classes": CLASSES,
    "listed_kinds": ", ".join(KINDS),
    "listed_classes": ", ".join(CLASSES),
}


def run(options: argparse.Namespace, console: Console) -> int:
    """Run the action and print its result."""
    if options.action not in ACTIONS:
        raise InputError(
            f"cannot {options.action!r} the library; choose one of {', '.join(ACTIONS)}"
        )
    if options.output is not None and options.action not in ("show", "export"):
        raise InputError(f"--output goes with show and export, not with {options.action}")
    found, problems = all_records(options.folder)
    for line in problems:
        console.remark(line)
    if options.action == "show":
        if options.symmetry_class is not None:
            raise InputError("--class goes with list, check and export, not with show")
        return _show(options, console, found)
    chosen = [each for each in found if _is_meant(each, options)]
    if not chosen:
        raise InputError("the library has no such record")
    if options.action == "list":
        return _list(chosen, problems, console)
    if options.action == "export":
        return _export(chosen, options, console)
    return _check(chosen, problems, console)


def _is_meant(record: Record, options: argparse.Namespace) -> bool:
    board, wanted = given_board(options), options.symmetry_class
    return (
        options.name in (None, record.name)
        and (board is None or record.board == board)
        and options.kind in (None, record.kind)
        and (wanted is None or is_in_class(record, wanted))
    )


def _list(chosen: list[Record], problems: tuple[str, ...], console: Console) -> int:
    if console.json:
        console.answer({"entries": list(map(entry, chosen)), "problems": list(problems)}, "")
        return DONE
    lines = [
        f"{each.name:28} {each}, {KINDS[each.kind]}{', maximum' if is_maximum(each) else ''}"
        for each in chosen
    ]
    console.answer({}, "\n".join(lines))
    return DONE


def _show(options: argparse.Namespace, console: Console, found: tuple[Record, ...]) -> int:
    if options.name is None:
        raise InputError("library show needs the name of a record, as printed by library list")
    check_output(options)
    record = find_record(options.name, found)
    file = console.work(lambda run: load(record, run))
    entries = {"name": options.name, "count": len(file.placement)}
    console.answer_placement(file.placement, entries, file.note, options.output, file.source)
    return DONE


def _export(chosen: list[Record], options: argparse.Namespace, console: Console) -> int:
    """Write records queen by queen, one file each, into a folder."""
    if options.output is None:
        raise InputError("library export needs a folder to write to: -o FOLDER")
    folder = Path(options.output)
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder")
    written = []
    for record in chosen:
        file = load(record)
        name = record.name if record.path is None else record.path.stem
        target = folder / f"{name}.json"
        write_placement(file.placement, target, file.note, file.source)
        written.append(str(target))
        if console.interrupted:
            break
    text = written[0] if len(written) == 1 else f"{len(written)} files in {folder}"
    console.answer({"entries": [{"file": path} for path in written]}, text)
    return DONE


def _check(chosen: list[Record], problems: tuple[str, ...], console: Console) -> int:
    """Check each record; the exit status is `NO` if one is invalid."""
    rows = []
    bad = list(problems)
    for each in chosen:
        reason = check(each)
        row: dict[str, object] = {"name": each.name, "count": each.count, "valid": reason is None}
        if reason is not None:
            row["reason"] = reason
            bad.append(reason)
        rows.append(row)
    text = f"{counted(len(rows), 'record')} checked: "
    text += "no attacks, and every count is right" if not bad else "; ".join(bad)
    console.answer({"entries": rows, "problems": list(problems)}, text)
    return NO if bad else DONE
