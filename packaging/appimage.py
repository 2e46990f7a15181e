"""Make an AppImage of a bundle: one file that runs on any Linux desktop.

    python3 packaging/appimage.py BUNDLE FOLDER

BUNDLE is the folder that `bootstrap.py bundle` made; the AppImage is written to FOLDER. Needs
appimagetool and rsvg-convert (librsvg2-bin). Called as `nqviz` (a link), it is the command line.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import debian
import desktop_files

NAME = desktop_files.NAME
START = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
program=nqviz-explorer
[ "$(basename "${ARGV0:-}")" = nqviz ] && program=nqviz
exec "$here/usr/bin/$program" "$@"
"""
"""Starts the command by the name that the AppImage was called by."""


def lay_out(bundle: Path, root: Path) -> None:
    """Lay out the folder that becomes the AppImage."""
    shutil.copytree(bundle, root / "usr" / "lib" / NAME, symlinks=True)
    for name in debian.PROGRAMS:
        link = root / "usr" / "bin" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"../lib/{NAME}/{name}")
    desktop_files.lay_out(root / "usr" / "share")
    shutil.copyfile(desktop_files.ENTRY, root / desktop_files.ENTRY.name)
    shutil.copyfile(desktop_files.ICON, root / desktop_files.ICON.name)
    start = root / "AppRun"
    start.write_text(START, encoding="utf-8")
    start.chmod(0o755)


def main(bundle: Path, folder: Path) -> int:
    """Make the AppImage; return the exit status."""
    tool = shutil.which("appimagetool")
    if tool is None:
        print("appimage.py: appimagetool, which makes the file, is not on PATH", file=sys.stderr)
        return 2
    made = folder / f"{NAME}-{debian.version()}-{os.uname().machine}.AppImage"
    with tempfile.TemporaryDirectory(dir=folder) as root:
        lay_out(bundle, Path(root))
        status = subprocess.run([tool, root, str(made)], check=False).returncode
    if not status:
        print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute()))
