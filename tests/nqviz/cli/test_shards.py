"""Shards of a question, their merge, what a checkpoint shows, and plans."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nqviz import Board
from nqviz.engines.domination.tasks import tasks_of
from nqviz.run.tasks import START, Checkpoint, TaskState
from nqviz.run.tasks.storage import Storage
from tests.guide.blocks import GUIDE, blocks
from tests.process import run_process

Answer = Callable[..., tuple[int, Any, str]]
pytestmark = pytest.mark.usefixtures("here")
FIVE = ("count", "maximum", "--n", "5", "--d", "3")
EIGHT = ("count", "planar", "--n", "8", "--d", "2")


def sharded(answer: Answer, count: int, *question: str) -> list[str]:
    """Run all shards of a question; return their files."""
    files = [f"shard-{number}" for number in range(1, count + 1)]
    for number, file in enumerate(files, 1):
        shard = ("--shard", f"{number}/{count}", "--checkpoint", file, "--executor", "threads:1")
        status, entries, _ = answer(*question, *shard)
        assert (status, entries["shard"]) == (0, f"{number}/{count}")
        assert 0 < entries["done"] <= entries["tasks"]
        assert "count" not in entries
    return files


def test_shards_are_joined_to_the_answer(answer: Answer) -> None:
    """Two shards of every other question are joined by test_what_splits."""
    whole = answer(*EIGHT)[1]
    files = sharded(answer, 3, *EIGHT)
    status, entries, _ = answer("merge", *files, "--recheck", "20%", "--executor", "threads:1")
    assert (status, entries["count"], entries["orbits"]) == (0, "92", whole["orbits"])
    assert "of 3 shards" in entries["evidence"]
    assert "done again" in entries["evidence"]


def test_first_queens_in_shards_are_joined(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.problems.first.row_tasks.TASK_STEPS", 2)
    question = ("first", "--n", "20")
    whole = answer(*question)[1]
    files = sharded(answer, 3, *question)
    status, entries, _ = answer("merge", *files, "--recheck", "100%", "--executor", "threads:1")
    assert (status, entries["permutation"]) == (0, whole["permutation"])
    assert "of 3 shards" in entries["evidence"]
    assert "done again" in entries["evidence"]


GIVENS = "[[3, 3, 3], [1, 1, 2]]"
"""Not in the order of the cells."""


@pytest.mark.parametrize(
    ("question", "status", "word"),
    [
        (("complete", "givens", "--target", "13", "--engine", "exhaustive"), 1, "infeasible"),
        (("complete", "givens", "--target", "max", "--engine", "exhaustive"), 0, "optimal"),
        (("count", "maximum", "--n", "4", "--d", "3", "--blocked", "1,1,1;2,2,3", "--stop",
          "--queens", "7"), 0, None),
        (("density", "--given", "givens"), 0, None),
    ],
    ids=["complete", "most", "blocked", "given"],
)  # fmt: skip
def test_shards_with_a_file_or_further_options_are_joined(
    answer: Answer, question: tuple[str, ...], status: int | None, word: str | None
) -> None:
    Path("givens").write_text(
        f'{{"format": "nqviz-placement", "version": 1, "shape": [5, 5, 5], "queens": {GIVENS}}}'
    )
    expected, whole, _ = answer(*question)
    assert status in (None, expected)
    assert word in (None, whole.get("status"))
    files = sharded(answer, 2, *question)
    Path("givens").unlink()
    found, joined, told = answer("merge", *files, "--recheck", "1", "--executor", "threads:1")
    assert (found, told) == (expected, "")
    for key in ("status", "bound", "count", "cells", "total"):
        assert joined.get(key) == whole.get(key)


def test_the_checkpoint_of_the_whole_is_kept_and_answers_again(run: Answer, answer: Answer) -> None:
    run("merge", *sharded(answer, 2, *EIGHT), "-o", "whole")
    status, entries, _ = answer(*EIGHT, "--checkpoint", "whole", "--recheck", "1")
    assert (status, entries["count"]) == (0, "92")


def altered(file: str, **changes: object) -> None:
    """Write a checkpoint again with other entries of its header."""
    source = Storage(Path(file))
    target = Storage(Path("other"), {**source.header, **changes})
    for record in source.records.values():
        target.put(record)
    source.close()
    target.close()
    shutil.move("other", file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: files.pop(), "1 of 3 shards are missing: 3"),
        (lambda files: files.append(files[0]), "shard 1 of 3 is in shard-1 already"),
        (lambda files: altered(files[1], program="0.0.1"), "of another version of nqviz"),
        (lambda files: altered(files[1], list="0"), "of another list of tasks than shard-1"),
        (lambda files: altered(files[1], work={"what": "x"}), "of another question than shard-1"),
        (lambda files: altered(files[2], shard="shard 3/4"), "a shard of 4, but shard-1 is one of"),
        (lambda files: altered(files[0], shard=""), "not the checkpoint of a shard"),
        (lambda files: files.append("none"), "none: there is no such file"),
        (lambda files: Path(files[1]).write_bytes(b"hello"), "shard-2: the checkpoint is damaged"),
    ],
    ids=["gap", "twice", "version", "list", "question", "number", "whole", "no file", "damaged"],
)
def test_shards_that_do_not_fit_get_one_line(
    run: Answer, answer: Answer, change: Callable[[list[str]], object], words: str
) -> None:
    files = sharded(answer, 3, *EIGHT)
    change(files)
    status, _, told = run("merge", *files, "-o", "whole")
    assert status == 2
    assert words in told
    assert told.count("\n") == 1
    assert not Path("whole").exists()


def test_a_task_that_is_missing_or_wrong_is_found(run: Answer, answer: Answer) -> None:
    files = sharded(answer, 2, *EIGHT)
    source = Storage(Path(files[1]))
    records = list(source.records.values())
    header = source.header
    source.close()
    last = records[-1]
    wrong = replace(last, state=replace(last.state, arrays={"total": np.array(77)}))
    for kept, words in (
        (records[:-1], "tasks are not done, such as task"),
        ([*records[:-1], wrong], "has another result when it is done again"),
    ):
        Path(files[1]).unlink()
        target = Storage(Path(files[1]), header)
        for record in kept:
            target.put(record)
        target.close()
        status, out, told = run("merge", *files, "--recheck", "1", "--executor", "threads:1")
        assert status != 0
        assert not out
        assert words in told


def test_nothing_in_a_checkpoint_is_run(run: Answer, answer: Answer) -> None:
    files = sharded(answer, 1, *EIGHT)
    for question in (
        ["render", "x"], ["count", "planar", "--output=x"], ["count", "-o"], [3], [],
        ["complete", "givens"], ["complete", "nq1:A/../b"], ["density", "--given=givens"],
        ["compare", "4,3", "first"],
    ):  # fmt: skip
        altered(files[0], question=question)
        status, _, told = run("merge", *files)
        assert status == 2
        assert "the checkpoint asks nothing" in told or "does not keep its question" in told


def test_a_checkpoint_is_shown_and_left_as_it_is(run: Answer, answer: Answer) -> None:
    (file,) = sharded(answer, 1, *FIVE)
    before = Path(file).read_bytes()
    status, entries, _ = answer("checkpoint", "show", file)
    assert (status, entries["done"], entries["begun"], entries["fraction"]) == (0, 158, 0, 1.0)
    assert entries["seconds_left"] == 0
    assert Path(file).read_bytes() == before
    assert run("checkpoint", "show", "none")[0] == 2


def test_what_begun_tasks_have_taken_is_no_longer_left(
    run: Answer, answer: Answer, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    states = {
        "0": TaskState(True, 1, {}, 60.0),
        "1": TaskState(False, 1, {"open": np.zeros(1)}, 40.0),
        "2": TaskState(arrays={f"{START}it": np.zeros(1)}),  # known, not begun
    }
    header = {"what": "some work"}
    checkpoint = Checkpoint(file, header, 3, weight=3.0)
    for name, state in states.items():
        checkpoint.save(name, state, at_once=True)
    checkpoint.close()
    entries = answer("checkpoint", "show", file)[1]
    assert (entries["done"], entries["begun"], entries["seconds_begun"]) == (1, 1, 40.0)
    assert entries["seconds_left"] == (80.0 - 40.0) + 70.0
    out = run("checkpoint", "show", file)[1]
    assert "1 task done, 1 begun (40 s so far), 3 at first" in out
    assert "left: 110 s (likely " in out


def test_a_plan_names_tasks_time_and_memory(answer: Answer) -> None:
    question = ("plan", *FIVE, "--queens", "13", "--workers", "100", "--seconds", "20")
    status, entries, _ = answer(*question)
    assert (status, entries["tasks"]) == (0, 158)
    assert entries["wall_seconds"] >= entries["longest"] >= 0
    assert entries["low"] <= entries["seconds"] <= entries["high"]
    status, entries, _ = answer("plan", "count", "full", "--n", 9, "--d", 3, "--seconds", 20)
    assert (status, entries["tasks"]) == (0, 46)  # the planar solutions up to symmetry
    status, entries, _ = answer("plan", "count", "regular", "--n", 5, "--d", 2)
    assert (status, entries["tasks"]) == (0, 1)


def test_a_plan_of_domination_names_its_tasks_or_that_there_are_none(answer: Answer) -> None:
    status, entries, _ = answer("plan", "dominate", "--n", 8, "--d", 2, "--prove", 4)
    assert (status, entries["sampled"]) == (0, len(tasks_of(Board.cube(8, 2), False, 4)))
    status, entries, _ = answer("plan", "dominate", "--n", 6, "--d", 2)
    assert (status, entries["tasks"]) == (0, 0)  # the first set meets the bound


def test_a_plan_of_a_proof_counts_what_its_tasks_add(answer: Answer) -> None:
    question = ("maximum", "--n", 6, "--d", 3, "--prove", 22)
    status, entries, _ = answer("plan", *question, "--engine", "theta", "--seconds", 60)
    assert status == 0
    assert entries["tasks"] > 1
    assert entries["seconds"] > 0


def test_a_plan_without_a_sample_estimates_nothing(run: Answer, answer: Answer) -> None:
    """Neither where the tasks are not listed, nor where the maximum is not found first."""
    theta = ("plan", "count", "maximum", "--n", 7, "--d", 3, "--queens", 32, "--seconds", 0.01)
    status, out, _ = run(*theta)
    assert (status, out.count("\n"), "likely" in out) == (3, 1, False)
    assert out.startswith("cannot estimate: ")
    entries = answer(*theta)[1]
    assert (entries["status"], entries["sampled"], entries["seconds"]) == ("limit", 0, None)
    for what, n, d in (("maximum", 5, 4), ("maximal", 6, 3)):
        status, out, _ = run("plan", "count", what, "--n", n, "--d", d, "--seconds", 0.1)
        assert (status, out.count("\n")) == (3, 1), out
        assert out.startswith("cannot estimate: ")


def test_where_no_task_ends_random_descents_give_the_time(run: Answer, answer: Answer) -> None:
    question = ("plan", "count", "maximum", "--n", 12, "--d", 3, "--seconds", 0.5)
    entries = answer(*question, "--queens", 133)[1]
    assert (entries["status"], entries["sampled"], entries["assumed"]) == ("plan", 0, None)
    assert entries["descents"] >= 8
    assert entries["low"] <= entries["seconds"] <= entries["high"]
    assert entries["seconds"] > 3e10
    lines = run(*question)[1].splitlines()
    assert "random descents of the search" in lines[0]
    assert lines[-1].startswith("not in it: a proof that 133 is the maximum")


def test_a_sample_that_ran_every_task_says_so(run: Answer, answer: Answer) -> None:
    """A count whose first task leaves no others is known, not estimated."""
    question = ("plan", "count", "maximum", "--n", 10, "--d", 3, "--queens", 100)
    entries = answer(*question)[1]
    assert (entries["tasks"], entries["sampled"], entries["longest"]) == (1, 1, entries["seconds"])
    lines = run("plan", *FIVE, "--seconds", "20")[1].splitlines()
    assert lines[0] == "158 tasks; all run to the end"
    assert lines[-1].endswith("--queens 13 spares it")
    assert not any(" ± " in line for line in lines)


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which a shell finds nqviz."""
    folder = tmp_path / "bin"
    folder.mkdir()
    starter = folder / "nqviz"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nqviz.cli "$@"\n')
    starter.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell with xargs")
def test_the_scripts_of_the_guide_do_what_they_promise(
    run: Answer, answer: Answer, tmp_path: Path, program: dict[str, str]
) -> None:
    scripts = blocks(GUIDE / "cluster.md", "bash")
    (parallel,) = (text for text in scripts if "xargs" in text)
    (slurm,) = (text for text in scripts if "SBATCH" in text)
    done = run_process(["bash", "-e", "-c", parallel], env=program, cwd=tmp_path)  # fmt: skip
    assert "14,200 planar placements" in done.stdout, done.stderr
    for number in range(1, 3):
        job = {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": "2"}
        subprocess.run(
            ["bash", "-e", "-c", slurm], env={**program, **job}, cwd=tmp_path, check=True,
            capture_output=True,
        )  # fmt: skip
    status, entries, _ = answer("merge", *sorted(map(str, tmp_path.glob("slurm-*"))))
    assert (status, entries["count"]) == (0, "14200")
