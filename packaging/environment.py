"""The virtual environment .venv: created once, installed by pip, and recorded by a stamp."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)
DECIDING_FILES = ("pyproject.toml", "setup.py", "packaging/constraints.txt")


class Stamp(NamedTuple):
    """The contents of an environment, written when an installation has finished."""

    root: str
    fingerprint: str
    extras: list[str]

    @classmethod
    def read(cls, venv: Path) -> "Stamp | None":
        try:
            return cls(**json.loads(_stamp_file(venv).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, venv: Path) -> None:
        unfinished = _stamp_file(venv).with_suffix(".part")
        unfinished.write_text(json.dumps(self._asdict()), encoding="utf-8")
        unfinished.replace(_stamp_file(venv))


def _stamp_file(venv: Path) -> Path:
    return venv / "nqviz-set-up.json"


def fingerprint(root: Path, python: str) -> str:
    """Return a hash of all that decides what pip installs: project, constraints and Python."""
    digest = hashlib.sha256(python.encode())
    for name in DECIDING_FILES:
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def python_version(venv: Path) -> str:
    """Return the Python version of an environment, as `3.11.7`; empty if it is not recorded."""
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    values = dict(line.replace(" ", "").split("=", 1) for line in lines if "=" in line)
    return values.get("version") or values.get("version_info", "")


def executable(venv: Path, name: str) -> Path:
    """Return the path of a command in an environment."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def defect(venv: Path, root: Path) -> str | None:
    """Return why an environment must be created again, or None if pip can continue with it."""
    version = tuple(int(part) for part in python_version(venv).split(".")[:2] if part.isdigit())
    if not executable(venv, "python").exists() or len(version) < 2:
        return "it has no Python"
    if version < OLDEST_PYTHON:
        return "its Python is too old"
    stamp = Stamp.read(venv)
    if stamp is not None and stamp.root != str(root):
        return "it was made for another folder"
    folders = ("Lib/site-packages",) if os.name == "nt" else ("lib/python*/site-packages",)
    found = [path for folder in folders for path in venv.glob(f"{folder}/*")]
    if not any(path.name.startswith("pip-") for path in found):
        return "it has no pip"
    # pip writes RECORD last, and renames with ~ what it is about to remove.
    half = [path.name for path in found if path.name.startswith("~") or _has_no_record(path)]
    return f"{half[0]} is half installed" if half else None


def _has_no_record(path: Path) -> bool:
    return path.suffix == ".dist-info" and not (path / "RECORD").exists()


def install_command(python: Path, extras: Iterable[str], quiet: bool) -> list[str]:
    """Return the pip command, to be run in the folder of the project."""
    names = ",".join(sorted(extras))
    return [
        *(str(python), "-m", "pip", "install", "--disable-pip-version-check"),
        *(["--quiet"] if quiet else []),
        *("--constraint", "packaging/constraints.txt"),
        *("--editable", f".[{names}]" if names else "."),
    ]


def is_current(venv: Path, root: Path, extras: Iterable[str]) -> bool:
    """Return whether an environment has the current project and the extras."""
    stamp = Stamp.read(venv)
    return (
        stamp is not None
        and stamp.root == str(root)
        and stamp.fingerprint == fingerprint(root, python_version(venv))
        and set(extras) <= set(stamp.extras)
        and executable(venv, "python").exists()
    )


def set_up(extras: Iterable[str] = ()) -> None:
    """Install the project with the extras in .venv, unless it is installed already."""
    if is_current(VENV, ROOT, extras):
        return
    reason = defect(VENV, ROOT)
    if reason is not None:
        if VENV.exists():
            print(f"Creating .venv again: {reason}.", flush=True)
        # If this is the Python of .venv, its base Python creates the new environment.
        python = getattr(sys, "_base_executable", None) or sys.executable
        _run_or_stop([python, "-m", "venv", "--clear", str(VENV)], "Python could not make .venv")
    print("Installing into .venv; the first time takes a minute or two ...", flush=True)
    _stamp_file(VENV).unlink(missing_ok=True)
    _run_or_stop(
        install_command(executable(VENV, "python"), extras, quiet=not sys.stdout.isatty()),
        "pip could not install what nqviz needs",
    )
    Stamp(str(ROOT), fingerprint(ROOT, python_version(VENV)), sorted(extras)).write(VENV)


REASONS = {
    "Failed to establish a new connection": "there is no network",
    "No space left on device": "the disk is full",
    "Disk quota exceeded": "the disk is full",
    "Read-only file system": "this folder cannot be written to",
    "Permission denied": "this folder may not be written to",
    "No module named venv": "it has no module venv",
    "ensurepip is not": "it has no module ensurepip, which the package python3-venv brings",
    "'-m', 'ensurepip'": "it has no module ensurepip",
}
"""Readable reasons for messages of pip and venv; the first that occurs is used."""
LAST_LINES = 15


def _run_or_stop(command: list[str], failure: str) -> None:
    # Only the progress of pip is shown, on a terminal; venv writes its errors to either stream.
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=None if "pip" in command else subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if not done.returncode:
        return
    output = f"{done.stdout or ''}{done.stderr}"
    reason = next((words for said, words in REASONS.items() if said in output), None)
    if reason is not None:
        raise SystemExit(f"Setting up failed: {failure}: {reason}.")
    print(*output.splitlines()[-LAST_LINES:], sep="\n", file=sys.stderr, flush=True)
    raise SystemExit(f"Setting up failed: {failure}. Its output is above.")
