"""Tasks on a Dask cluster of two workers on this machine: the same results as here."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from nqviz import Board, InputError, Status, __version__
from nqviz.counting import count_layered_directly, count_maximum, count_planar
from nqviz.problems import maximum
from nqviz.problems.compare import Formulation, cases
from nqviz.problems.compare_tasks import compare_in_tasks
from nqviz.problems.first import first_placement
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, TaskRunner, TaskState, WorkersLost
from tests.nqviz.run.tasks.work import STEPS, count_up, fall_once, totals
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
dask = pytest.importorskip("dask", reason="the extra dask is not installed")

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(600),  # each worker loads everything anew
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with (
        pytest.MonkeyPatch.context() as patch,
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
    ):
        patch.setattr("nqviz.run.tasks.executors.DASK_SECONDS", 100.0)
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def test_counts_are_the_same(address: str, tmp_path: Path) -> None:
    count = count_maximum(Board.cube(5, 3), split=Execution(address, tmp_path / "file"))
    assert (count.count, count.orbits) == (1056, 22)
    assert count_planar(Board.cube(10, 2), split=Execution(address)).count == 724
    assert count_layered_directly(Board.cube(4, 3), split=Execution(address)).count == 7196


def test_tasks_that_grow_end_with_the_same(address: str) -> None:
    count = count_maximum(Board.cube(6, 3), k=21, split=Execution(address), method="theta")
    assert (count.count, count.orbits) == (912, 19)


def test_a_proof_is_the_same(address: str) -> None:
    outcome = maximum(Board.cube(5, 3), prove=14, split=Execution(address))
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 13)
    assert outcome.nodes == maximum(Board.cube(5, 3), prove=14, engine="exhaustive").nodes


def test_a_stop_is_heeded_at_once(address: str) -> None:
    stop = StopWhen(lambda news: (news.nodes or 0) > 0)
    count = count_maximum(
        Board.cube(7, 3),
        run=RunContext(progress=stop.watch, stop=stop),
        k=32,
        split=Execution(address),
    )
    assert stop.age < STALL
    assert count.status is Status.STOPPED


def fall(task: int, part: TaskState, seconds: float) -> TaskState:
    """Kill every worker that does it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return part


def of_another_version(version: str) -> None:
    from nqviz.run.tasks import split

    split.nqviz_version = lambda: version  # type: ignore[attr-defined]


def test_a_worker_that_is_killed_costs_only_its_slice(address: str, tmp_path: Path) -> None:
    said: list[str] = []
    split = Execution(address, tmp_path / "file", announce=said.append)
    runner = TaskRunner(partial(fall_once, str(tmp_path / "fallen")), range(9), split)
    runner.run(lambda: True)
    assert (tmp_path / "fallen").exists()
    assert totals(runner) == [STEPS * task for task in range(9)]
    assert said[0].startswith("Dask cluster at ")


def nap(task: int, part: TaskState, seconds: float) -> TaskState:
    """Add up as `count_up` does, so slowly that workers are killed in the midst."""
    time.sleep(0.15)
    return count_up(task, part, seconds)


def test_a_worker_killed_every_few_seconds_leaves_the_sum_right(
    address: str, tmp_path: Path
) -> None:
    killed: list[float] = []
    runner = TaskRunner(nap, range(24), Execution(address, tmp_path / "file"))
    client = distributed.Client(address.replace("dask://", "tcp://"), set_as_default=False)

    def look() -> bool:
        if not killed or time.monotonic() > killed[-1] + 1.5:
            workers = client.scheduler_info(n_workers=-1)["workers"]
            pids = client.run(os.getpid, on_error="ignore") if len(workers) == 2 else {}
            if runner.nodes and pids:
                os.kill(next(iter(pids.values())), signal.SIGKILL)
                killed.append(time.monotonic())
        return True

    try:
        runner.run(look)
    finally:
        client.close()
    assert len(killed) > 1
    assert totals(runner) == [STEPS * task for task in range(24)]


def test_the_address_of_the_dashboard_is_told() -> None:
    said: list[str] = []
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0"
    ) as cluster:
        where = cluster.scheduler_address.replace("tcp://", "")
        port = cluster.scheduler.services["dashboard"].port
        runner = TaskRunner(count_up, range(2), Execution(f"dask://{where}", announce=said.append))
        runner.run(lambda: True)
    told = f"Dask cluster at {where}, dashboard http://127.0.0.1:{port}/status"
    assert said == [told]


def test_an_adaptive_cluster_grows_from_no_workers() -> None:
    with distributed.LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=None
    ) as cluster:
        cluster.adapt(minimum=0, maximum=2, interval="100ms")
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        runner = TaskRunner(count_up, range(6), Execution(address))
        runner.run(lambda: True)
    assert totals(runner) == [STEPS * task for task in range(6)]


def test_a_cluster_with_certificates_is_reached_by_them(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl, which makes the certificates, is not installed")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    where = ["-keyout", key, "-out", cert, "-subj", "/CN=localhost"]
    subprocess.run([*made, *where], check=True, capture_output=True)
    names = ("ca-file", "client.key", "client.cert", "scheduler.key", "scheduler.cert")
    names += ("worker.key", "worker.cert")
    keys = {f"distributed.comm.tls.{name}": str(key if "key" in name else cert) for name in names}
    with (
        dask.config.set(keys),
        distributed.LocalCluster(
            n_workers=1,
            processes=False,
            protocol="tls://",
            security=distributed.Security(require_encryption=True),
            dashboard_address=None,
        ) as cluster,
    ):
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        runner = TaskRunner(count_up, range(3), Execution(f"dask:{address}"))
        runner.run(lambda: True)
        assert totals(runner) == [STEPS * task for task in range(3)]
        plain = Execution(address.replace("tls://", "dask://"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("nqviz.run.tasks.executors.DASK_SECONDS", 2.0)
            with pytest.raises(InputError, match="no Dask scheduler answers"):
                TaskRunner(count_up, range(3), plain).run(lambda: True)


def test_a_scheduler_file_names_a_cluster_that_has_no_workers_yet(tmp_path: Path) -> None:
    """Tasks wait for the workers that come later."""
    file = tmp_path / "scheduler.json"
    said: list[str] = []
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster:
        file.write_text(json.dumps(cluster.scheduler.identity(), default=str))
        runner = TaskRunner(count_up, range(3), Execution(f"dask:{file}", announce=said.append))

        def look() -> bool:
            if said and not cluster.workers:
                cluster.scale(1)
            return True

        runner.run(look)
    assert totals(runner) == [STEPS * task for task in range(3)]
    assert "waiting for them" in said[-1]


def test_a_worker_of_another_version_ends_the_run_in_one_line(address: str) -> None:
    client = distributed.Client(address.replace("dask://", "tcp://"), set_as_default=False)
    try:
        client.run(of_another_version, "0.0.1")
        with pytest.raises(InputError, match=r"a worker has version 0\.0\.1 of nqviz"):
            TaskRunner(count_up, range(3), Execution(address)).run(lambda: True)
        client.run(of_another_version, __version__)
    finally:
        client.close()


def test_tasks_that_kill_every_worker_end_the_run_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqviz.run.tasks.execution.MAX_DEATHS", 1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        cluster.scheduler.allowed_failures = 0
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        runner = TaskRunner(fall, range(1), Execution(address, tmp_path / "file"))
        with pytest.raises(WorkersLost, match="the workers were lost; 0 of 1 tasks are done"):
            runner.run(lambda: True)
        assert runner.replaced == 2


def test_a_cluster_that_does_not_answer_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.run.tasks.executors.DASK_SECONDS", 0.5)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at 127.0.0.1:1"):
        count_planar(Board.cube(6, 2), split=Execution("dask://127.0.0.1:1"))


def test_first_queens_walks_and_comparisons_run_on_a_cluster(address: str) -> None:
    split = Execution(address)
    assert first_placement(Board.cube(12, 2), split=split).certain[:3] == (0, 2, 4)
    outcome = maximum(Board.cube(6, 3), prove=21, engine="local-search", split=split)
    assert outcome.count == 21
    asked = cases([Board.cube(3, 3)], [Formulation.parse("base+cube")], ["highs"])
    (row,) = compare_in_tasks(asked, split, takes_bounds=False)
    assert (row.status, row.count) == ("optimal", 4)


def test_a_case_that_nobody_waits_for_ends_on_its_worker(address: str) -> None:
    stop = StopWhen(lambda news: news.seconds > 1.0)
    asked = cases([Board.cube(9, 3)], [Formulation.parse("base")], ["highs"])
    context = RunContext(progress=stop.watch, stop=stop)
    assert compare_in_tasks(asked, Execution(address), context) == ()
    with distributed.Client(address.replace("dask://", "tcp://"), set_as_default=False) as client:
        ends = time.monotonic() + STALL
        while any(client.run(busy_threads).values()):
            assert time.monotonic() < ends
            time.sleep(0.1)


def busy_threads(dask_worker: distributed.Worker) -> int:
    """Return how many tasks the threads of a worker are at."""
    return len(dask_worker.active_threads)
