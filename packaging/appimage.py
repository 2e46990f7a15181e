"""Make an AppImage of a bundle: one file that runs on any Linux desktop.

    python3 packaging/appimage.py BUNDLE FOLDER RUNTIME

BUNDLE is the folder that `bootstrap.py bundle` made; the AppImage is written to FOLDER. RUNTIME is
the program that starts an AppImage, of https://github.com/AppImage/type2-runtime, built or
released there. Needs mksquashfs (squashfs-tools) and rsvg-convert (librsvg2-bin). Called as `nqviz`
(a link), the AppImage is the command line.
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
MAGIC, MAGIC_AT = b"AI\x02", 8
"""What a runtime of the second type has in the header of its program, and where."""
PACKED = ("-root-owned", "-no-xattrs", "-comp", "zstd", "-Xcompression-level", "19", "-b", "1M")


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


def main(bundle: Path, folder: Path, runtime: Path) -> int:
    """Make the AppImage; return the exit status."""
    starter = runtime.read_bytes()
    if starter[MAGIC_AT : MAGIC_AT + len(MAGIC)] != MAGIC:
        print(f"appimage.py: {runtime} is not the runtime of an AppImage", file=sys.stderr)
        return 2
    made = folder / f"{NAME}-{debian.version()}-{os.uname().machine}.AppImage"
    made.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as root:
        lay_out(bundle, Path(root))
        command = ["mksquashfs", root, str(made), "-offset", str(len(starter)), *PACKED]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with made.open("r+b") as file:
        file.write(starter)
    made.chmod(0o755)
    print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(Path(each).absolute() for each in sys.argv[1:4])))
