"""A virtual display, for machines without one and for tests that do not use the screen."""

import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext

SCREEN = "1920x1200x24"
SECONDS_TO_START = 30


def has_display(platform: str, environment: Mapping[str, str]) -> bool:
    """Return whether windows can be shown; only on Linux a display may be missing."""
    seen = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return platform != "linux" or bool(seen)


def environment_on(display: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Return a copy of an environment whose windows open on the given X display only."""
    elsewhere = {"WAYLAND_DISPLAY", "XAUTHORITY"}
    kept = {name: value for name, value in environment.items() if name not in elsewhere}
    return kept | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}


def own_display() -> AbstractContextManager[dict[str, str]]:
    """Return the environment of a display that nobody watches: on Linux a virtual one."""
    return virtual_display() if sys.platform == "linux" else nullcontext(dict(os.environ))


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """Run an X server without a screen; yield the environment for its clients."""
    program = shutil.which("Xvfb")
    if program is None:
        raise SystemExit("Xvfb, the virtual display, is not installed: install the package xvfb.")
    with tempfile.TemporaryFile("w+") as complaints:
        answer, number_to = os.pipe()
        server = subprocess.Popen(
            # -noreset: the server keeps running, unchanged, after its last client ends.
            [program, "-displayfd", str(number_to), "-screen", "0", SCREEN, "-noreset"],
            pass_fds=[number_to],
            stdin=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,  # Ctrl+C ends its clients first
        )
        os.close(number_to)
        try:
            number = _first_line(answer)
            if not number:
                complaints.seek(0)
                print(complaints.read(), file=sys.stderr, end="")
                raise SystemExit("The virtual display (Xvfb) did not start.")
            yield environment_on(f":{number}", os.environ)
        finally:
            server.terminate()
            server.wait()


def _first_line(descriptor: int) -> str:
    """Return one line from a pipe; empty if its writer ends or writes nothing for too long."""
    with os.fdopen(descriptor) as pipe:
        ready, _, _ = select.select([pipe], [], [], SECONDS_TO_START)
        return pipe.readline().strip() if ready else ""
