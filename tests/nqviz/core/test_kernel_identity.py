"""What kernels are found by: never code that is older than what it was made from."""

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from nqviz.core import jit
from nqviz.core.kernel_identity import fingerprint, kind, signature, symbol
from tests.process import run_process

CALLEE = """
from nqviz.core.jit import compiled

FACTOR = 2

@compiled
def scaled(number):
    return FACTOR * number
"""
CALLER = """
from callee import scaled
from nqviz.core.jit import compiled

@compiled
def scaled_ten():
    return scaled(10)
"""
RUN = "from caller import scaled_ten; print(scaled_ten())"
FROZEN = """
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(sys.argv[1])
sys.frozen, sys.executable = True, str(FOLDER / "program")

for name in ("callee", "caller"):
    module = sys.modules[name] = ModuleType(name)
    exec(compile((FOLDER / f"{name}.py").read_text(), f"parts/{name}.py", "exec"), vars(module))
""" + RUN.replace("; ", "\n")
"""A bundle: its modules are in the program, under relative names of files."""


class Way:
    """One way to install a caller and a callee: where their kernels are kept."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.folder, self.elsewhere = name, folder / "parts", folder / "elsewhere"
        self.home, self.cache = folder / "home", folder / "cache"
        for made in (self.folder, self.elsewhere, self.home):
            made.mkdir()
        (self.folder / "program").write_text("of one size and time")
        (self.folder / "caller.py").write_text(CALLER)
        if name == "read-only installation":
            (self.folder / "__pycache__").write_text("no folder")

    def answer(self, at: Path, callee: str) -> str:
        """Run the caller in a folder, with a callee."""
        (self.folder / "callee.py").write_text(callee)
        homes = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(self.home))
        environment = {**os.environ, **homes, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("XDG_CACHE_HOME", None)
        environment.pop("NUMBA_CACHE_DIR", None)
        if self.name in {"cache that is given", "bundle and a cache that is given"}:
            environment["NUMBA_CACHE_DIR"] = str(self.cache)
        command = [sys.executable, "-c", RUN]
        if "bundle" in self.name:
            command = [sys.executable, "-c", FROZEN, str(self.folder)]
        else:
            environment["PYTHONPATH"] = str(self.folder)
        done = run_process(command, cwd=at, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def kept(self) -> set[Path]:
        """Return the folders with the kernels."""
        return {path.parent for path in self.folder.parent.rglob("*.scaled_ten-*.nbi")}


CHANGED = {
    "body": CALLEE.replace("return FACTOR * number", "return 3 * number"),
    "global": CALLEE.replace("FACTOR = 2", "FACTOR = 3"),
}


@pytest.mark.parametrize(
    ("name", "changed", "place"),
    [
        ("writable installation", "body", "parts/__pycache__"),
        ("read-only installation", "global", "home"),
        ("cache that is given", "global", "cache"),
        ("bundle", "body", "home"),
        ("bundle and a cache that is given", "body", "cache"),
    ],
)
def test_a_kept_kernel_is_not_used_after_what_it_calls_has_changed(
    tmp_path: Path, name: str, changed: str, place: str
) -> None:
    way = Way(tmp_path, name)
    assert way.answer(way.home, CALLEE) == "20"
    (kept,) = way.kept()
    assert kept.is_relative_to(tmp_path / place)
    assert way.answer(way.elsewhere, CHANGED[changed]) == "30"
    assert way.kept() == {kept}, "the kernels are looked for in the folder of the start"


def made(text: str) -> dict[str, object]:
    names: dict[str, object] = {"compiled": jit.compiled, "NamedTuple": NamedTuple}
    exec(text, names)
    return names


FIRST = """
class Pair(NamedTuple):
    one: int
    two: int

TABLE = (1, 2)

@compiled
def inner(number: int) -> int:
    return number + TABLE[0]

@compiled
def outer(pair: Pair) -> int:
    return inner(pair.one)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [("number + ", "number - "), ("(1, 2)", "(2, 2)"), ("one: int\n    two", "two: int\n    one")],
)
def test_a_fingerprint_covers_callees_globals_and_fields(before: str, after: str) -> None:
    def of(text: str) -> str:
        return fingerprint(made(text)["outer"].__wrapped__)  # type: ignore[attr-defined]

    assert of(FIRST) == of(FIRST)
    assert of(FIRST) != of(FIRST.replace(before, after))


def test_types_of_arguments_are_read_or_left_to_numba() -> None:
    fixed = np.zeros((2, 3), dtype=np.uint64)
    fixed.setflags(write=False)
    assert signature((1, True, 2.0, np.int8(1), fixed)) == (
        "int64, bool, float64, int8, readonly uint64[2]"
    )
    across = np.zeros((3, 4)).T
    for odd in (across, 1 << 63, "text", None, np.zeros(2, ">i8")):
        assert signature((odd,)) == ""
    writeable = np.zeros((2, 3), dtype=np.uint64)
    assert len({kind(fixed), kind(writeable), kind(writeable.T), kind(1), kind(1 << 63)}) == 5


def test_a_kernel_of_the_library_is_used_for_the_types_it_was_made_for(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def plus(one: int, two: int) -> int:
        return one + two

    def beside(one: int, two: int) -> int:
        return one - two

    library = ModuleType("library")
    setattr(library, symbol(plus, "int64, int64"), lambda one, two: f"{one} and {two}")
    monkeypatch.setattr(jit, "library", lambda: library)
    assert jit.compiled(plus)(1, 2) == "1 and 2"
    assert jit.compiled(plus)(1.0, 2) == 3.0
    assert jit.compiled(beside)(1, 2) == -1
