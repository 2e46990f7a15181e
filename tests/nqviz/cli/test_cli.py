"""The command line: what it writes, its exit status, and one line for every bad input."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nqviz.board import Board
from nqviz.cli import main
from nqviz.counting import density
from nqviz.files import parse_placement, read_placement, write_placement
from nqviz.placement import Placement

COMMAND = [sys.executable, "-m", "nqviz.cli"]


@pytest.fixture
def run(capsys):
    """Run the command in this process; give its status, standard output and error."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def answer(run):
    """Run the command with --json and give its status and its one JSON object."""

    def call(*arguments):
        status, out, err = run(*arguments, "--json")
        assert len(out.splitlines()) == 1
        return status, json.loads(out), err

    return call


@pytest.fixture
def file(tmp_path):
    """Write a file and give its path."""

    def write(content, name="placement.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# What the verbs answer -----------------------------------------------------------------------


def test_help_and_version(run):
    status, out, _ = run("--help")
    assert status == 0
    verbs = ["construct", "verify", "complete", "maximum", "count", "density", "render", "open"]
    for verb in verbs:
        assert verb in out
        assert run(verb, "--help")[0] == 0
    assert run("--version")[1].startswith("nqviz 0.")


def test_construct_answers_with_a_placement_file(run, answer):
    status, out, err = run("construct", "regular", "--n", 11, "--d", 3, "--coefficients", "3,5")
    assert (status, err) == (0, "")
    assert len(parse_placement(out).placement) == 121

    status, entries, _ = answer("construct", "regular", "--n", 11, "--d", 3)
    assert status == 0
    assert entries["shape"] == [11, 11, 11]
    assert entries["count"] == len(entries["queens"]) == 121
    assert entries["family"] == "regular"
    assert entries["parameters"] == {"coefficients": [2, 4], "shift": 0}
    assert parse_placement(json.dumps(entries)).placement.is_valid()


@pytest.mark.parametrize("name", ["out.json", "out.csv", "out.txt"])
def test_construct_into_a_file(run, tmp_path, name):
    path = tmp_path / name
    status, out, _ = run("construct", "classical", "--n", 8, "--d", 2, "-o", path)
    assert status == 0
    assert str(path) in out
    placement = read_placement(path).placement
    assert placement.board == Board.cube(8, 2)
    assert len(placement) == 8
    assert placement.is_valid()


def test_verify(run, answer, file):
    path = file("1 2 2\n1 4 3\n2 2 4\n2 4 1\n3 1 2\n4 1 4\n4 3 1\n")
    assert run("verify", path)[:2] == (0, "valid: 7 queens on the (4,3) board, 0 free cells\n")
    expected = {"valid": True, "count": 7, "attacks": [], "free_cells": 0}
    assert answer("verify", path)[:2] == (0, expected)

    path = file("1 1\n2 2\n3 2\n")
    status, out, _ = run("verify", path)
    assert status == 1
    assert out.splitlines() == [
        "not valid: 3 queens on the (3,2) board, 2 attacks",
        "(2, 2) and (3, 2) attack each other along an axis",
        "(1, 1) and (2, 2) attack each other along a diagonal",
    ]
    status, entries, _ = answer("verify", path)
    assert status == 1
    assert not entries["valid"]
    assert sorted(entries["attacks"]) == [[[1, 1], [2, 2]], [[2, 2], [3, 2]]]


def test_verify_counts_free_cells(answer, file):
    assert answer("verify", file("1 1"), "--n", 4, "--d", 2)[1]["free_cells"] == 6
    full = file("1 2\n2 1\n")
    assert answer("verify", full, "--n", 2, "--d", 2, "--piece", "rook")[1]["free_cells"] == 0
    bishops = answer("verify", file("1 1\n1 2\n"), "--n", 2, "--d", 2, "--piece", "bishop")[1]
    assert (bishops["valid"], bishops["free_cells"]) == (True, 0)
    bishops = answer("verify", file("1 1\n1 3\n2 1"), "--n", 3, "--d", 2, "--piece", "bishop")[1]
    assert (bishops["valid"], bishops["free_cells"]) == (True, 1)


def test_verify_says_how_many_attacks_are_not_shown(run, file):
    path = file("\n".join(f"1 {i}" for i in range(1, 61)))
    _, out, _ = run("verify", path)
    lines = out.splitlines()
    assert lines[0].endswith("1,770 attacks")
    assert lines[-1] == "and 770 more"
    assert len(lines) == 1002


def test_verify_reads_standard_input(answer, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"2 4 1 3\n")))
    assert answer("verify", "-")[:2] == (
        0,
        {"valid": True, "count": 4, "attacks": [], "free_cells": 0},
    )


def test_complete(answer, run, file, tmp_path):
    path = file("1 2\n2 4\n")
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2)
    assert status == 0
    assert entries["status"] in ("optimal", "feasible")
    assert entries["count"] == 4
    assert [1, 2] in entries["queens"]
    assert {"bound", "seconds", "engine"} <= set(entries)

    path = file("1 1\n")
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2, "--target", "full")
    assert (status, entries["status"], entries["queens"]) == (1, "infeasible", None)
    status, entries, _ = answer("complete", path, "--n", 4, "--d", 2, "--target", "max")
    assert (status, entries["status"], entries["count"]) == (0, "optimal", 3)

    output = tmp_path / "out.json"
    assert run("complete", path, "--n", 4, "--d", 2, "--target", 3, "-o", output)[0] == 0
    assert len(read_placement(output).placement) == 3


def test_maximum(answer, run):
    status, entries, _ = answer("maximum", "--n", 3, "--d", 3)
    assert (status, entries["status"], entries["count"], entries["bound"]) == (0, "optimal", 4, 4)
    placement = Placement.from_coordinates(Board.cube(3, 3), entries["queens"])
    assert placement.is_valid()
    assert {"seconds", "nodes", "engine"} <= set(entries)

    status, entries, _ = answer("maximum", "--shape", "3x3x4", "--prove", 6)
    assert (status, entries["status"], entries["queens"]) == (1, "infeasible", None)
    status, out, err = run("maximum", "--n", 3, "--d", 3, "--prove", 4)
    assert (status, err) == (0, "")
    assert len(parse_placement(out).placement) == 4


def test_a_limit_without_an_answer(answer):
    status, entries, err = answer("maximum", "--n", 9, "--d", 3, "--time-limit", "0.5")
    assert (status, entries["status"]) == (3, "limit")
    assert err.startswith("nqviz: no answer yet: ")
    assert len(err.splitlines()) == 1

    arguments = ["--n", 9, "--d", 3, "--time-limit", "0.3"]
    status, entries, err = answer("count", "maximum", *arguments)
    assert (status, entries["count"], entries["status"]) == (3, None, "limit")
    assert err == "nqviz: time limit: no count\n"
    status, entries, _ = answer("density", *arguments)
    assert (status, entries["total"]) == (3, None)


def test_count(run, answer):
    status, entries, _ = answer("count", "maximum", "--n", 4, "--d", 3)
    assert status == 0
    assert entries["count"] == "1344"
    assert (entries["orbits"], entries["queens"], entries["status"]) == (30, 7, "optimal")
    assert isinstance(entries["seconds"], float)
    status, out, _ = run("count", "maximum", "--n", 8, "--d", 2, "--threads", 2)
    assert out.splitlines()[0] == "92 placements of 8 queens on the (8,2) board, 12 up to symmetry"
    assert answer("count", "maximum", "--n", 3, "--d", 2, "--queens", 1)[1]["count"] == "9"


def test_density(run, answer, tmp_path):
    status, entries, _ = answer("density", "--n", 3, "--d", 3)
    assert status == 0
    assert (entries["shape"], entries["total"]) == ([3, 3, 3], 16)
    assert entries["cells"] == density(Board.cube(3, 3)).counts.tolist()
    assert answer("density", "--n", 3, "--d", 3, "--fresh")[1] == {**entries, "source": "counted"}

    _, out, _ = run("density", "--n", 4, "--d", 2)
    assert out.splitlines()[1:] == [" 0 1 1 0", " 1 0 0 1", " 1 0 0 1", " 0 1 1 0"]
    _, out, _ = run("density", "--shape", "4")
    assert out.splitlines()[1:] == [" 1 1 1 1"]
    assert "layer (2)" in run("density", "--n", 3, "--d", 3)[1]

    path = tmp_path / "out.npy"
    assert run("density", "--n", 3, "--d", 3, "-o", path)[0] == 0
    assert np.load(path).shape == (3, 3, 3)
    assert np.load(path).sum() == 16 * 4
    path = tmp_path / "out.json"
    assert run("density", "--n", 3, "--d", 3, "-o", path)[0] == 0
    assert json.loads(path.read_text())["total"] == 16


@pytest.mark.parametrize("view", ["3d", "layers", "square", "density"])
def test_render(answer, file, tmp_path, view):
    path = file("1 2 2\n1 4 3\n2 2 4\n")
    output = tmp_path / "out.png"
    arguments = ["render", path, "-o", output, "--view", view, "--size", "300x200", "--scale", 2]
    status, entries, _ = answer(*arguments)
    assert (status, entries) == (0, {"file": str(output), "size": [600, 400]})
    header = output.read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert [int.from_bytes(header[i : i + 4], "big") for i in (16, 20)] == [600, 400]


def test_render_of_a_board_without_a_file(run, tmp_path):
    output = tmp_path / "out.svg"
    assert run("render", "--n", 3, "--d", 3, "--view", "density", "-o", output)[0] == 0
    assert b"<svg" in output.read_bytes()


# Bad input -----------------------------------------------------------------------------------

BAD_ARGUMENTS = {
    "": "the following arguments are required: VERB; see nqviz --help",
    "frob": "unknown verb 'frob'; choose one of construct, verify, symmetry, complete",
    "verify": "the following arguments are required: FILE; see nqviz verify --help",
    "verify a b": "unrecognized arguments: b",
    "verify --frob a": "unrecognized arguments: --frob",
    "verify none.json": "none.json: cannot be read: no such file or directory",
    "verify .": ".: this is a folder, not a file",
    "construct frob --n 8 --d 2": "unknown family 'frob'; choose one of classical",
    "construct classical": "construct needs a board: give --n N --d D, or --shape 4,5,6",
    "construct classical --n 8": "half of the board is missing: give --d D as well",
    "construct classical --n 8 --d 2 --seed 3": "the family classical has no parameter 'seed'",
    "construct classical --n 3 --d 2": "",
    "construct regular --n 12 --d 3": "a regular solution with d = 3 needs",
    "construct regular --n 11 --d 3 --coefficients 1,2": "",
    "construct regular --n 11 --d 3 --coefficients 2,x": (
        "argument --coefficients: 'x' is not a whole number"
    ),
    "construct regular --n 11 --d 3 -o none/a.json": "none/a.json: there is no folder none",
    "construct regular --n 11 --d 3 -o .": ".: this is a folder, not a file",
    "maximum": "maximum needs a board",
    "maximum --n 3.5 --d 3": "argument --n: '3.5' is not a whole number",
    "maximum --n ٣ --d 3": "argument --n: '٣' is not a whole number",
    "maximum --n 0 --d 3": "side 1 of the board is 0",
    "maximum --n -1 --d 3": "side 1 of the board is -1",
    "maximum --n 3 --d 0": "dimension 0 is not possible",
    "maximum --n 3 --d 99": "99 dimensions are too many",
    "maximum --n 1000 --d 3": "a board of 1000x1000x1000 has 1,000,000,000 cells",
    f"maximum --n {'9' * 5000} --d 3": "argument --n: 999999999999999... is too large",
    "maximum --shape 3,,4": "argument --shape: '' is not a whole number",
    "maximum --shape 3,4 --n 3": "give the board either by --shape or by --n and --d, not by both",
    "maximum --n 3 --d 3 --piece king": "unknown piece 'king'; choose one of queen, rook, bishop",
    "maximum --n 3 --d 3 --time-limit 0": "a time limit of 0 s is too short",
    "maximum --n 3 --d 3 --time-limit nan": "argument --time-limit: 'nan' is not a number",
    "maximum --n 3 --d 3 --threads 0": "0 threads are not possible",
    "maximum --n 3 --d 3 --engine frob": "unknown engine 'frob'",
    "maximum --n 3 --d 3 --cuts frob": "unknown cut 'frob'",
    "maximum --n 3 --d 3 --prove 0": "",
    "count frob --n 3 --d 3": "cannot count 'frob'; choose one of maximum",
    "count maximum --n 20 --d 3": "the maximum placements of the (20,3) board are out of reach",
    "density --n 3 --d 3 -o a.txt": "a.txt: a density is written to one of .npy",
    "render --view 3d": "the following arguments are required: -o/--output",
    "render -o a.png": "render needs a board",
    "render -o a.png --n 3 --d 3 --view frob": "argument --view: invalid choice: 'frob'",
    "render -o a.png --n 3 --d 3 --size 3": "argument --size: '3' is not a size such as 1600x1200",
    "render -o a.png --n 3 --d 3 --scale nan": "argument --scale: 'nan' is not a scale",
    "render -o a.frob --n 3 --d 3 --view layers": "",
    "render -o a.png --n 3 --d 4 --view square": "a square shows boards of three dimensions",
    "open none.json": "none.json: cannot be read: no such file or directory",
}


@pytest.mark.parametrize("line", BAD_ARGUMENTS, ids=lambda line: line[:40] or "nothing")
def test_bad_arguments_get_one_line(run, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*line.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"nqviz: {BAD_ARGUMENTS[line]}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


HEAD = '{"format": "nqviz-placement", "version": 1, "shape": [4, 4], "queens": '
BAD_FILES = {
    "empty": ("", "the file is empty"),
    "not JSON": ("{nqviz", "line 1: not JSON"),
    "wrong dimension": (HEAD + "[[1, 1, 1]]}", "queen 1: 3 coordinates; the board has 2 dim"),
    "coordinate 0": (HEAD + "[[1, 2], [0, 1]]}", "queen 2: coordinate 1 is 0, off the (4,2)"),
    "coordinate n+1": (HEAD + "[[1, 5]]}", "queen 1: coordinate 2 is 5, off the (4,2) board"),
    "twice": (HEAD + "[[1, 2], [1, 2]]}", "queen 2: a second queen on (1, 2), the first is"),
    "fraction": (HEAD + "[[1, 2.5]]}", "queen 1: 2.5 is not a whole number"),
    "billion cells": ("1 1 1\n1 1 1000\n", "line 2: a board of 1000x1000x1000 has 1,000,000,000"),
    "not UTF-8": (b"1 2\n\xff\xfe\n", "line 2: this is not UTF-8 text"),
    "newer": (HEAD.replace(": 1", ": 9") + "[]}", "version 9 of the format is newer"),
}


@pytest.mark.parametrize("verb", ["verify", "complete", "render", "open"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_get_one_line(run, file, tmp_path, verb, name):
    content, reason = BAD_FILES[name]
    path = file(content)
    extra = ["-o", tmp_path / "out.png"] if verb == "render" else []
    status, out, err = run(verb, path, *extra)
    assert (status, out) == (2, "")
    assert err.startswith(f"nqviz: {path}: {reason}")
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "out.png").exists()


def test_givens_that_attack_each_other_cannot_be_completed(run, file):
    status, _, err = run("complete", file("1 1\n2 2\n"), "--n", 4, "--d", 2)
    assert status == 2
    assert "(1, 1) and (2, 2) attack each other along a diagonal" in err


# The process ---------------------------------------------------------------------------------


def test_a_process_checks_a_placement_quickly_and_without_heavy_imports(tmp_path):
    path = tmp_path / "a.json"
    write_placement(path, Placement.from_coordinates(Board((4, 4)), [[1, 2], [2, 4]]))
    code = (
        "import sys; from nqviz.cli import main; status = main(['verify', sys.argv[1]]);"
        "heavy = {'pyvista', 'vtkmodules', 'PySide6', 'highspy', 'scipy.optimize', 'rich'};"
        "print(sorted(heavy & set(sys.modules))); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "[]"


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
def test_standard_output_that_is_full():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "construct", "classical", "--n", "8", "--d", "2"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "nqviz: cannot go on: no space left on device\n"


class Terminal:
    """A process whose standard error is a terminal, and what it has shown there."""

    def __init__(self, *arguments):
        import pty

        self.controller, terminal = pty.openpty()
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
    done = subprocess.run(
        [*COMMAND, "open"], capture_output=True, text=True, env=environment, check=False
    )
    if sys.platform.startswith("linux"):
        assert done.returncode == 2
        assert "there is no display" in done.stderr
        assert len(done.stderr.splitlines()) == 1
