"""The package itself: what it offers without having been asked to load it."""

import sys
from pathlib import Path

import pytest

import nqviz
from tests.process import run_process


def test_packages_are_attributes_that_are_loaded_on_demand() -> None:
    code = (
        "import sys, nqviz; assert 'numpy' not in sys.modules;"
        "print(nqviz.Board.cube(8, 2), nqviz.formats.__name__)"
    )
    done = run_process([sys.executable, "-c", code])
    assert (done.stdout, done.stderr) == ("(8,2) board nqviz.formats\n", "")


def test_all_that_is_offered_is_there_and_listed() -> None:
    assert {*nqviz.__all__, "core", "engines"} <= set(dir(nqviz))
    assert all(hasattr(nqviz, name) for name in nqviz.__all__)


@pytest.mark.parametrize("name", ["nonsense", "Board.cube", "cli.nonsense", "_board", ""])
def test_what_is_not_there_is_no_attribute(name: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute"):
        getattr(nqviz, name)


def test_every_folder_of_tests_is_one_of_a_package() -> None:
    root = Path(__file__).parents[2]
    tests = {
        path.parent for top in ("nqviz", "app") for path in (root / "tests" / top).rglob("*.py")
    }
    packages = [folder.relative_to(root / "tests") for folder in tests]
    assert [str(each) for each in packages if not (root / each / "__init__.py").exists()] == []
