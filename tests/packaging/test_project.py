"""The three import names hold all that lies in their folders."""

import fnmatch
import runpy
import sys
import tomllib
from pathlib import Path

import environment
import setuptools

from tests.process import run_process

ROOT = environment.ROOT
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
FOLDERS: dict[str, str] = SETTINGS["setuptools"]["package-dir"]


def files_below(folder: str) -> list[Path]:
    paths = (ROOT / folder).rglob("*")
    return [path for path in paths if path.is_file() and "__pycache__" not in path.parts]


def test_every_folder_with_python_files_is_a_package(monkeypatch) -> None:
    given: dict[str, list[str]] = {}
    monkeypatch.setattr(setuptools, "setup", given.update)
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(ROOT / "setup.py"))
    present = {
        ".".join([name, *path.parent.relative_to(ROOT / folder).parts])
        for name, folder in FOLDERS.items()
        for path in files_below(folder)
        if path.suffix == ".py"
    }
    assert set(given["packages"]) == present
    assert {"nqviz", "nqviz_app", "nqviz_resources"} <= present


def test_every_other_file_ships_as_data() -> None:
    patterns: dict[str, list[str]] = SETTINGS["setuptools"]["package-data"]
    for name, folder in FOLDERS.items():
        for path in files_below(folder):
            fits = (
                fnmatch.fnmatch(f"/{path.relative_to(ROOT / folder).as_posix()}", f"*/{end}")
                for pattern in (*patterns["*"], *patterns[name])
                for end in [pattern.removeprefix("**/")]
            )
            is_made = path.suffix in {".py", ".nbi", ".nbc"} or path.stem.startswith("_kernels.")
            assert is_made or any(fits), f"{path} would not ship"


def test_the_import_names_are_found_from_any_folder(tmp_path: Path) -> None:
    code = f"import {', '.join(FOLDERS)}; print(*(m.__file__ for m in ({', '.join(FOLDERS)})))"
    done = run_process([sys.executable, "-c", code], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [Path(file).parent for file in done.stdout.split()] == [
        ROOT / folder for folder in FOLDERS.values()
    ]
