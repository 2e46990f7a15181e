"""What Qt would end the whole process for is told before it starts."""

import sys

import pytest

from nqviz_app import display
from nqviz_app.display import display_problem
from nqviz_app.probe import probe

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays of Linux")


@pytest.mark.parametrize("factor", ["0", "-1", "nan", "two", "1e9"])
def test_a_scale_that_qt_crashes_for(monkeypatch, factor):
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    assert f"QT_SCALE_FACTOR is {factor!r}" in display_problem()
    monkeypatch.setenv("QT_SCALE_FACTOR", "1.5")
    assert display_problem() is None


def test_a_platform_that_qt_does_not_have(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "nosuch")
    assert "QT_QPA_PLATFORM is 'nosuch'; Qt has " in display_problem()
    for good in ("offscreen", "minimal:enable_fonts", "nosuch;offscreen"):
        monkeypatch.setenv("QT_QPA_PLATFORM", good)
        assert display_problem() is None


def test_a_dead_wayland_socket(monkeypatch):
    monkeypatch.setenv("WAYLAND_DISPLAY", "dead")
    assert display_problem() is None  # Qt takes the display of X11
    monkeypatch.delenv("DISPLAY")
    assert "'dead', which WAYLAND_DISPLAY names, cannot be reached" in display_problem()


def test_a_display_of_few_colours(monkeypatch):
    monkeypatch.setattr(display, "_depth", lambda _x11, _display: 8)
    assert "has 256 colours" in display_problem()


def test_a_missing_library(monkeypatch):
    monkeypatch.setattr(display, "missing_libraries", lambda _wanted: ["libxcb-cursor.so.0"])
    assert "system library is missing: libxcb-cursor.so.0" in display_problem()


def test_the_probe_finds_qt_and_opengl():
    found = probe()
    assert found["platform"] == "xcb"
    assert int(found["fonts"]) > 0
    assert "problem" not in found


def test_the_probe_survives_a_qt_that_ends_the_process(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "nosuch")
    found = probe()
    assert "platform" not in found
    assert found["problem"]
