"""Make a Debian package of a bundle.

    python3 packaging/debian.py BUNDLE FOLDER

BUNDLE is the folder that `bootstrap.py bundle` made; the package is written to FOLDER. Needs
dpkg-deb, rsvg-convert (librsvg2-bin) and help2man.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import desktop_files
import distributions
import environment
from desktop_files import NAME

DATE = "Sun, 22 Nov 2026 12:00:00 +0000"
MAINTAINER = "The nqviz developers <nqviz@example.org>"
"""The project has no address of its own: this domain is reserved for such cases."""
PROGRAMS = {
    "nqviz": "queens on boards of any dimension, on the command line",
    NAME: "explore queens on boards of any dimension",
}
DEPENDS = (
    *("libc6 (>= 2.35)", "libstdc++6", "libgcc-s1", "zlib1g", "libzstd1", "libuuid1"),
    *("libglib2.0-0 | libglib2.0-0t64", "libdbus-1-3", "libfontconfig1", "libfreetype6"),
    *("libexpat1", "libgl1", "libegl1", "libopengl0", "libx11-6", "libx11-xcb1", "libxcb1"),
    *("libxcb-glx0", "libxcb-randr0", "libxcb-render0", "libxcb-shape0", "libxcb-shm0"),
    *("libxcb-sync1", "libxcb-xfixes0"),
)
RECOMMENDS = (
    *("ffmpeg", "fonts-dejavu-core", "libgl1-mesa-dri"),
    *("libwayland-client0", "libwayland-cursor0", "libwayland-egl1"),
)
OVERRIDES = (
    # A bundle brings Python and its libraries along, as their projects built them.
    *("embedded-library", "unstripped-binary-or-object", "hardening-no-pie"),
    *("custom-library-search-path", "shared-library-lacks-prerequisites"),
    *("shared-library-is-executable", "library-not-linked-against-libc", "extra-license-file"),
    "package-contains-documentation-outside-usr-share-doc",
)


def version() -> str:
    """Return the version of the project."""
    text = (environment.ROOT / "nqviz" / "__init__.py").read_text(encoding="utf-8")
    (stated,) = re.findall(r'^__version__ = "(.+)"', text, re.MULTILINE)
    return str(stated)


def control(kilobytes: int, architecture: str) -> str:
    """Return the file control of the package."""
    return f"""Package: {NAME}
Version: {version()}
Section: math
Priority: optional
Architecture: {architecture}
Installed-Size: {kilobytes}
Maintainer: {MAINTAINER}
Depends: {", ".join(DEPENDS)}
Recommends: {", ".join(RECOMMENDS)}
Description: explorer of the n-queens problem in any dimension
 Place queens on boards of two, three and more dimensions, complete
 placements, prove maxima, count, and write pictures, films and solids.
 .
 The package brings its own Python and libraries in /usr/lib/{NAME}.
"""


def lay_out(bundle: Path, root: Path) -> None:
    """Lay out the files of the package below a folder."""
    share, library = root / "usr" / "share", root / "usr" / "lib" / NAME
    shutil.copytree(bundle, library, symlinks=True)
    (library / NAME).unlink()  # both names are in /usr/bin
    notices = library / "THIRD_PARTY_NOTICES.txt"
    documents = share / "doc" / NAME
    _pack(documents / "THIRD_PARTY_NOTICES.txt.gz", notices.read_text(encoding="utf-8"))
    notices.unlink()
    (library / "licences").rename(documents / "licences")
    _pack(documents / "changelog.gz", _changelog())
    _write(documents / "copyright", _copyright())
    lines = "".join(f"{NAME}: {tag} *\n" for tag in OVERRIDES)
    _write(share / "lintian" / "overrides" / NAME, lines)
    for name in PROGRAMS:
        link = root / "usr" / "bin" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"../lib/{NAME}/nqviz")
    desktop_files.lay_out(share)
    for name, what in PROGRAMS.items():
        options = ("--no-info", "--no-discard-stderr", "--name", what)
        page = _run(
            "help2man", *options, "--version-string", version(), str(root / "usr/bin" / name)
        )
        _pack(share / "man" / "man1" / f"{name}.1.gz", page)


def give_permissions(root: Path) -> None:
    """Make all files readable for everyone, and commands executable."""
    for path in (root, *root.rglob("*")):
        if path.is_symlink():
            continue
        programs = path.is_dir() or path.name == "nqviz"
        path.chmod(0o755 if programs else 0o644)


def make(bundle: Path, folder: Path) -> Path:
    """Write the package into a folder and return it."""
    architecture = _run("dpkg", "--print-architecture").strip()
    package = folder / f"{NAME}_{version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory(dir=folder) as made:
        root = Path(made)
        lay_out(bundle, root)
        kilobytes = distributions.size(root) // 1024
        _write(root / "DEBIAN" / "control", control(kilobytes, architecture))
        give_permissions(root)
        files = sorted(path for path in (root / "usr").rglob("*") if path.is_file())
        own = [str(path.relative_to(root)) for path in files if not path.is_symlink()]
        _write(root / "DEBIAN" / "md5sums", _run("md5sum", *own, folder=root))
        (root / "DEBIAN" / "md5sums").chmod(0o644)
        _run("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", made, str(package))
    return package


def _changelog() -> str:
    line = "  * The news are in CHANGELOG.md of the project."
    return f"{NAME} ({version()}) unstable; urgency=medium\n\n{line}\n\n -- {MAINTAINER}  {DATE}\n"


def _copyright() -> str:
    text = (environment.ROOT / "LICENSE").read_text(encoding="utf-8")
    lines = "\n".join(f" {line}" if line else " ." for line in text.splitlines())
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: nqviz
Comment: THIRD_PARTY_NOTICES.txt.gz has the licences of what the package brings along.

Files: *
Copyright: 2026 The nqviz developers
License: MIT

License: MIT
{lines}
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _pack(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _run(*command: str, folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:3])} failed")
    return done.stdout


if __name__ == "__main__":
    os.umask(0o022)
    made = make(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
    print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
