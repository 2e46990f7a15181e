"""Missing libraries of the system are named in one line, with the command that installs them."""

import sys

import pytest

from nqviz.run import system_libraries
from nqviz.run.system_libraries import install_command, missing_libraries, missing_line


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
@pytest.mark.parametrize("frozen", [False, True])  # a bundle takes some from the system
def test_a_library_that_is_not_there_is_missing(monkeypatch, frozen):
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    assert missing_libraries(["libc.so.6", "libnone.so.1"]) == ["libnone.so.1"]


@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("apt-get", "`sudo apt install libegl1 libxcb-cursor0`"),
        ("dnf", "`sudo dnf install libglvnd-egl xcb-util-cursor`"),
        ("pacman", "`sudo pacman -S libglvnd xcb-util-cursor`"),
    ],
)
def test_commands(monkeypatch, program, command):
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: name == program)
    missing = ["libEGL.so.1", "libxcb-cursor.so.0"]
    assert install_command(missing) == command
    line = missing_line(missing)
    assert line == (
        "the system libraries are missing: libEGL.so.1, libxcb-cursor.so.0;"
        f" {command} installs them"
    )


def test_an_unknown_system_gets_the_names(monkeypatch):
    monkeypatch.setattr(system_libraries.shutil, "which", lambda _name: None)
    assert missing_line(["libGL.so.1"]) == "the system library is missing: libGL.so.1"
