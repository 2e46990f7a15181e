"""Set up, run or test nqviz with the standard library of Python only.

    python3 packaging/bootstrap.py run [FILE]         open the explorer, on an example or on FILE
    python3 packaging/bootstrap.py test [ARGUMENTS]   run every check; ARGUMENTS go to pytest
    python3 packaging/bootstrap.py guide              build the guide into docs/site
    python3 packaging/bootstrap.py pictures [FOLDER]  make pictures of the window in its situations
    python3 packaging/bootstrap.py images [NAMES]     make the images of the guide again
    python3 packaging/bootstrap.py wheel              build, install and try the wheel
    python3 packaging/bootstrap.py bundle             make a folder that needs no Python, and try it
    python3 packaging/bootstrap.py setup              only prepare .venv for all of these

The first call makes .venv and installs the project there; later calls start at once.
"""

import shutil
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python meets first
    newer = [
        name for name in (f"python3.{minor}" for minor in (14, 13, 12, 11)) if shutil.which(name)
    ]
    advice = f" {newer[0]} is installed here: use it." if newer else ""
    sys.exit(f"nqviz needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.{advice}")

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import distributions
import environment
import system_packages
from virtual_display import has_display, own_display, virtual_display

EXAMPLE = environment.ROOT / "resources" / "records" / "11x11x11-121.json"
USAGE = (
    "use: bootstrap.py run [FILE] | test [pytest arguments] | guide | pictures [FOLDER]"
    " | images [NAMES] | wheel | bundle | setup"
)
PICTURES = environment.ROOT / "build" / "pictures"
CHECKING = ("test", "cpsat", "dask", "guide")
"""The extras that the checks need."""


def explorer_command(file: Path, screenshot: Path | None) -> list[str]:
    """Return the command that opens a placement, or saves a screenshot of it and ends."""
    explorer = str(environment.executable(environment.VENV, "nqviz-explorer"))
    picture = [] if screenshot is None else ["--screenshot", str(screenshot)]
    return [explorer, *picture, str(file)]


def check_commands(pytest_arguments: Sequence[str]) -> dict[str, list[str]]:
    """Return the commands of the checks by name, in the order in which they run."""
    python = str(environment.executable(environment.VENV, "python"))
    lint_imports = str(environment.executable(environment.VENV, "lint-imports"))
    commands = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "lint-imports": [lint_imports, "--no-logo"],
    }
    pytest = [python, "-m", "pytest"]
    if pytest_arguments:
        return commands | {"pytest": [*pytest, *pytest_arguments]}
    # In the order of the folders, so that a slow file of few tests does not start last.
    at_once = ["-n", "logical", "--dist", "loadfile", "--no-loadscope-reorder"]
    # Windows on one display share its focus; on Linux each worker has a separate display.
    each = at_once if sys.platform == "linux" else []
    return commands | {
        "library": [
            *pytest,
            "tests/guide",
            "tests/campaign",
            "tests/packaging",
            "tests/nqviz",
            *at_once,
        ],
        "window": [*pytest, "tests/app", *each],
    }


def run(file: Path) -> int:
    """Open the explorer; without a display, save a screenshot of its window."""
    if not file.is_file():
        return bad_usage(f"{file}: no such file")
    prepare([])
    if has_display(sys.platform, os.environ):
        return subprocess.run(explorer_command(file, None), check=False).returncode
    picture = Path.cwd() / "explorer.png"
    print("No display was found: the window opens on a virtual one.", flush=True)
    with virtual_display() as on_display:
        command = explorer_command(file, picture)
        status = subprocess.run(command, env=on_display, check=False).returncode
    if status == 0:
        print(f"A screenshot is saved as {picture}")
    return status


def test(pytest_arguments: Sequence[str]) -> int:
    """Run all checks and report which failed."""
    prepare(CHECKING)
    outcomes: list[tuple[str, int, float]] = []
    with own_display() as on_display:
        # The tests start hundreds of interpreters; each would compile the whole project again.
        on_display.pop("PYTHONDONTWRITEBYTECODE", None)
        with warmed_kernels(on_display) as wait_for_kernels:
            for name, command in check_commands(pytest_arguments).items():
                print(f"\n--- {name}", flush=True)
                if "pytest" in command:
                    wait_for_kernels()
                began = time.monotonic()
                done = subprocess.run(command, cwd=environment.ROOT, env=on_display, check=False)
                outcomes.append((name, done.returncode, time.monotonic() - began))
    print()
    for name, status, seconds in outcomes:
        print(f"{name:<13}{'failed' if status else 'passed'}  {seconds:6.1f} s")
    return 1 if any(status for _, status, _ in outcomes) else 0


@contextlib.contextmanager
def warmed_kernels(on_display: Mapping[str, str]) -> Iterator[Callable[[], object]]:
    """Compile the kernels once for all tests, in parallel with the checks that need one core."""
    script = str(environment.ROOT / "packaging" / "warm_kernels.py")
    command = [str(environment.executable(environment.VENV, "python")), script]
    warming = subprocess.Popen(command, env=dict(on_display))
    try:
        yield warming.wait
    finally:
        warming.kill()
        warming.wait()


def set_up() -> int:
    """Prepare .venv for all commands."""
    prepare(CHECKING)
    return 0


def guide() -> int:
    """Build the guide and print where it is."""
    prepare(["guide"])
    python = str(environment.executable(environment.VENV, "python"))
    settings = environment.ROOT / "docs" / "mkdocs.yml"
    command = [python, "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file"]
    # Without this the theme prints a warning about the next version of MkDocs.
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    status = subprocess.run([*command, str(settings)], env=quiet, check=False).returncode
    if status == 0:
        print(f"The first page of the guide is {settings.parent / 'site' / 'index.html'}")
    return status


def wheel() -> int:
    """Build the wheel, install it in an empty environment, and try it."""
    system_packages.install_missing()
    return distributions.try_wheel()


def bundle() -> int:
    """Make the bundle, try it, and print its sizes."""
    system_packages.install_missing()
    return distributions.make_bundle()


def pictures(folder: Path) -> int:
    """Save the window in each situation of its specification, in exact sizes, as PNG files."""
    prepare(CHECKING)
    return on_own_display(["-m", "tests.looks.situations", str(folder.absolute())])


def images(names: Sequence[str]) -> int:
    """Make the images of the guide on a display without other windows."""
    prepare(CHECKING)
    return on_own_display(["-m", "tests.looks.guide", *names])


def on_own_display(arguments: Sequence[str]) -> int:
    """Run Python on a display without other windows, and return its exit status."""
    command = [str(environment.executable(environment.VENV, "python")), *arguments]
    with own_display() as on_display:
        return subprocess.run(command, cwd=environment.ROOT, env=on_display, check=False).returncode


def prepare(extras: Sequence[str]) -> None:
    """Install the system libraries and the virtual environment."""
    system_packages.install_missing()
    environment.set_up(extras)


def bad_usage(what: str) -> int:
    """Print what is wrong with the command line; return the exit status."""
    print(f"bootstrap.py: {what}", file=sys.stderr)
    return 2


def main(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status."""
    # No match statement: an older Python must be able to reach the version check.
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", ())
    if command in {"-h", "--help"}:
        print(__doc__)
        return 0
    if command in {"test", "images"}:
        return test(rest) if command == "test" else images(rest)
    if command == "pictures" and len(rest) < 2:
        return pictures(Path(rest[0]) if rest else PICTURES)
    alone = {"guide": guide, "setup": set_up, "wheel": wheel, "bundle": bundle}
    if command in alone and not rest:
        return alone[command]()
    if command == "run" and len(rest) < 2 and not any(word.startswith("-") for word in rest):
        return run(Path(rest[0]) if rest else EXAMPLE)
    asked = f"cannot do '{' '.join(arguments)}'" if arguments else "nothing to do"
    return bad_usage(f"{asked}; {USAGE}")


if __name__ == "__main__":
    # A normal exit, so that the virtual display ends, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
