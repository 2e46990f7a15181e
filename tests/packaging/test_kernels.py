"""The list of kernels that a wheel brings compiled agrees with the code."""

import inspect
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import compile_kernels
import pytest
import warm_kernels
from record_kernels import RECORD, exists

from tests.process import run_process

RECORDED: dict[str, list[str]] = json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_kernels_are_there_and_take_the_recorded_types(name: str) -> None:
    assert exists(name), f"{name} is no kernel; run packaging/record_kernels.py"
    parameters = inspect.signature(compile_kernels.find(name)).parameters
    for text in RECORDED[name]:
        assert len(compile_kernels.read_types(text)) == len(parameters), (
            f"{name}({text}) is no longer called so; run packaging/record_kernels.py"
        )


def test_a_library_that_lacks_a_kernel_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = compile_kernels.recorded_symbols()
    assert len({first, *others}) == len(list(compile_kernels.recorded()))
    folder = tmp_path / "nqviz" / "core"
    folder.mkdir(parents=True)
    (folder / "_kernels.so").write_text(" ".join(others))
    builds: list[list[str]] = []
    monkeypatch.setattr(warm_kernels, "ROOT", tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: builds.append(command))
    assert not warm_kernels.build_library()
    assert len(builds) == 1
    (folder / "_kernels.so").write_text(" ".join([first, *others]))
    assert warm_kernels.build_library()
    assert len(builds) == 1


CALLEE = """
from nqviz.core.jit import compiled

@compiled
def scaled(number):
    return 2 * number
"""
CALLER = """
from callee import scaled
from nqviz.core.jit import compiled

@compiled
def scaled_by(number):
    return scaled(number)
"""
BUILD = """
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import compile_kernels
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

compile_kernels.SIGNATURES = Path("signatures.json")
compile_kernels.main(Path("kernels.o"), Path("parts"))
linking = {**compile_kernels.linking(), "extra_objects": ["kernels.o"]}
library = Extension(compile_kernels.LIBRARY, **linking)
command = build_ext(Distribution({"ext_modules": [library]}))
command.build_lib, command.build_temp = "library", "temporary"
command.ensure_finalized()
command.run()
"""
RUN = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

(file,) = Path("library/nqviz/core").iterdir()
came = spec_from_file_location("nqviz.core._kernels", file)
module = sys.modules[came.name] = module_from_spec(came)
came.loader.exec_module(module)
sys.path.insert(0, "parts")
from caller import scaled_by
print(scaled_by(10), "numba" in sys.modules)
"""


def run(folder: Path, code: str, *arguments: str) -> str:
    """Run a program in a folder and return what it prints."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    done = run_process([sys.executable, "-c", code, *arguments], cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.skipif(not shutil.which("cc"), reason="no compiler of C is here")
def test_a_kernel_of_a_wheel_is_not_used_after_what_it_calls_has_changed(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "callee.py").write_text(CALLEE)
    (tmp_path / "parts" / "caller.py").write_text(CALLER)
    recorded = json.dumps({"caller:scaled_by": ["int64"]})
    (tmp_path / "signatures.json").write_text(recorded)
    run(tmp_path, BUILD + "print('built')", str(Path(compile_kernels.__file__).parent))
    assert run(tmp_path, RUN) == "20 False"
    (tmp_path / "parts" / "callee.py").write_text(CALLEE.replace("2 *", "3 *"))
    assert run(tmp_path, RUN) == "30 True"
