"""The command line of bootstrap.py: what it would run, and what it turns down."""

import os
import sys
import tomllib
from pathlib import Path

import bootstrap
import pytest

from tests.process import run_process

TESTS = bootstrap.environment.ROOT / "tests"

BOOTSTRAP = Path(bootstrap.__file__)


def test_the_example_is_there() -> None:
    assert bootstrap.EXAMPLE.is_file()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "nothing to do"),
        (["fly"], "cannot do 'fly'"),
        (["run", "a.json", "b.json"], "cannot do 'run a.json b.json'"),
        (["run", "--fast"], "cannot do 'run --fast'"),
        (["run", "no-such-file.json"], "no-such-file.json: no such file"),
        (["setup", "now"], "cannot do 'setup now'"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(arguments: list[str], named: str) -> None:
    done = run_process([sys.executable, str(BOOTSTRAP), *arguments])
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"bootstrap.py {command}" in said for command in ("run", "test", "setup"))


def test_the_file_is_read_by_pythons_too_old_to_run_it() -> None:
    import ast

    ast.parse(BOOTSTRAP.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_the_explorer_opens_the_file_and_saves_a_picture_only_when_asked() -> None:
    seen = bootstrap.explorer_command(Path("a.json"), None)
    saved = bootstrap.explorer_command(Path("a.json"), Path("b.png"))
    assert "nqviz-explorer" in Path(seen[0]).name
    assert seen[1:] == ["a.json"]
    assert saved[1:] == ["--screenshot", "b.png", "a.json"]


def test_every_folder_of_tests_is_run() -> None:
    commands = bootstrap.check_commands([])
    run = {word for name in ("library", "window") for word in commands[name]}
    folders = {path.parent for path in TESTS.rglob("test_*.py")}
    assert {f"tests/{folder.relative_to(TESTS).parts[0]}" for folder in folders} <= run


def test_further_arguments_reach_pytest_alone() -> None:
    commands = bootstrap.check_commands(["-k", "board"])
    assert list(commands) == ["ruff check", "ruff format", "mypy", "lint-imports", "pytest"]
    assert commands["pytest"][-2:] == ["-k", "board"]
    assert not any("board" in word for name in commands for word in commands[name][:-1])


def test_every_check_runs_and_the_failed_ones_are_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def commands(_arguments: object) -> dict[str, list[str]]:
        say = [sys.executable, "-c"]
        return {
            "first": [*say, "raise SystemExit(3)"],
            "second": [*say, "import os; print('shown on', os.environ['DISPLAY'])"],
        }

    monkeypatch.setattr(bootstrap, "prepare", lambda _extras: None)
    monkeypatch.setattr(bootstrap, "check_commands", commands)
    monkeypatch.setenv("DISPLAY", ":user")
    assert bootstrap.test([]) == 1
    said = capfd.readouterr().out
    assert "first        failed" in said
    assert "second       passed" in said
    if sys.platform == "linux":
        assert "shown on :" in said
        assert ":user" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux runs without a display")
@pytest.mark.parametrize("status", [0, 2])
def test_without_a_display_the_picture_is_saved_where_one_stands(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    status: int,
) -> None:
    def command(file: Path, screenshot: Path | None) -> list[str]:
        code = f"import os; print('on', os.environ['DISPLAY']); raise SystemExit({status})"
        return [sys.executable, "-c", code, str(file), str(screenshot)]

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(bootstrap, "prepare", lambda _extras: None)
    monkeypatch.setattr(bootstrap, "explorer_command", command)
    assert bootstrap.run(BOOTSTRAP) == status
    said = capfd.readouterr().out
    assert "No display was found" in said
    assert "on :" in said
    assert (f"saved as {tmp_path / 'explorer.png'}" in said) == (status == 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_ci_runs_the_checks() -> None:
    script = bootstrap.environment.ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "packaging/bootstrap.py test" in script.read_text(encoding="utf-8")


def test_constraints_are_names_and_versions_and_name_every_dependency() -> None:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    root = bootstrap.environment.ROOT
    lines = (root / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines)
    versions = {canonicalize_name(name): version for name, version in pinned.items()}
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    direct = [*project["dependencies"], *(name for extra in extras for name in extra)]
    for requirement in map(Requirement, direct):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)])
