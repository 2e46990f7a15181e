"""Checkpoints of earlier versions, lines of JSON: read, rewritten as databases, or refused."""

from __future__ import annotations

import base64
import io
import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from nqviz import InputError
from nqviz.run.tasks import Checkpoint, Execution, TaskRunner
from tests.nqviz.run.tasks.work import GROWTH, STEPS, WORK, count_up, halve, kept, totals

HEADER = {"format": "nqviz-checkpoint", "version": 1, "work": WORK, "tasks": 9}
HEADER_TEXT = json.dumps(HEADER)


def written(file: Path, *lines: object) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def text(task: int) -> str:
    stream = io.BytesIO()
    np.savez_compressed(stream, total=np.array(STEPS * task), steps=np.array(STEPS))
    return base64.b64encode(stream.getvalue()).decode()


def checked(line: dict[str, object]) -> dict[str, object]:
    """Return a line of a text file of version 2, which has a checksum."""
    return {**line, "check": zlib.crc32(json.dumps(line, sort_keys=True).encode())}


@pytest.mark.parametrize("version", [1, 2])
def test_a_text_file_is_read_and_becomes_a_database(tmp_path: Path, version: int) -> None:
    """Of a text file the last line may be cut off by a kill, and the rest is used."""
    header = {**HEADER, "version": version}
    states = [{"task": task, "done": True, "nodes": STEPS, "arrays": text(task)} for task in (1, 4)]
    file = written(tmp_path / "file", *map(checked, [header, *states]))
    with file.open("a") as stream:
        stream.write('{"task": 5, "done": true, "no')
    again = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert [index for index, part in enumerate(again.slices) if part.done] == [1, 4]
    again.run(lambda: True)
    assert totals(again) == [STEPS * task for task in range(9)]
    assert file.read_bytes().startswith(b"SQLite")


def test_tasks_that_others_added_are_found_in_a_text_file(tmp_path: Path) -> None:
    """They were numbered in the order in which tasks ended, and are named after their parents."""

    def line(task: int, number: int, first: int | None, halves: list[int]) -> dict[str, object]:
        arrays = {"task": np.array(number), "halves": np.array(halves)}
        if first is not None:
            arrays["first grown"] = np.array(first)
        stream = io.BytesIO()
        np.savez_compressed(stream, **arrays)
        packed = base64.b64encode(stream.getvalue()).decode()
        return checked({"task": task, "done": True, "nodes": 1, "arrays": packed})

    header = {**HEADER, "version": 2, "tasks": 2**31}
    lines = [
        line(0, 5, 1, [2, 3]),
        line(2, 3, 3, [1, 2]),
        line(4, 2, 5, [1, 1]),
        line(6, 1, None, []),
    ]
    file = written(tmp_path / "file", checked(header), *lines)
    runner = TaskRunner(halve, [5], Execution(checkpoint=file), identity=WORK, grow=GROWTH)
    done = [name for name, part in zip(runner.names, runner.slices, strict=True) if part.done]
    assert done == ["0", "0.1", "0.1.1", "0.1.1.1"]
    runner.run(lambda: True)
    ones = [part for part in runner.slices if int(part.arrays["task"]) == 1]
    assert len(ones) == 5


def test_a_text_file_without_checksums_is_read(tmp_path: Path) -> None:
    lines = [{"task": index, "done": True, "nodes": 7, "arrays": ""} for index in range(2)]
    file = written(tmp_path / "file", HEADER, *lines)
    assert kept(file) == {"0": (True, 7), "1": (True, 7)}
    assert kept(file) == {"0": (True, 7), "1": (True, 7)}


@pytest.mark.parametrize("lines", [[], [HEADER_TEXT]])
def test_deep_json_in_a_checkpoint_gets_one_line(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text("".join(f"{line}\n" for line in [*lines, "[" * 200_000, "{}"]))
    with pytest.raises(InputError, match=r"not a checkpoint|line 2 is not a task"):
        Checkpoint(file, WORK, 9)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["hello"], "not a checkpoint"),
        ([{"format": "nqviz-placement"}], "not a checkpoint"),
        ([{**HEADER, "version": 3}], "version 3; nqviz reads text of versions 1 to 2"),
        ([{**HEADER, "version": 2}], "line 1 of the checkpoint is damaged"),
        ([HEADER, {"task": "1", "done": True, "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([HEADER, {"task": 1, "done": "no", "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([{**HEADER, "work": {"what": "counting"}}], "is of counting, not of adding up"),
        ([{**HEADER, "work": {**WORK, "n": 8}}], "of adding up, with other settings"),
        ([HEADER, {"task": 9, "done": True, "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([HEADER, {"task": 1}, HEADER], "2 is not a task"),
        (
            [HEADER, {"task": 1, "done": True, "nodes": 1, "arrays": "?"}, {}],
            "2 is not a task",
        ),
    ],
)
def test_a_wrong_or_foreign_checkpoint_gets_one_line_and_is_left_alone(
    tmp_path: Path, lines: list[object], words: str
) -> None:
    file = written(tmp_path / "file", *lines)
    before = file.read_bytes()
    with pytest.raises(InputError, match=words) as caught:
        TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert "\n" not in str(caught.value)
    assert file.read_bytes() == before
