"""The verb that takes away: every view, films, solids, sessions, and bad input."""

import json
import re
import subprocess
import sys

import pytest
import trimesh
from PIL import Image

QUEENS = "1 1 1\n2 3 4\n3 4 2\n4 2 3\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "queens.txt"
    path.write_text("# shape 4,4,4\n" + QUEENS)
    return path


@pytest.fixture
def render(answer, file, tmp_path):
    def call(name, *arguments, source=file):
        given = () if source is None else (source,)
        return answer("render", *given, "-o", tmp_path / name, *arguments)

    return call


@pytest.mark.parametrize("view", ["layers", "square", "graph", "contact", "chart"])
@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "tex"])
def test_drawings(render, tmp_path, view, ending):
    status, entries, _ = render(f"a.{ending}", "--view", view, "--size", "320x240", "--axis", 1)
    assert status == 0
    assert entries == {"file": str(tmp_path / f"a.{ending}"), "size": [320, 240]}
    start = (tmp_path / f"a.{ending}").read_bytes()[:4]
    assert start in {b"\x89PNG", b"<?xm", b"%PDF", b"% La", b"% Sq", b"% Qu", b"% Al", b"% 4 "}


def test_dots_per_inch_and_sides(render, tmp_path):
    seen = set()
    for side in ("front", "right", "top", "corner"):
        status, _, _ = render("a.png", "--size", "200x150", "--dpi", 300, "--from", side)
        assert status == 0
        with Image.open(tmp_path / "a.png") as image:
            assert round(image.info["dpi"][0]) == 300
            seen.add(image.tobytes())
    assert len(seen) == 4


def test_films(render, tmp_path):
    status, entries, _ = render("a.gif", "--film", "turntable", "--frames", 5, "--size", "121x90")
    file = {"file": str(tmp_path / "a.gif"), "size": [120, 90]}
    assert (status, entries) == (0, {**file, "frames": 5, "seconds": 0.2})
    status, entries, _ = render(
        "a.gif", "--film", "solve", "--n", 4, "--d", 2, "--rate", 10, "--size", "96x96", source=None
    )
    assert status == 0
    assert entries["seconds"] == entries["frames"] / 10


def test_solids(render, tmp_path):
    status, entries, _ = render("a.stl", "--cell", 5, "--style", "piece")
    assert status == 0
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight
    assert entries["size"] == pytest.approx(mesh.extents.tolist(), abs=0.02)
    assert render("a.glb", "--stand")[0] == 0
    assert "plate 1" in trimesh.load(tmp_path / "a.glb").graph.nodes_geometry
    assert render("a.vtp", "--no-stand")[0] == 0


def test_a_session_is_drawn_as_it_was_left(render, tmp_path):
    start = {"shape": [4, 4], "torus": False, "piece": "queen", "queens": [], "givens": []}
    steps = [{"text": "a", "place": [[1, 1]]}, {"text": "b", "place": [[2, 3]]}]
    sheet = {"start": start, "steps": steps, "position": 1}
    data = {"format": "nqviz-session", "version": 1, "current": 0, "sheets": [sheet]}
    session = tmp_path / "a.session"
    session.write_text(json.dumps(data))
    assert render("a.svg", "--view", "layers", source=session)[0] == 0
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert re.search(r"<title[^>]*>Layers of the \(4,2\) board: 1 queen<", text)
    status, entries, _ = render("a.gif", "--film", "replay", "--size", "96x96", source=session)
    assert status == 0
    assert entries["frames"] == 3 * 10 + 20 + 38


def test_a_session_is_drawn_with_its_view(render, tmp_path):
    start = {"shape": [3, 3, 3], "torus": False, "piece": "queen", "givens": []}
    sheet = {"start": {**start, "queens": [[1, 1, 1], [2, 3, 2]]}, "steps": [], "position": 0}
    session = tmp_path / "a.session"

    def drawn(view, *options, sheet=sheet):
        data = {"format": "nqviz-session", "version": 1, "current": 0}
        session.write_text(json.dumps({**data, "sheets": [{**sheet, "view": view}]}))
        assert render("a.png", "--size", "120x90", *options, source=session)[0] == 0
        return (tmp_path / "a.png").read_bytes()

    plain, chosen = drawn(None), {"version": 2, "style": "cube", "colour": "x1"}
    camera = {"azimuth": -90, "elevation": 90}
    assert drawn(chosen) == drawn(None, "--style", "cube", "--colour-by", "x1") != plain
    assert drawn(chosen, "--style", "piece", "--colour-by", "layer") == plain
    assert drawn({"version": 2, "camera": camera}) == drawn(None, "--from", "top") != plain
    assert drawn({"version": 2, "camera": camera}, "--from", "corner") == plain
    old = {"version": 1, "controls": {"scene.style": "cube", "scene.colour": "x1"}, "free": True}
    assert drawn(old) == drawn(None, "--style", "cube", "--colour-by", "x1", "--free")
    cubes = {"shape": [3, 3, 3, 3], "torus": False, "piece": "queen", "givens": []}
    four = {**sheet, "start": {**cubes, "queens": [[1, 1, 1, 1], [2, 3, 2, 2]]}}
    flat = ("--view", "layers")
    assert drawn({"version": 2, "fixed": {"4": 2}}, *flat, sheet=four) != drawn(
        None, *flat, sheet=four
    )
    assert drawn({"version": 7, "style": "cube"}) == plain


SEARCH = {"fewest": False, "moments": [[0.0, None, 16], [0.5, 6, 9], [2.5, 7, 7]]}


def searched(tmp_path, search):
    start = {"shape": [4, 4, 4], "torus": False, "piece": "queen", "queens": [], "givens": []}
    sheet = {"start": start, "steps": [], "position": 0, "search": search}
    data = {"format": "nqviz-session", "version": 1, "current": 0, "sheets": [sheet]}
    (tmp_path / "a.session").write_text(json.dumps(data))
    return tmp_path / "a.session"


@pytest.mark.parametrize(("fewest", "words"), [(False, "many"), (True, "few")])
def test_the_search_of_a_session_is_charted(render, tmp_path, fewest, words):
    session = searched(tmp_path, {**SEARCH, "fewest": fewest})
    assert render("a.svg", "--view", "chart", "--chart", "search", source=session)[0] == 0
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert f"Search for {words} queens on the (4,3) board" in text
    assert f"{'at least' if fewest else 'at most'}: 0: 16, 0.5: 9, 2.5: 7, 2.5: 7." in text


def test_each_chart_is_another(render, tmp_path):
    session, seen = searched(tmp_path, SEARCH), set()
    for chart in ((), ("--chart", "counts"), ("--chart", "profile"), ("--chart", "search")):
        line = ("--view", "chart", *chart, "--size", "200x150")
        assert render("a.png", *line, source=session)[0] == 0
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("search", "reason"),
    [
        (None, "there is no search to chart"),
        ([], "the search has no list of moments"),
        ({"moments": 3}, "the search has no list of moments"),
        ({"moments": []}, "no moment of the search has a number"),
        ({"moments": [[1.0, None, None]]}, "no moment of the search has a number"),
        ({**SEARCH, "fewest": 1}, "fewest of the search is 1, not true or false"),
        ({"moments": [[0, 1, 2], [1, True, 2]]}, "moment 2 of the search is [1, True, 2], not"),
        ({"moments": [[1.5, 1, 2], [1.0, 2, 2]]}, "moment 2 of the search is [1.0, 2, 2], not"),
        ({"moments": [[float("nan"), 1, 2]]}, "moment 1 of the search is [nan, 1, 2], not"),
        ({"moments": [[0, 1, 10**400]]}, "moment 1 of the search is [0, 1, 1000"),
        ({"moments": [[0, -1, 2]]}, "moment 1 of the search is [0, -1, 2], not"),
        ({"moments": [[0, 1]]}, "moment 1 of the search is [0, 1], not"),
    ],
)
def test_a_search_that_cannot_be_charted_is_one_line(render, tmp_path, search, reason):
    session = searched(tmp_path, search)
    status, _, told = render("a.svg", "--view", "chart", "--chart", "search", source=session)
    assert (status, told.count("\n")) == (2, 1)
    assert f"a.session: {reason}" in told
    assert not (tmp_path / "a.svg").exists()


BAD = {
    "a.stl --view square": "a solid does not show --view square",
    "a.mp4 --view chart": "a film does not show --view chart",
    "a.svg --view layers --chart search": "--chart goes with --view chart, not with --view layers",
    "a.svg --view comparison --chart counts": "--chart goes with --view chart, not with --view com",
    "a.svg --view chart --chart search": "queens.txt: there is no search to chart",
    "a.png --dpi 0": "argument --dpi: '0' is not a number of pixels in an inch from 10 to 9600",
    "a.bmp": "a.bmp: a picture of a scene ends in png, svg, pdf, tex, not in bmp",
    "a.svg --view layers --axis 4": "--axis 4: the (4,3) board has coordinates 1 to 3",
    "a.svg --view layers --axis 0": "--axis 0: the (4,3) board has coordinates 1 to 3",
    "a.mp4 --frames 1": "a film of 1 pictures is not possible",
    "a.mp4 --rate 100": "100 pictures a second are not possible",
    "a.mp4 --view layers": "a drawing of layers does not turn",
    "a.stl --cell 0": "a cell of 0 mm is not possible",
    "a.png --colour-by mood": "queens cannot be coloured by 'mood'",
    "none/a.png": "there is no folder",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line_and_leaves_nothing(render, tmp_path, line):
    status, entries, told = render(*line.split())
    assert status == 2
    assert BAD[line] in told
    assert told.count("\n") == 1
    assert f"nqviz: {entries['error']}\n" == told
    assert [path.name for path in tmp_path.iterdir()] == ["queens.txt"]


def test_what_is_laid_over_a_flat_board(render, tmp_path):
    flat = ("--n", 6, "--d", 2, "--view", "layers", "--size", "240x200")
    seen = set()
    for overlay in ((), ("--lay", "rings"), ("--lay", "costs"), ("--lay", "greedy")):
        status, _, _ = render("a.png", *flat, *overlay, source=None)
        assert status == 0
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == 4
    status, _, words = render("b.png", "--view", "layers", "--lay", "rings")
    assert (status, "flat squares" in words) == (2, True)
    for name, overlay, told in (
        ("b.png", "rings", "goes with --view layers"),
        ("b.stl", "costs", "does not apply to 3D models"),
    ):
        status, _, words = render(name, "--n", 6, "--d", 2, "--lay", overlay, source=None)
        assert (status, told in words) == (2, True)
        assert not (tmp_path / name).exists()


def test_marks_and_costs_are_seen_in_a_scene(render, tmp_path):
    seen = set()
    for overlay in ((), ("--lay", "costs"), ("--lay", "greedy")):
        options = ("--n", 6, "--d", 2, "--size", "240x200", *overlay)
        assert render("a.png", *options, source=None)[0] == 0
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == 3


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "tex"])
def test_a_comparison_is_drawn_from_its_table(run, render, tmp_path, ending):
    table, chart = tmp_path / "rows.csv", tmp_path / f"chart.{ending}"
    assert run("compare", "2,2", "3,2", "--cuts", "base", "--csv", table, "-o", chart)[0] == 0
    status, entries, _ = render(f"again.{ending}", "--view", "comparison", source=table)
    assert status == 0
    assert entries["size"][0] == 1440
    assert (tmp_path / f"again.{ending}").read_bytes() == chart.read_bytes()


def test_what_is_no_comparison_is_refused_in_one_line(render, file, tmp_path):
    for source, words in ((file, "queens.txt: this is no table"), (None, "name the CSV file")):
        status, entries, told = render("a.png", "--view", "comparison", source=source)
        assert (status, entries["error"]) == (2, told.removeprefix("nqviz: ").rstrip("\n"))
        assert words in told
        assert told.count("\n") == 1
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe")
    assert "UTF-8" in render("a.png", "--view", "comparison", source=tmp_path / "bad.csv")[2]
    assert not (tmp_path / "a.png").exists()


def test_paper_sets_size_and_points(render):
    assert render("a.png", "--view", "layers", "--paper", "column")[1]["size"] == [2031, 1526]
    assert render("a.png", "--paper", "slide", "--dpi", 72)[1]["size"] == [960, 540]
    for name, value in (("--size", "300x200"), ("--scale", 2)):
        status, _, words = render("a.png", "--paper", "page", name, value)
        assert status == 2
        assert f"{name} does not go with --paper" in words


def test_an_interrupted_film_is_one_object(monkeypatch, tmp_path, capsys):
    from nqviz.cli.main import run_line
    from nqviz.cli.verbs import render

    monkeypatch.setattr(render, "_write", lambda *_: False)
    path = str(tmp_path / "a.gif")
    assert run_line(["render", "--n", "3", "--d", "2", "-o", path, "--json"]) == 130
    assert json.loads(capsys.readouterr().out) == {"error": "interrupted: nothing is written"}


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
def test_without_opengl_flat_views_are_drawn_and_scenes_refused_in_one_line(file, tmp_path):
    code = """
import sys
from nqviz.run import system_libraries
system_libraries._loads = lambda name: name != "libGL.so.1"
from nqviz.cli import main
flat = [["--view", "layers", "-o", "flat.svg"], ["-o", "page.html"]]
scene = [["-o", "scene.png"], ["-o", "solid.stl"]]
print(*(main(["render", sys.argv[1], *line]) for line in flat + scene))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "0 0 2 2"
    assert done.stderr.count("the system library is missing: libGL.so.1") == 2
    assert {path.name for path in tmp_path.iterdir()} >= {"flat.svg", "page.html"}
    assert not (tmp_path / "scene.png").exists()


def test_the_ways_to_show_a_density_in_the_scene(answer, tmp_path):
    seen = set()
    board = ("--n", 4, "--d", 3, "--size", "160x120")
    for way in (*(("--density", name) for name in ("size", "colour", "slice", "volume")), ()):
        status, entries, _ = answer("render", "-o", tmp_path / "a.png", *board, *way)
        assert (status, entries["size"]) == (0, [160, 120])
        seen.add((tmp_path / "a.png").read_bytes())
    for layer in (1, 2):  # of four layers the second is taken without a number
        answer("render", "-o", tmp_path / "a.png", *board, "--density", "slice", "--layer", layer)
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == 6
    (tmp_path / "one.txt").write_text("1 1 1\n")
    one, by_density = tmp_path / "one.txt", ("--density", "size", "--colour-by", "density")
    assert answer("render", one, "-o", tmp_path / "b.png", *board, *by_density)[0] == 0
