"""The packages that the guide shows are installed, and the lines below them are run."""

import os
import shlex
import sys
import tomllib

import pytest

from tests.process import run_process

from .blocks import GUIDE, blocks

PAGES = ("construction", "engine", "export", "problem")


@pytest.fixture
def page(request):
    return GUIDE / "extend" / f"{request.param}.md"


@pytest.fixture
def site(page, tmp_path):
    """A folder with the package of a page, laid out as pip installs it."""
    project = tomllib.loads(blocks(page, "toml")[0])["project"]
    (groups,) = [project["entry-points"]]
    module = next(iter(next(iter(groups.values())).values())).partition(":")[0]
    (tmp_path / f"{module}.py").write_text(blocks(page, "python")[0], encoding="utf-8")
    info = tmp_path / f"{module}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{name} = {place}" for name, place in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_the_package_of_a_page_does_what_the_page_says(page, site):
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    (commands,) = blocks(page, "bash")
    for line in commands.splitlines():
        program, *words = shlex.split(line, comments=True)
        assert program == "nqviz"
        done = run_process(
            [sys.executable, "-m", "nqviz.cli", *words],
            cwd=site,
            env=os.environ | {"PYTHONPATH": path},
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout


def test_every_kind_of_package_is_shown():
    names = {path.stem for path in (GUIDE / "extend").glob("*.md")}
    assert names == {*PAGES, "lesson"}
