"""Tasks on a Dask cluster of two workers on this machine: the same results as here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nqviz import Board, InputError, Status
from nqviz.counting import count_layered_directly, count_maximum, count_planar
from nqviz.problems import maximum
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")

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
        patch.setattr("nqviz.run.tasks.dask_cluster.DASK_SECONDS", 100.0)
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


def test_a_cluster_that_does_not_answer_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.run.tasks.dask_cluster.DASK_SECONDS", 0.5)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at 127.0.0.1:1"):
        count_planar(Board.cube(6, 2), split=Execution("dask://127.0.0.1:1"))
