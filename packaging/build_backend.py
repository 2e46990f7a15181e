"""The build of wheels and source distributions: that of setuptools, and numba to compile kernels.

Only a wheel needs numba; an editable installation compiles kernels when they are called.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks of a build

ROOT = Path(__file__).resolve().parent.parent
COMPILING = {"numba", "numpy", "scipy", "highspy", "threadpoolctl"}
"""What is imported while kernels are compiled."""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what setuptools and the compilation of kernels need."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if os.environ.get("NQVIZ_KERNELS") == "0":
        return needed
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    dependencies: list[str] = tomllib.loads(text)["project"]["dependencies"]
    named = {re.match(r"[\w-]+", line)[0].lower(): line for line in dependencies}  # type: ignore[index]
    return [*needed, *(named[name] for name in sorted(COMPILING))]
