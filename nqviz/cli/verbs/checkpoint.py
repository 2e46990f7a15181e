"""``nqviz checkpoint show``: what a checkpoint holds, read only."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from nqviz.cli.output import DONE, Console
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.run.tasks.checkpoint_text import read_text
from nqviz.run.tasks.estimate import duration, remaining
from nqviz.run.tasks.storage import MAGIC, Storage, read_only


def run(options: argparse.Namespace, console: Console) -> int:
    """Print what is done and what is left."""
    file = Path(options.file)
    if not file.is_file():
        raise InputError(f"{file}: there is no such file")
    with file.open("rb") as stream:
        begins = stream.read(len(MAGIC))
        if begins != MAGIC:
            stream.seek(0)
            old = read_text(stream, file)
            done = sum(part.done for part in old.slices.values())
            entries = {"work": old.work.get("what"), "tasks": None, "done": done}
            console.answer(entries, f"{old.work.get('what')}\n{counted(done, 'task')} done; a text")
            return DONE
    with read_only(file) as storage:
        console.answer(*_described(storage))
    return DONE


def _described(storage: Storage) -> tuple[dict[str, object], str]:
    header, records = storage.header, list(storage.records.values())
    done = [record for record in records if record.state.done]
    begun = [each for each in records if not each.state.done and each.state.seconds]
    taken = sum(record.state.seconds for record in begun)
    weight, share = float(header["weight"]), sum(record.weight for record in done)
    ended, under_way = ([(each.weight, each.state.seconds) for each in of] for of in (done, begun))
    left = remaining(ended, under_way, weight)
    hosts = len({record.host for record in records})
    spent = sum(record.state.seconds for record in records)
    times = [record.at for record in records]
    percent = 100.0 * share / weight if weight else 0.0
    entries: dict[str, object] = {
        "work": header["work"].get("what"),
        "program": header["program"],
        "shard": header["shard"] or None,
        "tasks": header["tasks"],
        "done": len(done),
        "begun": len(begun),
        "seconds_begun": round(taken, 3),
        "fraction": round(percent / 100.0, 6),
        "seconds": round(spent, 3),
        "seconds_left": None if left.seconds is None else round(left.seconds, 3),
        "error": None if left.error is None else round(left.error, 3),
        "hosts": hosts,
    }
    so_far = f"{len(begun):,} begun" + (f" ({duration(taken)} so far)" if begun else "")
    lines = [
        f"{entries['work']}" + (f", {header['shard']}" if header["shard"] else ""),
        f"version {header['program']}, {counted(hosts, 'kind')} of host",
        f"{counted(len(done), 'task')} done, {so_far}, {header['tasks']} at first",
        f"{percent:.3g} % of the estimated work; {duration(spent)} of processor time",
        f"left: {left.told(spent)} of processor time",
    ]
    if times:
        first, last = (
            f"{datetime.fromtimestamp(t, UTC):%Y-%m-%d %H:%M} UTC" for t in (min(times), max(times))
        )
        lines.append(f"written {first} to {last}")
    return entries, "\n".join(lines)
