"""What the guide says can be done: each of its shell lines and each piece of Python is run."""

import json
import os
import re
import sys
from pathlib import Path

import pytest

from nqviz.cli import main
from nqviz.lessons import Progress
from tests.process import run_process

from .blocks import GUIDE, PAGES, PLACEMENT, ROOT, blocks, json_keys, name, shell_lines

WITH_SHELL = [page for page in PAGES if shell_lines(page)]
WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]
ONE_BY_ONE = """
import json, sys
for code in json.load(sys.stdin):
    exec(code, {"__name__": "__main__"})
"""
pytestmark = pytest.mark.timeout(600)  # whole pages, and the whole guide, on slow machines, too
BEGINS_A_WINDOW = ("open",)  # tests/app/test_guide.py runs these


@pytest.mark.parametrize("page", WITH_SHELL, ids=name)
def test_the_shell_lines_of_a_page_do_what_they_promise(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for lesson in blocks(page, "yaml")[:1]:
        Path("two-queens.yaml").write_text(lesson, encoding="utf-8")
    for learner in ("ada", "emmy"):
        Path(f"{learner}.json").write_text(Progress(lessons=[]).to_json(), encoding="utf-8")
    for line in shell_lines(page):
        program, *words = line.words
        if program == "python3":  # the set-up, which tests/packaging runs
            assert words[0] == "packaging/bootstrap.py"
            usage = (ROOT / words[0]).read_text(encoding="utf-8")
            assert f"bootstrap.py {words[1]}" in usage
        elif words and words[0] not in BEGINS_A_WINDOW:
            assert program == "nqviz"
            assert main(words) == line.status, (line.words, capsys.readouterr())


def test_the_json_of_each_call_has_the_keys_that_the_guide_names(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    placement = json.loads(blocks(GUIDE / "files.md", "json")[0])
    Path("placement.json").write_text(json.dumps(placement), encoding="utf-8")
    main(["maximum", "--n", "3", "--d", "3", "--certificate", "proof.zip"])
    main(["dominate", "--n", "5", "--d", "2", "--certificate", "domination.zip"])
    main(["first", "--n", "6", "--certificate", "first.zip"])
    main(["beautiful", "--n", "6", "--certificate", "beautiful.zip"])
    lesson = blocks(GUIDE / "extend" / "lesson.md", "yaml")[0]
    Path("lesson.yaml").write_text(lesson, encoding="utf-8")
    calls = json_keys(GUIDE / "command-line.md")
    assert len(calls) > 25
    for call, keys in calls.items():
        capsys.readouterr()
        assert main([*call.split()[1:], "--json"]) in (0, 1), call
        more = set(placement) if PLACEMENT in keys else set()
        assert set(json.loads(capsys.readouterr().out)) == (keys - {PLACEMENT}) | more, call


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A process of its own: what a page adds to nqviz, it adds for its reader alone.
    done = run_process(
        [sys.executable, "-W", "error", "-c", ONE_BY_ONE], input=json.dumps(blocks(page, "python"))
    )
    assert done.returncode == 0, done.stderr


def test_every_page_and_picture_is_used():
    listed = (GUIDE.parent / "mkdocs.yml").read_text(encoding="utf-8")
    for page in GUIDE.rglob("*.md"):
        assert f": {page.relative_to(GUIDE).as_posix()}\n" in listed
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for picture in (GUIDE / "pictures").iterdir():
        assert re.search(rf"pictures/{re.escape(picture.name)}\)", text), picture.name


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("guide") / "site"
    done = run_process(
        [sys.executable, "-m", "mkdocs", "build", "--strict"]
        + ["--config-file", str(GUIDE.parent / "mkdocs.yml"), "--site-dir", str(folder)],
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_the_guide_builds_without_a_warning_and_needs_no_network(site):
    assert (site / "index.html").is_file()
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r'src="https?:|<link [^>]*href="https?:', text), page


def test_every_formula_of_the_guide_is_set(site):
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert pages[site / "mathematics.html"].count("<math") > 50
    for page, text in pages.items():
        assert "arithmatex" not in text, page


@pytest.mark.parametrize("kind", ["first", "beautiful"])
def test_each_placement_that_was_found_is_a_row_of_the_records(kind, site, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (site / "records.html").read_text(encoding="utf-8")
    assert f"<!-- {kind} -->" not in text
    prove = rf"<td>(\d+)</td>\s*<td><code>nqviz ({kind} [^<]*)</code></td>"
    rows = re.findall(rf"{prove}\s*<td><code>nqviz (verify [^<]*)</code></td>", text)
    file = ROOT / "resources" / "records" / f"{kind}-queens-found.json"
    found = json.loads(file.read_text(encoding="utf-8"))["entries"]
    assert [int(n) for n, *_ in rows] == sorted(entry["shape"][0] for entry in found)
    for n, *commands in rows:
        assert f" --n {n} " in commands[0]
    for command in rows[0][1:]:
        assert main(command.split()) == 0
