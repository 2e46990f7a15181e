"""Checkpoints: a run goes on where it was, and a damaged file never proves anything."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import time
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, Status, __version__
from nqviz.counting import count_planar
from nqviz.counting.tables import known_counts
from nqviz.engines import Problem, ThetaEngine
from nqviz.engines.threads import wait_for_engines
from nqviz.problems.first import first_placement
from nqviz.run.locks import FileLock
from nqviz.run.tasks import Checkpoint, Execution, TaskRunner, TaskState
from nqviz.run.tasks.checkpoint import SAVE_SECONDS
from nqviz.run.tasks.storage import Record, Storage, read_only
from tests.nqviz.run.tasks.work import STEPS, WORK, broken, count_up, kept, slow, totals
from tests.patience import STALL


def stopped_runner(file: Path, after: int) -> TaskRunner:
    """Run until so many tasks are done."""
    runner = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    runner.run(lambda: sum(part.done for part in runner.slices) < after)
    return runner


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "work.checkpoint"
    first = stopped_runner(file, 4)
    done = [part.done for part in first.slices]
    assert 4 <= sum(done) < 9
    again = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert [part.done for part in again.slices] == done
    again.run(lambda: True)
    assert totals(again) == [STEPS * task for task in range(9)]
    assert again.nodes == 9 * STEPS
    whole = TaskRunner(broken, range(9), Execution(checkpoint=file), identity=WORK)
    whole.run(lambda: True)  # nothing is left to do
    assert totals(whole) == totals(again)


def crafted(file: Path, arrays: dict[str, np.ndarray], name: str = "") -> None:
    """Give the last task, or the best result, of a checkpoint other arrays, with a checksum."""
    assert wait_for_engines(STALL)
    storage = Storage(file)
    if name:
        storage.put_best(arrays)
    else:
        last = max(storage.records)
        storage.put(Record(last, TaskState(True, 1, arrays)))
    storage.close()


@pytest.mark.parametrize(
    "arrays",
    [
        {},
        {"sum": np.array(3)},
        {"total": np.array([1.5, 2.5])},
        {"total": np.array("x"), "at": np.array(1)},
        {"total": np.zeros((0,), np.int64), "at": np.array(1)},
    ],
    ids=["none", "other name", "two numbers", "text", "empty"],
)
def test_arrays_that_no_count_writes_are_refused(
    tmp_path: Path, arrays: dict[str, np.ndarray]
) -> None:
    file = tmp_path / "kept"
    split = Execution(checkpoint=file)
    count_planar(Board.cube(8, 2), split=split)
    crafted(file, arrays)
    with pytest.raises(InputError, match="the checkpoint does not fit the count of full solutions"):
        count_planar(Board.cube(8, 2), split=split)


@pytest.mark.parametrize("missing", ["tried", "best", "weights", "begin", "refuted", "solved"])
def test_arrays_that_no_search_for_the_first_placement_writes_are_refused(
    tmp_path: Path, missing: str
) -> None:
    file, board = tmp_path / "kept", Board.cube(10, 2)
    split = Execution(checkpoint=file)
    found = first_placement(board, split=split)
    again = first_placement(board, split=split)
    assert again.permutation == found.permutation
    assert again.premises[0].endswith(f"of the checkpoint {file}")
    storage = Storage(file)
    arrays = dict(storage.records[max(storage.records)].state.arrays)
    storage.close()
    wrong = [{**arrays, missing: arrays[missing] + 1000}, {**arrays, missing: np.zeros((2, 3, 5))}]
    del arrays[missing]
    for each in [arrays, *wrong]:
        crafted(file, each)
        if each is wrong[0] and (missing in ("weights", "solved") or not each[missing].size):
            continue  # any numbers are possible
        with pytest.raises(InputError, match="the checkpoint does not fit the first placement"):
            first_placement(board, split=split)


@pytest.mark.parametrize("name", ["need", "tree", "sizes"])
def test_steps_that_no_theta_search_writes_are_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "kept"
    engine = ThetaEngine(Execution(checkpoint=file))
    problem = Problem(Placement(Board.cube(6, 3)), 22)
    assert engine.solve(problem).status is Status.INFEASIBLE
    assert wait_for_engines(STALL)
    storage = Storage(file)
    last = dict(storage.records[max(storage.records)].state.arrays)
    storage.close()
    crafted(file, {key: value for key, value in last.items() if key != name})
    with pytest.raises(InputError, match="the checkpoint does not fit"):
        engine.solve(problem)


def test_every_record_says_when_by_what_and_how_long_it_was_made(tmp_path: Path) -> None:
    file, began = tmp_path / "file", time.time()
    assert count_planar(Board.cube(8, 2), split=Execution(checkpoint=file)).value == 92
    with read_only(file) as storage:
        records = list(storage.records.values())
    assert len(records) > 1
    for record in records:
        facts = json.loads(record.host)
        assert facts["program"] == __version__
        assert {"system", "processor", "cores", "python", "numpy"} <= set(facts)
        assert began <= record.at <= time.time()
        assert record.state.seconds >= 0
        assert record.seed == 0  # its task draws no random numbers


def test_totals_of_the_largest_planar_boards_that_are_known_fit_into_a_word() -> None:
    ((most, _source),) = known_counts("planar", 27, 2)
    assert most == 234_907_967_154_122_528 < 2**63
    ((most, _source),) = known_counts("toroidal", 31, 2)
    assert most == 13_404_947_681_712 < 2**63


def test_what_is_found_beside_the_tasks_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    runner = TaskRunner(count_up, range(2), Execution(checkpoint=file), identity=WORK)
    runner.save_best({"queens": np.array([1, 5])})
    runner.save_best({"queens": np.array([1, 5, 9])})
    runner.run(lambda: True)
    again = TaskRunner(count_up, range(2), Execution(checkpoint=file), identity=WORK)
    assert again.checkpoint is not None
    assert again.checkpoint.best["queens"].tolist() == [1, 5, 9]
    again.run(lambda: True)


def test_a_task_under_way_is_kept_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqviz.run.tasks.checkpoint.SAVE_SECONDS", -1.0)
    assert SAVE_SECONDS > 1
    file = tmp_path / "file"
    runner = TaskRunner(slow, [0], Execution(checkpoint=file), identity=WORK)
    runner.run(lambda: runner.nodes < 3)
    again = TaskRunner(slow, [0], Execution(checkpoint=file), identity=WORK)
    assert again.slices[0].nodes >= 2
    again.run(lambda: False)


def test_a_flipped_bit_never_changes_what_a_checkpoint_says(tmp_path: Path) -> None:
    file = tmp_path / "file"
    checkpoint = Checkpoint(file, WORK, 9)
    for index in range(3):
        checkpoint.save(str(index), TaskState(True, 10 + index))
    checkpoint.close()
    data, right = file.read_bytes(), kept(file)
    assert right == {"0": (True, 10), "1": (True, 11), "2": (True, 12)}
    chosen, refused = random.Random(1), 0
    used = [place for place, byte in enumerate(data) if byte]  # most of a page is free
    for place in chosen.sample(used, 400):
        flipped = bytearray(data)
        flipped[place] ^= 1 << chosen.randrange(8)
        file.write_bytes(flipped)
        try:
            assert kept(file) == right, f"byte {place}"
        except InputError:
            assert file.read_bytes() == flipped
            refused += 1
    assert refused > 300


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM task WHERE name = '1'", "records are missing"),
        ("UPDATE task SET nodes = 12 WHERE name = '1'", "checksum of task '1' does not match"),
        ("UPDATE task SET name = '2' WHERE name = '1'", "checksum of task '2' does not match"),
        ("DELETE FROM best", "records are missing"),
        ("UPDATE about SET header = replace(header, '9', '8')", "checksum of its header"),
        ("DELETE FROM about", "its header cannot be read"),
        ("CREATE VIEW more AS SELECT 1", "other tables than a checkpoint"),
        ("PRAGMA user_version = 4", "version 4; nqviz reads versions 1 to 3"),
        ("PRAGMA application_id = 0", "not a checkpoint"),
    ],
)
def test_a_database_that_was_changed_gets_one_line(
    tmp_path: Path, statement: str, words: str
) -> None:
    file = tmp_path / "file"
    checkpoint = Checkpoint(file, WORK, 9)
    for index in range(2):
        checkpoint.save(str(index), TaskState(True, 10 + index))
    checkpoint.save_best({"queens": np.array([3])})
    checkpoint.close()
    with sqlite3.connect(file) as database:
        database.execute(statement)
    database.close()
    before = file.read_bytes()
    with pytest.raises(InputError, match=words) as caught:
        Checkpoint(file, WORK, 9)
    assert "\n" not in str(caught.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"work": {"what": "counting"}}, "is of counting, not of adding up"),
        ({"work": {**WORK, "n": 8}}, "of adding up, with other settings"),
        ({"list": "0"}, "has other tasks"),
        ({"tasks": 8}, "has other tasks"),
        ({"shard": "shard 1/2"}, "is of shard 1/2, not of all tasks"),
        ({"program": "0.0.1"}, "is of version 0.0.1 of nqviz, this one is"),
        ({"machine": {"bits": 8}}, "another kind of machine"),
    ],
)
def test_a_checkpoint_is_bound_to_its_work(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    file = tmp_path / "file"
    Checkpoint(file, WORK, 9).close()
    storage = Storage(file)
    header = {**storage.header, **change}
    storage.close()
    file.unlink()
    Storage(file, header).close()
    before = file.read_bytes()
    with pytest.raises(InputError, match=words):
        Checkpoint(file, WORK, 9)
    assert file.read_bytes() == before


def test_a_file_that_was_cut_off_is_repaired_or_refused(tmp_path: Path) -> None:
    """A run that is killed in the midst of a transaction leaves a journal, which undoes it."""
    file = tmp_path / "file"
    checkpoint = Checkpoint(file, WORK, 9)
    checkpoint.save("0", TaskState(True, 10))
    checkpoint.close()
    whole = file.read_bytes()
    for length in range(1, len(whole), 997):
        file.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"damaged|not a checkpoint|cannot be used"):
            kept(file)


def test_a_file_whose_making_was_killed_is_begun_again(tmp_path: Path) -> None:
    making, file = tmp_path / "making", tmp_path / "file"
    database = sqlite3.connect(making, isolation_level=None)
    database.execute("PRAGMA cache_size = 1")
    database.execute("BEGIN IMMEDIATE")
    database.execute("CREATE TABLE task (data)")
    for _ in range(100):  # more than the cache holds: it is written before it is committed
        database.execute("INSERT INTO task VALUES (zeroblob(5000))")
    file.write_bytes(making.read_bytes())
    journal = making.with_name("making-journal").read_bytes()
    file.with_name("file-journal").write_bytes(journal)
    database.close()
    assert file.stat().st_size > 0
    checkpoint = Checkpoint(file, WORK, 9)
    checkpoint.save("0", TaskState(True, 10))
    checkpoint.close()
    assert kept(file) == {"0": (True, 10)}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_or_a_device_is_no_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who is not root cannot write a lock beside a device.
    monkeypatch.setattr(FileLock, "acquire", lambda _lock: pytest.fail("a lock beside a device"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="a pipe, not a file"):
        Checkpoint(tmp_path / "pipe", WORK, 9)
    with pytest.raises(InputError, match="a device, not a file"):
        Checkpoint("/dev/zero", WORK, 9)


def test_a_checkpoint_that_cannot_be_written_gets_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be used: no such file"):
        TaskRunner(count_up, range(9), Execution(checkpoint=tmp_path / "none" / "file"))


def test_arrays_of_objects_stay_out_of_files(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "kept", {"what": "things"}, 1)
    things = np.empty(1, dtype=object)
    things[0] = object()
    checkpoint.save("0", TaskState(True, 2, {"things": things, "number": np.array(3)}))
    checkpoint.close()
    again = Checkpoint(tmp_path / "kept", {"what": "things"}, 1)
    again.close()
    assert list(again.slices["0"].arrays) == ["number"]


def test_one_run_at_a_time_uses_a_checkpoint(tmp_path: Path) -> None:
    first = Checkpoint(tmp_path / "file", WORK, 9)
    with pytest.raises(InputError, match="another run is using this checkpoint"):
        Checkpoint(tmp_path / "file", WORK, 9)
    first.close()
    Checkpoint(tmp_path / "file", WORK, 9).close()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_two_runs_that_no_lock_separates_lose_nothing(tmp_path: Path) -> None:
    """As on a network drive without locks: the one that writes second ends in one line."""
    file = tmp_path / "file"
    Storage(file, {"work": WORK}).close()
    first, second = Storage(file), Storage(file)
    first.put(Record("0", TaskState(True, 1)))
    first.flush()
    second.put(Record("1", TaskState(True, 1)))
    with pytest.raises(InputError, match="another run has written to this checkpoint"):
        second.flush()
    second.close()
    first.put(Record("2", TaskState(True, 1)))
    first.close()
    again = Storage(file)
    assert sorted(again.records) == ["0", "2"]
    again.close()
