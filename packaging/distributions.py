"""The wheel, the source distribution and the bundle: made, checked and tried.

A wheel is built in a folder of its own by `python -m build`, from the source distribution. The
bundle is one folder with both commands and a Python, made from the installed wheel.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import compile_kernels
import environment
import try_program

BUILD = environment.ROOT / "build"
WHEELS = BUILD / "wheels"
MAKING = BUILD / "making"
BUNDLE = BUILD / "bundle"
CONSTRAINTS = environment.ROOT / "packaging" / "constraints.txt"
TOP_LEVEL = {"nqviz", "nqviz_app", "nqviz_resources"}
IN_SOURCE = ("packaging/kernel_signatures.json", "nqviz/py.typed", "LICENSE", "tests/conftest.py")

GPL = re.compile(r"lib(readline|history)\b|/readline\.|/ffmpeg[^/]*$")
NOTICES = ("THIRD_PARTY_NOTICES.txt", "licences/LGPL-3.0.txt", "licences/GPL-3.0.txt")


def make_wheel() -> Path:
    """Build the source distribution and the wheel, check both, and return the wheel."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    python = _environment("build", "twine")
    _run(str(python), "-m", "build", "--outdir", str(WHEELS), str(environment.ROOT))
    _run(str(python), "-m", "twine", "check", "--strict", *map(str, WHEELS.iterdir()))
    (wheel,), (source,) = WHEELS.glob("*.whl"), WHEELS.glob("*.tar.gz")
    faults = [*wheel_faults(wheel), *source_faults(source)]
    if faults:
        raise SystemExit("\n".join(faults))
    for made in (wheel, source):
        print(f"{made}: {made.stat().st_size / 1e6:.1f} MB", flush=True)
    return wheel


def wheel_faults(wheel: Path) -> list[str]:
    """Return what is wrong with the contents of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        libraries = [archive.read(name) for name in names if "core/_kernels." in name]
    top = {name.partition("/")[0] for name in names}
    other = {name for name in top if not name.endswith(".dist-info")} - TOP_LEVEL
    faults = [f"{wheel.name} brings the import name {name}" for name in sorted(other)]
    if any(name.endswith((".nbi", ".nbc", ".pyc")) for name in names):
        faults.append(f"{wheel.name} has files of a cache")
    compiled = len(set(re.findall(rb"\bk[0-9a-f]{40}\b", b"".join(libraries))))
    recorded = recorded_kernels()
    if "none-any" not in wheel.name and compiled != recorded:
        faults.append(f"{wheel.name} has {compiled} of {recorded} compiled kernels")
    return faults


def recorded_kernels() -> int:
    """Return how many kernels a wheel brings compiled: one for each recorded signature."""
    return len(list(compile_kernels.recorded()))


def source_faults(source: Path) -> list[str]:
    """Return what is missing in a source distribution."""
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    return [f"{source.name} lacks {name}" for name in IN_SOURCE if name not in names]


def try_wheel() -> int:
    """Make the wheel, install it in an empty environment, and try the commands there."""
    installed = _environment(str(make_wheel()))
    code = "import importlib.util as u, sys; sys.exit(u.find_spec('app') is not None)"
    _run(str(installed), "-P", "-c", code)
    return try_program.main([str(installed.parent)])


def make_bundle() -> int:
    """Make the bundle from the wheel, try it, pack it, and print its sizes."""
    python = _environment(str(make_wheel()), "pyinstaller")
    specification = environment.ROOT / "packaging" / "bundle" / "nqviz.spec"
    folders = ("--distpath", str(BUNDLE), "--workpath", str(MAKING / "pyinstaller"))
    make = ("-P", "-m", "PyInstaller", "-y", "--log-level", "WARN")
    # Not in the folder of the project: its packages would be taken, which lack compiled kernels.
    _run(str(python), *make, *folders, str(specification), folder=MAKING)
    made = BUNDLE / "nqviz"
    notices = environment.ROOT / "packaging" / "bundle" / "notices.py"
    _run(str(python), str(notices), str(made))
    faults = bundle_faults(made)
    if faults:
        raise SystemExit("\n".join(faults))
    status = try_program.main([str(made)])
    print(f"{made}: {size(made) / 1e6:.0f} MB", flush=True)
    if not status and sys.platform == "linux":
        packed = made.with_suffix(".tar.xz")
        _run("tar", "--create", "--xz", f"--file={packed}", f"--directory={BUNDLE}", made.name)
        print(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB")
    return status


def bundle_faults(folder: Path) -> list[str]:
    """Return the files under the GPL that a bundle has, and the notices that it lacks."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    faults = [f"{folder.name} brings {name}, under the GPL" for name in names if GPL.search(name)]
    return faults + [f"{folder.name} lacks {name}" for name in NOTICES if name not in names]


def size(folder: Path) -> int:
    """Return the bytes of all files below a folder; a link counts nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def _environment(*packages: str) -> Path:
    """Make an empty virtual environment with some packages; return its Python."""
    folder = MAKING / "environment"
    shutil.rmtree(folder, ignore_errors=True)
    _run(getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(folder))
    python = environment.executable(folder, "python")
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(str(python), *install, "--constraint", str(CONSTRAINTS), *packages)
    return python


def _run(*command: str, folder: Path = environment.ROOT) -> None:
    done = subprocess.run(command, cwd=folder, env=dict(os.environ), check=False)
    if done.returncode:
        raise SystemExit(f"{Path(command[0]).name} {' '.join(command[1:3])} failed")
