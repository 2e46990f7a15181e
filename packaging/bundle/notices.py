"""Write the licence notices of what is in a bundle, from the packages it was made of.

    python packaging/bundle/notices.py FOLDER

Names each package with its version, licence and texts; then each system library with Debian's
copyright file. A package without a text is named at the end of the output.
"""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

NOT_IN_IT = {
    *("pyinstaller", "pyinstaller-hooks-contrib", "altgraph", "pip", "setuptools", "packaging"),
    *("nqviz-explorer", "requests", "urllib3", "idna", "certifi", "charset-normalizer"),
}
LINE = "=" * 80
QT = """Qt and PySide6 are used under the GNU Lesser General Public License, version 3
(https://www.gnu.org/licenses/lgpl-3.0.txt, which adds to https://www.gnu.org/licenses/gpl-3.0.txt).
Their libraries are separate files in the folders PySide6 and shiboken6 of this program and can be
replaced by other builds. Their sources are at https://download.qt.io/official_releases/.
"""


def package_notices() -> tuple[list[str], list[str]]:
    """Return the notices of all packages, and the names of those without a text."""
    notices, without = [], []
    found = {
        d.metadata["Name"].lower().replace("_", "-"): d for d in importlib.metadata.distributions()
    }
    for name, package in sorted(found.items()):
        if name in NOT_IN_IT:
            continue
        texts = [
            Path(str(package.locate_file(file))).read_text(encoding="utf-8", errors="replace")
            for file in package.files or []
            if re.search(r"licen[sc]e|copying|notice", file.name, re.IGNORECASE)
            and not file.name.endswith((".py", ".pyc"))
        ]
        if name.startswith(("pyside6", "shiboken6")):
            texts = [QT]
        if not texts:
            without.append(name)
        head = (
            f"{LINE}\n{package.metadata['Name']} {package.version}\nLicence: {licence(package)}\n"
        )
        notices.append("\n".join([head, *texts]))
    return notices, without


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
    """Write THIRD_PARTY_NOTICES.txt in the folder of the bundle."""
    notices, without = package_notices()
    notices = ["Third-party software in this program\n", *notices, *library_notices(bundle)]
    (bundle / "THIRD_PARTY_NOTICES.txt").write_text("\n".join(notices), encoding="utf-8")
    print(f"{len(notices) - 1} notices; without a text: {', '.join(without) or 'none'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
