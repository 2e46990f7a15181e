"""Bad input to the command line: exit status 2 and one line, which says what and where."""

import json
from pathlib import Path

import pytest

BAD_ARGUMENTS = {
    "frob": "unknown verb 'frob'; choose one of construct, verify, code, symmetry",
    "verify": "the following arguments are required: FILE; see nqviz verify --help",
    "verify a b": "unrecognized arguments: b; see nqviz verify --help",
    "verify --frob a": "unrecognized arguments: --frob; see nqviz verify --help",
    "verify none.json": "none.json: cannot be read: no such file or directory",
    "verify .": ".: this is a folder, not a file",
    "symmetry - -": "standard input has one placement: name a file for the other",
    "complete --n 4 --d 2 --target most": "argument --target: 'most' is not full, max or a whole",
    "complete --n 4 --d 2 --count -o a.json": "--count returns a number, not a placement",
    "complete --n 4 --d 3 --count": "counts and excluded lines are for queens on flat square",
    "complete --n 4 --random-queens 1 --seed -1": "argument --seed: the seed is -1",
    "construct frob --n 8 --d 2": "unknown family 'frob'; choose one of classical",
    "construct classical": "construct needs a board: give --n N --d D, or --shape 4,5,6",
    "construct classical --n 8": "half of the board is missing: give --d D as well",
    "construct classical --n 8 --d 2 --seed 3": "the family classical has no parameter 'seed'",
    "construct classical --n 3 --d 2": "",
    "construct regular --n 12 --d 3": "a regular solution with d = 3 needs",
    "construct regular --n 11 --d 3 --coefficients 1,2": "",
    "construct regular --n 11 --d 3 --coefficients 2,x": "argument --coefficients: 'x' is not a",
    "construct regular --n 11 --d 3 -o none/a.json": "none/a.json: there is no folder none",
    "construct regular --n 11 --d 3 -o .": ".: this is a folder, not a file",
    "construct classical --n 11 --d 2 --list": "regular only",
    "maximum": "maximum needs a board",
    "maximum --n 3.5 --d 3": "argument --n: '3.5' is not a whole number",
    "maximum --n ٣ --d 3": "argument --n: '٣' is not a whole number",
    "maximum --n 0 --d 3": "side 1 of the board is 0",
    "maximum --n -1 --d 3": "side 1 of the board is -1",
    "maximum --n 3 --d 0": "dimension 0 is not possible",
    "maximum --n 3 --d 99": "99 dimensions are too many",
    "complete --n 1000 --d 3 --torus": "a board of 1000x1000x1000 has 1,000,000,000 cells",
    f"maximum --n {'9' * 5000} --d 3": "argument --n: 999999999999999... is too large",
    "maximum --shape 3,,4": "argument --shape: a number is missing in '3,,4'",
    "maximum --shape 3,4 --n 3": "give the board either by --shape or by --n and --d, not by both",
    "maximum --n 3 --d 3 --piece king": "unknown piece 'king'; choose one of queen, rook, bishop",
    "maximum --n 3 --d 3 --time-limit 0": "a time limit of 0 s is too short",
    "maximum --n 3 --d 3 --time-limit nan": "argument --time-limit: 'nan' is not a number",
    "maximum --n 3 --d 3 --threads 0": "0 threads are not possible",
    "count planar --n 6 --threads 0": "0 threads are not possible",
    "maximum --n 3 --d 3 --engine frob": "unknown engine 'frob'; choose auto, highs, cp-sat",
    "maximum --n 3 --d 3 --cuts frob": "argument --cuts: unknown cut 'frob'; choose among",
    "maximum --n 3 --d 3 --prove 0": "--prove 0: give 1 queen or more",
    "maximum --n 3 --d 3 --certificate -": "a proof is written into a file, not to standard output",
    "maximum --n 3 --d 3 --certificate a --output ./a": "a: --output and --certificate name one",
    "maximum --shape 5,5 --wrap-axes 1 --twist --certificate none.proof": "(5,2) Moebius strip",
    "maximum --n 5 --d 3 --executor threads:0": "needs a number of workers",
    "maximum --n 5 --d 3 --executor threads:2 --engine lp": "the engine local-search, theta or",
    "maximum --n 5 --d 3 --piece rook --cuts cube": "does not apply to",
    "maximum --n 30 --d 3 --engine exhaustive": "at most 4,096 free cells",
    "maximum --n 5 --d 3 --cells --prove 3": "leave out --prove",
    "maximum --n 4 --d 3 --cuts cube,layer": "'layer' does not apply to the (4,3) board",
    "maximum --n 700 --d 3 --cells": "343,000,000 cells; at most",
    "maximum --n 700 --d 3 --blocked 1,1,701": "cell (1, 1, 701) is off the (700,3) board",
    "maximum --n 40 --d 3 --engine theta": "at most",
    "count frob --n 3 --d 3": "cannot count 'frob'; choose one of maximum",
    "count maximum --n 26 --d 3": "the maximum placements of the (26,3) board are out of reach",
    "count layered --n 4 --d 3 --wrap-axes 1": "queens on flat cubes, not on the (4,3)",
    "count threshold --n 4 --d 2 --wrap-axes 1": "flat cubes of two dimensions or more",
    "count planar --n 6 --d 2 --executor cores": "unknown executor",
    "count regular --n 5 --d 3 --executor threads:2": "count regular does not split",
    "count maximum --n 5 --d 3 --checkpoint /no/where": "there is no folder",
    "count maximum --n 5 --d 3 --checkpoint /": "this is a folder",
    "count maximum --n 0 --d 3": "a side is 1 or more",
    "count maximum --n 3 --d 0": "dimension",
    "count planar --n 63": "n = 1 to 62, not 63",
    "count layered --n 1001 --d 3": "n = 1 to 1,000, not 1,001",
    "count threshold --n 26 --d 3 --blocked 1,1,1": "in reach are",
    "count threshold --n 9 --d 3 --torus": "queens on flat cubes",
    "count full --n 11 --d 3 --confirm": "no second method",
    "count --table 99": "choose 1, 6",
    "count full --n 11 --d 3 --symmetric half-turn": "goes with count planar only",
    "count planar --n 8 --d 2 --symmetric half-turn --confirm": "not go with --confirm",
    "count": "what to count is missing",
    "count planar --n 8 --d 2 --shard 2": "is not i/N",
    "count planar --n 8 --d 2 --shard 3/2 --checkpoint x": "there is no shard 3/2",
    "count planar --n 8 --d 2 --shard 1/2": "needs a checkpoint",
    "count planar --n 8 --d 2 --recheck 1%": "--recheck goes with --checkpoint",
    "count planar --n 8 --d 2 --recheck 2 --checkpoint x": "the share to check again is 0 to 1",
    "density --n 3 --d 3 --sample 2 --seed -1": "argument --seed: the seed is -1",
    "density --limit-density 4 --profile": "--profile goes without --limit-density",
    "density --n 3 --d 3 -o a.txt": "a.txt: a density is written to one of .npy",
    "density --n 5 --d 2 --shift 0 --sample 3": "choose one of --shift, --sample",
    "density --n 5 --d 3 --limit-density": "flat (n,2)-boards",
    "density --n 4 --d 3 --shift 0": "regular",
    "density --n 26 --d 3": "in reach are",
    "density --n 63 --d 2": "years of one core",
    "density --n 5 --d 3 --sample 3 --executor threads:2": "go with densities that are counted",
    "render --view 3d": "the following arguments are required: -o/--output",
    "render -o a.png": "render needs a board",
    "render -o - --n 3 --d 3": "an image is written to a file, not to standard output",
    "render -o a.png --n 3 --d 3 --view frob": "argument --view: invalid choice: 'frob'",
    "render -o a.png --n 3 --d 3 --size 3": "argument --size: '3' is not a size such as 1600x1200",
    "render -o a.png --n 3 --d 3 --scale nan": "argument --scale: 'nan' is not a scale",
    "render -o a.frob --n 3 --d 3 --view layers": "",
    "render -o a.png --n 3 --d 4 --view square": "a square shows boards of three dimensions",
    "render -o a.stl --n 3 --d 3 --cell wide": "argument --cell: 'wide' is not a number of milli",
    "render --n 4 --d 3 -o a.png --film turntable": "--film goes with animations (mp4, gif, webm,",
    "render --n 4 --d 3 -o a.png --margin 2mm": "--margin goes with --crop",
    "render --n 4 --d 3 -o a.gif --crop": "a film is not cropped",
    "render --n 4 --d 3 -o a.png --type-size 8": "--type-size goes with --paper",
    "render --n 4 --d 3 -o a.png --paper 3miles": "'3miles' is no paper: column, page, slide,",
    "render --n 4 --d 3 -o a.png --crop --margin 3": "'3' is no length in mm, cm, in or pt",
    "render --n 4 --d 3 -o a.png --frames 4": "--frames goes with animations",
    "render --n 4 --d 3 -o a.gif --stand": "--stand goes with 3D models",
    "render --n 4 --d 3 -o a.png --at 1,2": "--at: a cell of the (4,3) board has 3 coordinates",
    "render --n 4 --d 3 -o a.png --at 1,2,5": "x3=5: the (4,3) board has values 1 to 4 there",
    "render --n 4 --d 3 -o a.png --clip x3=4-2": "--clip x3: 4 comes after 2",
    "render --n 4 --d 3 -o a.png --clip three": "'three' is not a coordinate and the values that",
    "render --n 4 --d 3 -o a.png --fix x4=1": "x4: the (4,3) board has coordinates 1 to 3",
    "render --n 4 --d 3 -o a.png --show 1,1,2": "1,1,2: the (4,3) board has coordinates 1 to 3,",
    "render --n 4 --d 3 -o a.png --angle 0,91": "elevations are -90 to 90",
    "render --n 4 --d 3 -o a.png --gap 4": "'4' is not a gap in cells from 0 to 3",
    "render --n 4 --d 3 -o a.svg --view layers --layer 5": "--layer 5: the (4,3) board has layers",
    "render --n 4 --d 3 -o a.png --clique cube --clique-size 0": "a clique has a size of 1 or more",
    "render -o a.png --n 4 --d 3 --view square --density size": "goes with --view 3d or layers or",
    "render -o a.png --n 4 --d 3 --layer 2": "--layer goes with --view layers, --density slice or",
    "render -o a.png --n 4 --d 3 --density slice --layer 5": "the (4,3) board has layers 1 to 4",
    "render -o a.png --n 8 --d 2 --density slice": "has no layers to draw one of",
    "render -o a.png --n 8 --d 2 --density volume": "cannot be drawn as a cloud",
    "render -o a.png --n 4 --d 3 --density fog": "invalid choice: 'fog'",
    "render -o a.stl --n 4 --d 3 --density size": "--density does not apply to 3D models",
    "render -o a.png --n 26 --d 3 --density size": "out of reach",
    "library list -o a.json": "--output goes with show and export, not with list",
    "library burn": "choose one of list, show, check, export",
    "library export 4x4x4-7": "needs a folder",
    "library export 4x4x4-7 -o /nowhere/at/all": "not a folder",
    "library show": "needs the name",
    "library show nothing": "nothing",
    "library check nothing": "no such record",
    "open -": "the explorer opens files, not standard input",
    "open none.json": "none.json: cannot be read: no such file or directory",
    "bounds --table 3": "no table '3' of bounds; choose 2, 4, 5, 8, 36 (tables of counts",
    "bounds --table 5 --n 8 --d 3": "choose one of",
    "bounds --up-to 40": "needs two numbers",
    "bounds --up-to 400,3": "to n = 100",
    "bounds": "needs a board",
    "bounds --n 0 --d 3": "side 1",
    "bounds --n 4 --d 2 --wrap-axes 3": "axis 3 cannot wrap: the axes are 1 to 2",
    "bounds --n 4 --d 2 --wrap-axes 0": "axis 0 cannot wrap: the axes are 1 to 2",
    "bounds --n 4 --d 2 --wrap-axes=-1": "axis -1 cannot wrap: the axes are 1 to 2",
    "bounds --n 4 --d 2 --wrap-axes 2,2": "axis 2 wraps twice; name each axis once",
    f"bounds --n 4 --d 2 --wrap-axes {10**20}": "argument --wrap-axes: 1000000",
    "bounds --n 4 --d 2 --wrap-axes 1 --torus": "leave out --wrap-axes",
    "bounds --n 4 --d 2 --twist": "boards of two dimensions that wrap along one axis",
    "bounds --n 4 --d 2 --torus --twist": "boards of two dimensions that wrap along one axis",
    "bounds --n 4 --d 3 --wrap-axes 1 --twist": "boards of two dimensions that wrap along one axis",
    "bounds --shape 4,5 --wrap-axes 1 --twist": "both even or both odd",
    "bounds --n 4 --d 2 --wrap-axes 1 --twist --piece knight": "a twist turns their leaps",
    "bounds --wrap-axes 1": "need a board: give --n N",
    "bounds --twist": "need a board: give --n N",
    "bounds --n 5 --d 3 --wrap-axes 1 --compute": "flat boards and tori, not for the (5,3)",
    "bounds --certificate x --n 6 --d 3": "--compute",
    "bounds --compute --table 5": "--compute",
    "rings --n 8 --wrap-axes 1": "rings are for queens on flat squares, not for the (8,2)",
    "rings": "a placement file or a board",
    "rings --n 8 --givens b9": "b9 is off the (8,2) board",
    "rings --n 8 --givens 44": "'44' is not a square",
    "rings --n 8 --d 3": "flat squares",
    "rings --n 8 --explain why.doc": "an explanation ends in txt, html, png, svg",
    "rings --n 20 --distribution": "up to 14",
    "rings --n 40": "sub-cases; give more queens",
    "compare --n 3": "give both --n and --d",
    "compare": "nothing to compare",
    "compare 33": "instance '33' is not n,d",
    "compare 3,3 --cuts cube,hexagon": "no rows 'hexagon'",
    "compare 3,3 --engines gurobi": "unknown engine 'gurobi'",
    "compare 3,3 --seeds 0": "0 seeds",
    "compare 3,3 --time-limit 0": "time limit",
    "compare 3,3 -o chart.gif": "a drawing ends in",
    "dominate --n 5 --d 3 --engine tabu": "unknown engine 'tabu' for domination",
    "dominate --n 200 --d 3": "needs the lines of each cell",
    "dominate --n 5 --d 3 --time-limit 0": "a time limit of 0 s is too short",
    "export --format mps": "needs a placement file or a board",
    "export --n 4 --d 2": "give --format",
    "export --n 4 --d 2 --format doc": "invalid choice",
    "export --n 4 --d 2 -o a.doc": "no format has this ending",
    "export --n 4 --d 2 --format cnf": "clauses decide",
    "export --n 4 --d 2 --format mps --problem x": "unknown problem 'x'",
    "plan colour --n 8 --d 2": "not colour: its walks have no end",
    "plan first --n 8 --d 2": "plan takes count, maximum, density, dominate, not first",
    "plan maximum --n 8 --d 2 --independent": "--independent goes with plan dominate",
    "complete --n 8 --d 2 --seed 1": "go with --random-queens",
    "complete --n 8 --d 3 --random-queens 1": "flat square boards, not the (8,3)",
    "complete": "a placement file or a board",
    "complete --n 8 --random-queens 1 --cells-left 1": "with --random-diagonals",
    "complete --n 8 --d 2 --on 1,1;2,9": "--on, queen 2: coordinate 2 is 9",
    "complete --n 8 --d 2 --on 1,1;1,1": "the first is --on, queen 1",
    "complete --n 8 --d 2 --on 1,1,2": "--on, queen 1: 3 coordinates",
    "beautiful --n 0": "a side is 1 or more",
    "beautiful --n 8 --engine x": "unknown engine 'x'",
}


@pytest.mark.parametrize("line", BAD_ARGUMENTS, ids=lambda line: line[:40] or "nothing")
def test_bad_arguments_get_one_line(run, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*line.split())
    assert (status, out) == (2, "")
    assert err.startswith("nqviz: ")
    assert BAD_ARGUMENTS[line] in err
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
    "billions of cells": (
        "1 1 1\n1 1 2000\n",
        "line 2: a board of 2000x2000x2000 has 8,000,000,000",
    ),
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
