"""Find the packages below the folders that pyproject.toml maps to import names, compile kernels."""

import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError
from setuptools.extension import Extension

ROOT = Path(__file__).parent


def packages() -> list[str]:
    """Name every package: setuptools finds those in a folder, but does not rename them."""
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    folders = tomllib.loads(pyproject)["tool"]["setuptools"]["package-dir"]
    return [
        package
        for name, folder in folders.items()
        for package in (name, *(f"{name}.{below}" for below in find_packages(folder)))
    ]


def libraries() -> list[Extension]:
    """Return the library of compiled kernels; without numba a kernel waits for its first call."""
    no_numba = os.environ.get("NQVIZ_KERNELS") == "0" or not find_spec("numba")
    if not {"bdist_wheel", "build_ext"} & {*sys.argv} or no_numba:
        return []
    return [Extension("nqviz.core._kernels", [], optional=True)]


class BuildKernels(build_ext):
    """Let numba make the object file that the library is linked from."""

    def build_extension(self, ext: Extension) -> None:
        sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]
        import compile_kernels

        made = Path(self.build_temp, "kernels.o")
        made.parent.mkdir(parents=True, exist_ok=True)
        # The folder of the build has all import names; that of the project has others, which an
        # editable installation provides.
        packages = ROOT if self.inplace else self.build_lib
        command = [sys.executable, compile_kernels.__file__, str(made), str(packages)]
        no_cache = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # it would be in the wheel
        if subprocess.run(command, env=no_cache, check=False).returncode:
            raise CompileError("numba could not compile the kernels")  # a wheel without them
        vars(ext).update(compile_kernels.linking(), extra_objects=[str(made)])
        super().build_extension(ext)
        ext.sources = []  # numba's own, which are not listed with those of the project


setup(packages=packages(), ext_modules=libraries(), cmdclass={"build_ext": BuildKernels})
