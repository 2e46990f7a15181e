"""The command line as a process: imports, pipes, terminals, interrupts."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.formats import write_placement
from tests.process import run_process

COMMAND = [sys.executable, "-m", "nqviz.cli"]


def test_a_process_checks_a_placement_quickly_and_without_heavy_imports(tmp_path):
    path = tmp_path / "a.json"
    write_placement(Placement.from_coordinates(Board((4, 4)), [[1, 2], [2, 4]]), path)
    code = (
        "import sys; from nqviz.cli import main; status = main(['verify', sys.argv[1]]);"
        "heavy = {'pyvista', 'vtkmodules', 'PySide6', 'highspy', 'scipy.optimize', 'rich'};"
        "print(sorted(heavy & set(sys.modules))); sys.exit(status)"
    )
    done = run_process([sys.executable, "-c", code, path])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_needs_no_compiler_loads_none(tmp_path):
    path = tmp_path / "a.json"
    write_placement(Placement.from_coordinates(Board((4, 4, 4)), [[1, 1, 2], [2, 3, 1]]), path)
    lines = [
        "--version",
        "bounds --n 6 --d 3",
        "construct classical --n 8 --d 2",
        "construct regular --n 11 --d 3",
        "library show 4x4x4-7",
        f"verify {path}",
        f"symmetry {path}",
    ]
    code = (
        "import sys; from nqviz.cli import main\n"
        "heavy = {'numba', 'scipy.linalg', 'scipy.sparse', 'highspy', 'pydantic', 'rich'}\n"
        "for line in sys.argv[1:]:\n"
        "    main(line.split())\n"
        "    if heavy & set(sys.modules):\n"
        "        sys.exit(f'{line}: {heavy & set(sys.modules)}')\n"
    )
    done = run_process([sys.executable, "-c", code, *lines])
    assert done.stderr.strip() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    ("line", "status", "shown"),
    [
        ('construct classical --n 4 --d 2 -o "$0" >&-', 0, ""),
        ('construct classical --n 4 --d 2 -o "$0" >&- 2>&- <&-', 0, ""),
        ("verify none 2>&-", 2, ""),
        ("verify - <&-", 2, "nqviz: standard input: the file is empty\n"),
    ],
)
def test_streams_that_are_closed(tmp_path, line, status, shown):
    command = " ".join(COMMAND)
    path = tmp_path / "a.json"
    done = run_process(["/bin/sh", "-c", f"{command} {line}", path])
    assert (done.returncode, done.stdout, done.stderr) == (status, "", shown)
    assert not path.exists() or json.loads(path.read_text())["shape"] == [4, 4]


@pytest.mark.parametrize("words", [["construct", "classical", "--n", "4", "--d", "2"], ["--help"]])
def test_streams_that_know_no_letters(words):
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C", "COLUMNS": "40"}
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, env={**os.environ, **plain}, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_a_reader_that_closes_early(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "construct", "regular", "--n", "97", "--d", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.readline()
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == 0
    assert error == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_that_is_full(unbuffered):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "construct", "classical", "--n", "8", "--d", "2"],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "nqviz: cannot go on: no space left on device\n"


class Terminal:
    """A process whose standard error is a terminal, and what it has shown there."""

    def __init__(self, *arguments):
        import pty

        try:
            self.controller, terminal = pty.openpty()
        except OSError as error:  # as where /dev/pts is not mounted
            pytest.skip(f"no pseudo-terminal: {error}")
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        )
        os.close(terminal)
        self.shown = ""

    def read(self):
        """Read what is shown now; nothing when the process has left."""
        try:
            part = os.read(self.controller, 10_000).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed
            part = ""
        self.shown += part
        return part

    def end(self):
        """Read to the end and give the JSON that was written."""
        while self.read():
            pass
        out = self.process.stdout.read()
        self.process.stdout.close()
        os.close(self.controller)
        self.process.wait(60)
        return json.loads(out)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("verb", [["maximum"], ["count", "maximum"]])
def test_an_interrupt_ends_with_130_and_one_line(verb):
    terminal = Terminal(*verb, "--n", "9", "--d", "3", "--json")
    while "queens" not in terminal.shown and terminal.read():
        pass
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end()["status"] == "stopped"
    assert terminal.process.returncode == 130
    last = terminal.shown.splitlines()[-1]
    assert "nqviz: interrupted" in last
    assert "Traceback" not in terminal.shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_shows_a_bar_and_standard_output_is_json_still():
    terminal = Terminal("count", "maximum", "--n", "6", "--d", "3", "--json")
    assert terminal.end()["count"] == "912"
    assert terminal.process.returncode == 0
    assert "21 queens on the (6,3) board" in terminal.shown


def test_the_explorer_without_a_display():
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    done = run_process([*COMMAND, "open"], env=environment)
    if sys.platform.startswith("linux"):
        assert done.returncode == 2
        assert "there is no display" in done.stderr
        assert len(done.stderr.splitlines()) == 1
