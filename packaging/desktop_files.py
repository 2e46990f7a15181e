"""The files by which a Linux desktop knows nqviz: menu entry, file types, icons."""

import shutil
import subprocess
from pathlib import Path

import environment

NAME = "nqviz-explorer"
DESKTOP = environment.ROOT / "packaging" / "desktop"
ENTRY = next(DESKTOP.glob("*.desktop"))
"""The menu entry; its name is the identity of nqviz on a desktop."""
ICON = environment.ROOT / "resources" / "icons" / f"{NAME}.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256)
FOLDERS = {
    ".desktop": "applications",
    ".metainfo.xml": "metainfo",
    f"{NAME}.xml": "mime/packages",
}
"""Where the files of packaging/desktop are, below share, by the end of their names."""


def lay_out(share: Path) -> None:
    """Copy the files and draw the icon in all sizes below a folder; needs rsvg-convert."""
    for file in DESKTOP.iterdir():
        (folder,) = {folder for end, folder in FOLDERS.items() if file.name.endswith(end)}
        _copy(file, share / folder / file.name)
    _copy(ICON, share / "icons/hicolor/scalable/apps" / ICON.name)
    for size in SIZES:
        drawn = share / f"icons/hicolor/{size}x{size}/apps/{NAME}.png"
        drawn.parent.mkdir(parents=True)
        command = ["rsvg-convert", "-w", str(size), "-h", str(size), str(ICON), "-o", str(drawn)]
        subprocess.run(command, check=True)


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)
