"""What is missing is added by the program that installed nqviz."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from nqviz.core.installing import NAME, PIPX, UV, advice

LISTED = ["numpy>=1.26", 'ortools>=9.8; extra == "cpsat"', "dask>=1 ; extra == 'dask'"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an environment that is named as tools name theirs."""
    folder = tmp_path / NAME
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr("importlib.metadata.requires", lambda _name: LISTED)
    return folder


def test_pip_installs_extras(home: Path) -> None:
    assert advice("cpsat") == f"pip install '{NAME}[cpsat]'"
    assert advice() == f"pip install --force-reinstall {NAME}"


def test_pipx_injects_the_packages_of_an_extra(home: Path) -> None:
    """It would not touch nqviz, which is in its environment already."""
    (home / PIPX).write_text("{}")
    assert advice("cpsat") == f"pipx inject {NAME} 'ortools>=9.8'"
    assert advice() == f"pipx reinstall {NAME}"


@pytest.mark.parametrize("key", ["", "path", "directory", "url"])
def test_uv_installs_with_the_packages_of_an_extra(home: Path, key: str) -> None:
    source = "/a b/nqviz.whl" if key else NAME
    entry = f', {key} = "{source}"' if key else ""
    (home / UV).write_text(f'[tool]\nrequirements = [{{ name = "{NAME}"{entry} }}]\n')
    words = ["uv", "tool", "install", "--with", "dask>=1", source]
    assert shlex.split(advice("dask")) == words
    assert advice() == f"uv tool upgrade --reinstall {NAME}"


@pytest.mark.parametrize("text", ["", "[tool", "tool = 3", "[tool]\nrequirements = [3]"])
def test_a_receipt_that_cannot_be_read_is_no_error(home: Path, text: str) -> None:
    (home / UV).write_text(text)
    assert advice("cpsat") == f"uv tool install --with 'ortools>=9.8' {NAME}"


def test_the_bundle_takes_no_packages(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    (home / PIPX).write_text("{}")
    assert "takes no packages" in advice("cpsat")
