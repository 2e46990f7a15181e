"""What the program of a bundle does before it starts a command."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import distributions
import pytest

INSIDE = "/opt/nqviz/_internal"


@pytest.fixture
def entry() -> ModuleType:
    file = Path(distributions.__file__).parent / "bundle" / "entry.py"
    described = importlib.util.spec_from_file_location("entry", file)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("given", "before", "left"),
    [
        (INSIDE, None, None),  # the loader has set it
        (f"{INSIDE}:/usr/local/lib", "/usr/local/lib", "/usr/local/lib"),  # and kept that of before
        ("/usr/local/lib", None, "/usr/local/lib"),  # it has set nothing
        (None, None, None),
    ],
)
def test_other_programs_load_the_libraries_of_the_system(
    entry: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    given: str | None,
    before: str | None,
    left: str | None,
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", INSIDE, raising=False)
    for name, value in (("LD_LIBRARY_PATH", given), ("LD_LIBRARY_PATH_ORIG", before)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    entry.restore_library_path()
    assert os.environ.get("LD_LIBRARY_PATH") == left
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
