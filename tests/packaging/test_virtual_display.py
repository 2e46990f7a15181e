"""When a virtual display is needed, and that it starts and ends."""

import shutil
import subprocess
import sys
from typing import Any

import pytest
import virtual_display

from tests.process import run_process


@pytest.mark.parametrize(
    ("platform", "variables", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_display_decision(platform: str, variables: dict[str, str], seen: bool) -> None:
    assert virtual_display.has_display(platform, variables) is seen


def test_clients_see_the_virtual_display_alone() -> None:
    user = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XAUTHORITY": "x", "HOME": "/home/a"}
    assert virtual_display.environment_on(":7", user) == {
        "DISPLAY": ":7",
        "QT_QPA_PLATFORM": "xcb",
        "HOME": "/home/a",
    }


def test_without_xvfb_one_line_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with (
        pytest.raises(SystemExit, match=r"^Xvfb, the virtual display, is not installed"),
        virtual_display.virtual_display(),
    ):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux runs without a display")
def test_the_display_takes_windows_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []

    class Remembered(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Remembered)
    window = "from PySide6.QtWidgets import QApplication as A; a = A([]); print(a.platformName())"
    with virtual_display.virtual_display() as environment:
        shown = run_process([sys.executable, "-c", window], env=environment)
        assert started[0].poll() is None
    assert shown.stdout == "xcb\n"
    assert started[0].returncode is not None  # another display may have its number by now


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux runs without a display")
def test_a_display_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_display, "SCREEN", "nonsense")
    with (
        pytest.raises(SystemExit, match="did not start"),
        virtual_display.virtual_display(),
    ):
        pass
