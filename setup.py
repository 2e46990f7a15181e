"""Find the packages below the folders that pyproject.toml maps to import names."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup


def packages() -> list[str]:
    """Name every package: setuptools finds those in a folder, but does not rename them."""
    pyproject = Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8")
    folders = tomllib.loads(pyproject)["tool"]["setuptools"]["package-dir"]
    return [
        package
        for name, folder in folders.items()
        for package in (name, *(f"{name}.{below}" for below in find_packages(folder)))
    ]


setup(packages=packages())
