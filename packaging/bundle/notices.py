"""Write the licence notices of what is in a bundle, as its commands list it.

    python packaging/bundle/notices.py FOLDER

Runs in the environment that the bundle was made of. Names Python, then each package with modules in
the bundle, with its version, licence and texts; then each system library with Debian's copyright
file. A package without a text is named at the end of the output.
"""

import importlib.metadata
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PyInstaller.archive.readers import CArchiveReader

LINE = "=" * 80
TEXTS = Path(__file__).with_name("licences")
QT = """Qt and PySide6 are used under the GNU Lesser General Public License, version 3. Its text and
that of the GNU General Public License, version 3, to which it adds, are in the folder licences.
Their libraries are separate files in the folders PySide6 and shiboken6 and can be replaced by other
builds. Their sources: https://download.qt.io/official_releases/qt/ (Qt {version}) and
https://download.qt.io/official_releases/QtForPython/ (PySide6 and Shiboken6 {version}).
"""
LOADER = {"pyinstaller"}
"""It is in each bundle as its loader, without modules of its name."""


def imported_names(bundle: Path) -> set[str]:
    """Return the names of the packages and modules in the commands of a bundle."""
    program = next(path for path in (bundle / "nqviz", bundle / "nqviz.exe") if path.is_file())
    archive = CArchiveReader(str(program))
    (modules,) = (name for name, entry in archive.toc.items() if entry[-1] == "z")
    found = {name.partition(".")[0] for name in archive.open_embedded_archive(modules).toc}
    return found | {path.name.partition(".")[0] for path in (bundle / "_internal").iterdir()}


def packages_with(names: Iterable[str]) -> list[importlib.metadata.Distribution]:
    """Return the packages that bring modules of these names, without the project itself."""
    owners = importlib.metadata.packages_distributions()
    found = {owner for name in names for owner in owners.get(name, ())} | LOADER
    return [
        importlib.metadata.distribution(name)
        for name in sorted(found - {"nqviz-explorer"}, key=str.casefold)
    ]


def python_notice() -> str:
    """Return the notice of Python with its licence, where its installation has one."""
    text = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    said = (
        text.read_text(encoding="utf-8") if text.is_file() else "https://docs.python.org/license\n"
    )
    return f"{LINE}\nPython {platform.python_version()}\nLicence: PSF-2.0\n\n{said}"


def package_notices(
    packages: Iterable[importlib.metadata.Distribution],
) -> tuple[list[str], list[str]]:
    """Return the notices of packages, and the names of those without a text."""
    notices, without = [], []
    for package in packages:
        name = package.metadata["Name"]
        texts = [
            Path(str(package.locate_file(file))).read_text(encoding="utf-8", errors="replace")
            for file in package.files or []
            if re.search(r"licen[sc]e|copying|notice", file.name, re.IGNORECASE)
            and not file.name.endswith((".py", ".pyc"))
        ]
        if name.lower().startswith(("pyside6", "shiboken6")):
            texts = [QT.format(version=package.version)]
        if not texts:
            without.append(name)
        head = f"{LINE}\n{name} {package.version}\nLicence: {licence(package)}\n"
        notices.append("\n".join([head, *texts]))
    return notices, without


def resource_notices(bundle: Path) -> list[str]:
    """Return the notices of fonts and icons that the project brings along."""
    files = sorted((bundle / "_internal" / "nqviz_resources").rglob("*.txt"))
    return [
        f"{LINE}\n{file.parent.name} of nqviz\n\n{file.read_text(encoding='utf-8')}"
        for file in files
        if re.search(r"license|ofl", file.name, re.IGNORECASE)
    ]


def licence(package: importlib.metadata.Distribution) -> str:
    """Return the licence that a package states."""
    data: Any = package.metadata
    named = [line for line in data.get_all("Classifier") or [] if line.startswith("License")]
    stated = data.get("License-Expression") or "".join(named[:1]).rpartition("::")[2].strip()
    return str(stated or data.get("License") or "not stated").splitlines()[0]


def library_notices(bundle: Path) -> list[str]:
    """Return the notices of libraries of the system; none where dpkg is not there."""
    notices = []
    for library in sorted(bundle.rglob("lib*.so*")):
        if library.is_symlink() or library.parent.name != "_internal":
            continue
        query = ["dpkg", "-S", f"*/{library.name}*"]
        try:
            owner = subprocess.run(query, capture_output=True, text=True, check=False).stdout
        except OSError:
            return []
        text = Path("/usr/share/doc", owner.partition(":")[0], "copyright")
        if owner and text.is_file():
            notices.append(f"{LINE}\n{library.name}\n{text.read_text(errors='replace')}")
    return notices


def main(bundle: Path) -> None:
    """Write THIRD_PARTY_NOTICES.txt and the folder licences in the folder of the bundle."""
    notices, without = package_notices(packages_with(imported_names(bundle)))
    notices = [python_notice(), *notices, *resource_notices(bundle), *library_notices(bundle)]
    text = "\n".join(["Third-party software in nqviz\n", *notices])
    (bundle / "THIRD_PARTY_NOTICES.txt").write_text(text, encoding="utf-8")
    shutil.copytree(TEXTS, bundle / "licences", dirs_exist_ok=True)
    print(f"{len(notices)} notices; without a text: {', '.join(without) or 'none'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
