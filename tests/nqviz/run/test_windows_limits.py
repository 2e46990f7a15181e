"""What differs on Windows and in programs without a console, tested on any system."""

from __future__ import annotations

import ast
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

import nqviz
import nqviz_app
from nqviz.run.tasks import executors
from tests.process import run_process

STARTS = {"Popen", "run", "call", "check_call", "check_output"}
WITHOUT_STREAMS = """\
import sys

sys.stdin = sys.stdout = sys.stderr = None
sys.argv = ["nqviz", *{words!r}]
from {module} import main

status = main()
assert status == {status}, status
"""


def started_without_flags(path: Path) -> list[str]:
    """Return where a module starts a process that may open a window of a console."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id == "subprocess" and node.func.attr in STARTS:
            flags = [ast.unparse(each.value) for each in node.keywords if each.arg]
            found += [] if "NO_CONSOLE" in flags else [f"{path.name}:{node.lineno}"]
    return found


def test_no_process_opens_a_window_of_a_console() -> None:
    folders = [Path(package.__file__ or "").parent for package in (nqviz, nqviz_app)]
    everything = [path for folder in folders for path in folder.rglob("*.py")]
    modules = [path for path in everything if "subprocess" in path.read_text(encoding="utf-8")]
    assert len(modules) > 3
    assert [each for path in modules for each in started_without_flags(path)] == []


@pytest.mark.parametrize(("system", "most"), [("win32", 61), ("linux", 200)])
def test_windows_waits_for_61_workers_at_most(
    system: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[int] = []

    class Workers(ThreadPoolExecutor):
        is_ready = True

        def __init__(self, workers: int, _work: object) -> None:
            widths.append(workers)
            super().__init__(1)

        def close(self) -> None:
            self.shutdown()

    monkeypatch.setattr(executors, "ProcessWorkers", Workers)
    monkeypatch.setattr(executors, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(executors, "HEAD_START", -1.0)
    pool = executors.WorkerPool("processes:200")
    assert pool.submit(int, "7").result() == 7
    pool.close()
    assert widths == [most]


@pytest.mark.parametrize(
    ("module", "words", "status"),
    [
        ("nqviz.cli", ["bounds", "--n", "4", "--d", "2"], 0),
        ("nqviz.cli", ["bounds", "--n", "x"], 2),
        ("nqviz.cli", ["verify", "missing.json"], 2),
        ("nqviz_app.main", ["missing.json"], None),
    ],
)
def test_programs_without_streams_end_as_others(
    module: str, words: list[str], status: int | None, tmp_path: Path
) -> None:
    text = WITHOUT_STREAMS.format(module=module, words=words, status=status)
    if module == "nqviz_app.main":  # it ends the process itself
        text = text.replace("main()", "main(sys.argv[1:])").replace("status == None", "status == 2")
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    done = run_process(
        [sys.executable, program],
        timeout=120,
        env={"QT_QPA_PLATFORM": "missing", "PATH": "", "HOME": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
