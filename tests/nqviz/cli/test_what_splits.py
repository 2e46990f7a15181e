"""The table of the guide with what splits: each question is run as the table says, in all ways."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from nqviz.core.errors import InputError
from nqviz.run.tasks import TaskRunner, execution
from tests.guide.blocks import GUIDE

HOW = ("queens", "square", "engine", "source")
"""Entries that differ where several placements are as good, or several engines find one."""
Answer = Callable[..., tuple[int, str, str]]
pytestmark = pytest.mark.usefixtures("here")
VOLATILE = ("seconds", "evidence", "known", "note", "message", "nodes", "fastest", "slowest")
"""Entries that differ between two runs of a question."""


def rows() -> list[tuple[str, str, str]]:
    """Return the questions of the table, with whether each splits into shards, and its recheck."""
    lines = (GUIDE / "cluster.md").read_text().splitlines()
    found = [re.fullmatch(r"\| `nqviz (.+?)` \|.*\| (\w+) \| ([^|]+) \|", line) for line in lines]
    return [(each[1], each[2], each[3]) for each in found if each]


def answer(out: str) -> object:
    """Return the parts of an answer that are the same in every run."""

    def kept(value: object) -> object:
        if isinstance(value, list):
            return [kept(each) for each in value]
        if isinstance(value, dict):
            return {name: kept(each) for name, each in value.items() if name not in VOLATILE}
        return value

    return kept(json.loads(out))


def placed(entries: object) -> object:
    """Return an answer without the placement, which differs where several are as good."""
    assert isinstance(entries, dict)
    return {name: each for name, each in entries.items() if name not in HOW}


def test_the_table_names_the_verbs_that_split() -> None:
    from nqviz.cli.splitting import SPLIT_VERBS

    questions = [question.split() for question, *_ in rows()]
    assert {words[0] for words in questions} == {*SPLIT_VERBS, "colour"}
    assert len(questions) >= 20


def watched(check: Callable[..., None]) -> Callable[..., None]:
    """Return a check that looks at itself: it goes another way and finds a wrong result."""

    def checked(runner: TaskRunner, *how: Any) -> None:
        check(runner, *how)
        other = runner.recheck
        assert other is not None, "the tasks are done again as before"
        assert ways(other.work) != ways(runner.work)
        leaves = [i for i in range(len(runner.slices)) if not runner.is_seed(i)]
        if not leaves:
            return
        _, at, name = max(
            (array.size, at, name)
            for at in leaves
            for name, array in runner.slices[at].arrays.items()
            if name in (other.results or runner.slices[at].arrays)
        )
        right = runner.slices[at]
        wrong = {**right.arrays, name: another(right.arrays[name])}
        runner.slices[at] = replace(right, arrays=wrong)
        with pytest.raises(InputError, match="task"):
            check(runner, *how)
        runner.slices[at] = right

    return checked


def ways(work: Any) -> tuple[object, ...]:
    """Return what is called, with what."""
    if not isinstance(work, partial):
        return (work,)
    return (work.func, *work.args, *sorted(work.keywords.items()))


def another(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array of the same kind with other contents."""
    if array.dtype.kind == "U":
        return np.array("another")
    return ~array if array.dtype == np.bool_ else array + 1


@pytest.mark.parametrize(("question", "shards", "recheck"), rows())
def test_a_question_splits_as_the_guide_says(
    run: Answer, question: str, shards: str, recheck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*question.split(), "--json")
    split = ("--executor", "threads:2", "--checkpoint", "whole")
    status, out, _ = run(*words, *split)
    whole = placed(answer(out))
    again, out, _ = run(*words, *split)
    assert (again, placed(answer(out))) == (status, whole)
    files = [f"shard-{number}" for number in (1, 2)]
    for number, file in enumerate(files, 1):
        share = ("--shard", f"{number}/2", "--checkpoint", file, "--executor", "threads:1")
        status_, out, told = run(*words, *share)
        if shards == "no":
            assert status_ == 2
            assert told.count("\n") == 1
            assert "give no shard" in told
            return
        assert (status_, json.loads(out)["status"]) == (0, "shard")
    assert recheck != "no"
    monkeypatch.setattr(execution, "check_again", watched(execution.check_again))
    merged, out, _ = run("merge", *files, "--recheck", "1", "--executor", "threads:1", "--json")
    assert (merged, placed(answer(out))) == (status, whole)
