"""When .venv is trusted, filled further or made anew."""

import os
from pathlib import Path

import environment
import pytest
from environment import Stamp

SITE_PACKAGES = "Lib/site-packages" if os.name == "nt" else "lib/python3.11/site-packages"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay out a project with an environment that pip has filled."""
    for name in environment.DECIDING_FILES:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"# {name}\n")
    venv = tmp_path / ".venv"
    python = environment.executable(venv, "python")
    python.parent.mkdir(parents=True)
    python.touch()
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.11.7\n")
    for name in ("pip-26.0", "numpy-2.4.6"):
        record = venv / SITE_PACKAGES / f"{name}.dist-info" / "RECORD"
        record.parent.mkdir(parents=True)
        record.touch()
    Stamp(str(tmp_path), environment.fingerprint(tmp_path, "3.11.7"), ["test"]).write(venv)
    return tmp_path


def is_current(project: Path, *extras: str) -> bool:
    return environment.is_current(project / ".venv", project, extras)


def defect(project: Path) -> str | None:
    return environment.defect(project / ".venv", project)


def test_a_finished_environment_is_trusted(project: Path) -> None:
    assert is_current(project)
    assert is_current(project, "test")
    assert defect(project) is None


def test_an_extra_that_is_not_there_is_asked_for(project: Path) -> None:
    assert not is_current(project, "test", "cpsat")


@pytest.mark.parametrize("name", environment.DECIDING_FILES)
def test_a_change_of_what_pip_reads_is_noticed(project: Path, name: str) -> None:
    (project / name).write_text("changed\n")
    assert not is_current(project)
    assert defect(project) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"root": "/"}'])
def test_a_damaged_stamp_counts_as_none(project: Path, damage: str) -> None:
    (project / ".venv" / "nqviz-set-up.json").write_text(damage)
    assert not is_current(project)
    assert defect(project) is None


def test_another_python_is_noticed(project: Path) -> None:
    cfg = project / ".venv" / "pyvenv.cfg"
    cfg.write_text("version_info = 3.12.1\n")
    assert environment.python_version(cfg.parent) == "3.12.1"
    assert not is_current(project)
    assert defect(project) is None
    cfg.write_text("version = 3.9.2\n")
    assert defect(project) == "its Python is too old"
    cfg.unlink()
    assert defect(project) == "it has no Python"


def test_an_environment_from_another_folder_is_made_anew(project: Path) -> None:
    moved = project.with_name("moved")
    project.rename(moved)
    assert not is_current(moved)
    assert defect(moved) == "it was made for another folder"


def test_a_half_made_environment_is_made_anew(project: Path) -> None:
    packages = project / ".venv" / SITE_PACKAGES
    record = packages / "numpy-2.4.6.dist-info" / "RECORD"
    record.unlink()
    assert defect(project) == "numpy-2.4.6.dist-info is half installed"
    record.touch()
    (packages / "~umpy").mkdir()
    assert defect(project) == "~umpy is half installed"
    (packages / "~umpy").rmdir()
    (packages / "pip-26.0.dist-info").rename(packages / "pop-26.0.dist-info")
    assert defect(project) == "it has no pip"
    environment.executable(project / ".venv", "python").unlink()
    assert defect(project) == "it has no Python"


def test_the_pip_command() -> None:
    plain = environment.install_command(Path("python"), [], quiet=True)
    assert plain[:4] == ["python", "-m", "pip", "install"]
    assert plain[-1] == "."
    assert "--quiet" in plain
    rich = environment.install_command(Path("python"), ["test", "cpsat"], quiet=False)
    assert rich[-2:] == ["--editable", ".[cpsat,test]"]
    assert "packaging/constraints.txt" in rich
    assert "--quiet" not in rich


def test_a_failing_command_ends_in_one_line() -> None:
    import sys

    with pytest.raises(SystemExit, match=r"^Setting up failed: no luck\. .*above\.$"):
        environment._run_or_stop([sys.executable, "-c", "raise SystemExit(1)"], "no luck")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("WARNING: Retrying after 'Failed to establish a new connection'", "there is no network"),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("Error: [Errno 30] Read-only file system: '/x'", "this folder cannot be written to"),
    ],
)
def test_a_failure_with_a_known_reason_is_one_line(
    said: str, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    import sys

    with pytest.raises(SystemExit, match=rf"^Setting up failed: no luck: {reason}\.$"):
        environment._run_or_stop([sys.executable, "-c", f"raise SystemExit({said!r})"], "no luck")
    assert capfd.readouterr() == ("", "")


def test_debians_advice_on_venv_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    import sys

    advice = "was not created successfully because ensurepip is not\navailable.  On Debian ..."
    code = f"print({advice!r}); raise SystemExit(1)"
    with pytest.raises(SystemExit, match=r"no module ensurepip, which .* python3-venv brings\.$"):
        environment._run_or_stop([sys.executable, "-c", code], "no luck")
    assert capfd.readouterr() == ("", "")
