"""Try an installed nqviz as a user without Python, sources and caches would.

    python packaging/try_program.py FOLDER

FOLDER has the commands nqviz and nqviz-explorer: of a virtual environment, a bundle or a package.
They run with an empty home and a PATH that has no Python, and must not compile a kernel. Needs the
standard library only; the window is tried on a virtual display where the system has none. Exit
status 1: something failed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from virtual_display import own_display

LESSONS = Path(__file__).resolve().parent.parent / "resources" / "lessons"
LONGEST = 300
PNG, GIF = b"\x89PNG", b"GIF8"
KEPT = ("LANG", "DISPLAY", "SYSTEMROOT", "TEMP", "TMP")
"""The variables that commands run with: those of Windows are needed to start at all."""
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")
COMPILED = "compiled"
"""The folder in the home for kernels that had to be compiled."""


def attempts(lessons: Path) -> Iterator[tuple[str, str, int]]:
    """Yield the arguments of nqviz, a text in its answer, and its exit status."""
    yield "--version", "nqviz 0.", 0
    yield "construct regular --n 11 --d 3 -o regular.json", "121", 0
    yield "verify regular.json", "", 0
    yield "construct random --n 8 --d 2 --queens 2 -o start.json", "", 0
    yield "complete start.json", "", 0
    yield "maximum --n 4 --d 3 --prove 8", "", 1
    yield "maximum --n 6 --d 3", "21", 0
    yield "count maximum --n 4 --d 3 --executor processes:2", "1,344", 0
    yield "first --n 12", "", 0
    yield "library list", "", 0
    yield "maximum --n 5 --d 2 --engine cp-sat", "", 2
    for ending in ("png", "stl"):
        yield f"render regular.json -o regular.{ending}", "", 0
    for ending in ("svg", "pdf"):
        yield f"render regular.json -o regular.{ending} --view layers", "", 0
    yield "render regular.json -o film.gif --film turntable --frames 2 --size 200x200", "", 0
    for lesson in sorted(lessons.glob("*.yaml")):
        yield f"verify {lesson}", "", 0


def surroundings(home: Path) -> dict[str, str]:
    """Return an environment with an empty home and without Python on PATH."""
    tools = home / "bin"
    tools.mkdir()
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {
        **kept,
        **dict.fromkeys(HOMES, str(home)),
        "PATH": str(tools),
        "NUMBA_CACHE_DIR": str(home / COMPILED),
    }


def program(folder: Path, name: str) -> str:
    """Return the path of a command in a folder."""
    return str(folder / (f"{name}.exe" if os.name == "nt" else name))


def run(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command; return its exit status and all that it wrote."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LONGEST,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def try_all(programs: Path) -> list[str]:
    """Run everything; return what failed."""
    failures = []
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        environment = surroundings(folder)
        for line, said, wanted in attempts(LESSONS):
            began = time.monotonic()
            status, output = run([program(programs, "nqviz"), *line.split()], folder, environment)
            right = status == wanted and said in output and "Traceback" not in output
            print(f"{time.monotonic() - began:6.2f} s  {line}", flush=True)
            if not right:
                failures.append(f"nqviz {line}: exit status {status}\n{output}")
        failures += [f"{name}: not written" for name in missing(folder)]
        failures += try_window(programs, folder, environment)
        failures += [f"{name}: compiled at its first use" for name in compiled(folder)]
    return failures


def missing(folder: Path) -> list[str]:
    """Return the names of the pictures that are not there or not of their format."""
    beginnings = {"regular.png": PNG, "regular.pdf": b"%PDF", "film.gif": GIF}
    names = {**beginnings, "regular.svg": b"<", "regular.stl": b""}
    return [
        name
        for name, begins in names.items()
        if not (folder / name).is_file() or not (folder / name).read_bytes().startswith(begins)
    ]


def compiled(folder: Path) -> list[str]:
    """Return the names of the kernels that nqviz did not bring compiled."""
    return sorted(path.name for path in (folder / COMPILED).rglob("*.nbi"))


def try_window(programs: Path, folder: Path, environment: dict[str, str]) -> list[str]:
    """Open the window and save its picture."""
    explorer = [program(programs, "nqviz-explorer"), "--screenshot", "window.png", "regular.json"]
    with own_display() as shown:
        places = {name: shown[name] for name in ("DISPLAY", "QT_QPA_PLATFORM") if name in shown}
        on_display = environment | places
        began = time.monotonic()
        status, output = run(explorer, folder, on_display)
    print(f"{time.monotonic() - began:6.2f} s  nqviz-explorer --screenshot window.png")
    picture = folder / "window.png"
    if status or not picture.is_file() or len(picture.read_bytes()) < 10_000:
        return [f"nqviz-explorer: exit status {status}\n{output}"]
    return []


def main(arguments: list[str]) -> int:
    """Try the commands of a folder."""
    failures = try_all(Path(arguments[0]).absolute())
    print(*failures, sep="\n")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
