"""What tests of the command line share: run it in this process, and files to run it on."""

import json
from pathlib import Path
from typing import Any

import pytest

from nqviz.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command in this process; give its status, standard output and error."""

    def call(*arguments: object) -> Any:
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of the test's own, where files have short names."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def answer(run: Any) -> Any:
    """Run the command with --json and give its status and its one JSON object."""

    def call(*arguments: object) -> Any:
        status, out, err = run(*arguments, "--json")
        assert len(out.splitlines()) == 1
        return status, json.loads(out), err

    return call


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Write a file and give its path."""

    def write(content: str | bytes, name: str = "placement.txt") -> Any:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
