"""Bad input to the command line: exit status 2 and one line, which says what and where."""

import json
from pathlib import Path

import pytest

BAD_ARGUMENTS = {
    "frob": "unknown verb 'frob'; choose one of construct, verify, code, symmetry",
    "verify": "the following arguments are required: FILE; see nqviz verify --help",
    "verify a b": "unrecognized arguments: b; see nqviz verify --help",
    "verify --frob a": "unrecognized arguments: --frob; see nqviz verify --help",
    "symmetry - -": "standard input has one placement: name a file for the other",
    "complete --n 4 --d 2 --target most": "argument --target: 'most' is not full, max or a whole",
    "complete --n 4 --d 2 --count -o a.json": "--count returns a number, not a placement",
    "complete --n 4 --d 3 --count": "counts and excluded lines are for queens on flat square",
    "complete --n 4 --random-queens 1 --seed -1": "argument --seed: the seed is -1",
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
    "maximum --n 1000 --d 3 --torus": "a board of 1000x1000x1000 has 1,000,000,000 cells",
    f"maximum --n {'9' * 5000} --d 3": "argument --n: 999999999999999... is too large",
    "maximum --shape 3,,4": "argument --shape: a number is missing in '3,,4'",
    "maximum --shape 3,4 --n 3": "give the board either by --shape or by --n and --d, not by both",
    "maximum --n 3 --d 3 --piece king": "unknown piece 'king'; choose one of queen, rook, bishop",
    "maximum --n 3 --d 3 --time-limit 0": "a time limit of 0 s is too short",
    "maximum --n 3 --d 3 --time-limit nan": "argument --time-limit: 'nan' is not a number",
    "maximum --n 3 --d 3 --threads 0": "0 threads are not possible",
    "maximum --n 3 --d 3 --engine frob": "unknown engine 'frob'; choose auto, highs, cp-sat",
    "maximum --n 3 --d 3 --cuts frob": "argument --cuts: unknown cut 'frob'; choose among",
    "maximum --n 3 --d 3 --prove 0": "--prove 0: give 1 queen or more",
    "maximum --n 3 --d 3 --certificate -": "a proof is written into a file, not to standard output",
    "maximum --n 3 --d 3 --certificate a --output ./a": "a: --output and --certificate name one",
    "count frob --n 3 --d 3": "cannot count 'frob'; choose one of maximum",
    "count maximum --n 21 --d 3": "the maximum placements of the (21,3) board are out of reach",
    "density --n 3 --d 3 --sample 2 --seed -1": "argument --seed: the seed is -1",
    "density --limit-density 4 --profile": "--profile goes without --limit-density",
    "density --n 3 --d 3 -o a.txt": "a.txt: a density is written to one of .npy",
    "render --view 3d": "the following arguments are required: -o/--output",
    "render -o a.png": "render needs a board",
    "render -o - --n 3 --d 3": "an image is written to a file, not to standard output",
    "render -o a.png --n 3 --d 3 --view frob": "argument --view: invalid choice: 'frob'",
    "render -o a.png --n 3 --d 3 --size 3": "argument --size: '3' is not a size such as 1600x1200",
    "render -o a.png --n 3 --d 3 --scale nan": "argument --scale: 'nan' is not a scale",
    "render -o a.frob --n 3 --d 3 --view layers": "",
    "render -o a.png --n 3 --d 4 --view square": "a square shows boards of three dimensions",
    "render -o a.stl --n 3 --d 3 --cell wide": "argument --cell: 'wide' is not a number of milli",
    "library list -o a.json": "--output goes with show and export, not with list",
    "open -": "the explorer opens files, not standard input",
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


def test_an_error_is_the_one_object_of_the_json(run):
    for words in (
        ["verify", "none.json"],
        ["verify"],
        ["frob"],
        ["bounds", "--n", "0", "--d", "2"],
    ):
        status, out, err = run(*words, "--json")
        assert status == 2
        assert err == f"nqviz: {json.loads(out)['error']}\n"


def test_a_name_that_is_empty(run):
    assert run("verify", "")[2] == "nqviz: the name of the file to read is empty\n"


def test_an_error_of_the_program_is_no_answer(run, answer, monkeypatch, tmp_path):
    def fail(*_arguments):
        raise RuntimeError("two\nlines")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("nqviz.cli.verbs.bounds.run", fail)
    status, out, err = run("bounds", "--n", "8", "--d", "2")
    assert (status, out) == (4, "")
    assert err.startswith("nqviz: an error in nqviz, RuntimeError in test_bad_input.py:")
    assert len(err.splitlines()) == 1
    status, entries, _err = answer("bounds", "--n", "8", "--d", "2")
    assert status == 4
    report = Path(entries["error"].rpartition("the report is in ")[2])
    assert "RuntimeError: two\nlines" in report.read_text()
    assert "--json" in report.read_text()
