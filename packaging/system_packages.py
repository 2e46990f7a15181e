"""Install the system libraries that Qt, VTK and a virtual display need on Debian and Ubuntu."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence

NEEDED = (
    # OpenGL for the 3D scene
    *("libegl1", "libgl1", "libopengl0", "libglx-mesa0", "libgl1-mesa-dri"),
    # what the libraries of Qt need: `ldd` of those in the wheel, and what its plug-in xcb loads
    *("libglib2.0-0", "libfreetype6", "libx11-xcb1", "libxcb-glx0", "libxcb-render0"),
    *("libxcb-shm0", "libxcb-sync1", "libxcb-xfixes0", "libxkbcommon0", "libzstd1"),
    *("libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1"),
    *("libxcb-randr0", "libxcb-render-util0", "libxcb-shape0", "libxcb-xinerama0", "libxcb-xkb1"),
    *("libdbus-1-3", "libfontconfig1", "fonts-dejavu-core"),
    # a display for machines without one, and what `xvfb-run` calls
    *("xvfb", "xauth"),
)


def wanted_packages(has_ensurepip: bool) -> list[str]:
    """Return the packages to look for; Debian has a part of the venv module in a separate one."""
    return [*NEEDED] if has_ensurepip else [*NEEDED, "python3-venv"]


def missing_packages(wanted: Iterable[str], listing: str) -> list[str]:
    """Return the packages that a listing with lines `name status` does not mark as installed.

    Since Debian 13 some have the ending t64, and are installed by their former name as well.
    """
    lines = (line.split() for line in listing.splitlines())
    installed = {words[0].removesuffix("t64") for words in lines if words[1:] == ["installed"]}
    return [name for name in wanted if name not in installed]


def install_command(packages: Sequence[str], privilege: Sequence[str]) -> list[str]:
    """Return the command that installs the packages without prompts."""
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    return [*privilege, "env", "DEBIAN_FRONTEND=noninteractive", *install]


def install_missing() -> None:
    """Install missing packages if that is allowed, or else print the command."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    wanted = wanted_packages(importlib.util.find_spec("ensurepip") is not None)
    query = ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n"]
    query += [*wanted, *(f"{name}t64" for name in wanted)]
    missing = missing_packages(wanted, _output_of(query))
    if not missing:
        return
    privilege = _privilege()
    if privilege is not None:
        print("Installing system libraries:", *missing, flush=True)
        command = install_command(missing, privilege)
        update = [*privilege, "apt-get", "update"]
        if _succeeds(command) or (_succeeds(update) and _succeeds(command, show=True)):
            return
    by_hand = " ".join(install_command(missing, ["sudo"]))
    print(f"System libraries are missing. This command installs them:\n  {by_hand}", flush=True)


def _privilege() -> list[str] | None:
    """Return the prefix that runs a command as root without a password; None without one."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def _output_of(command: Sequence[str]) -> str:
    # dpkg-query exits with 1 for an unknown name, and lists the others nevertheless.
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _succeeds(command: Sequence[str], show: bool = False) -> bool:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if show and done.returncode:
        print(*done.stderr.splitlines()[-5:], sep="\n", file=sys.stderr, flush=True)
    return done.returncode == 0
