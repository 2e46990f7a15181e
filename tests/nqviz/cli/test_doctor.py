"""``nqviz doctor`` finds what is missing, and says what to do."""

import sys
from pathlib import Path

import pytest

from nqviz.cli.verbs import doctor


@pytest.fixture
def no_window(monkeypatch):
    """Leave the checks of Qt out: they start a process and need a display."""
    checks = tuple(check for check in doctor.CHECKS if check is not doctor._window)
    monkeypatch.setattr(doctor, "CHECKS", checks)


def test_a_good_machine(no_window, run, answer, monkeypatch):
    monkeypatch.setattr(doctor, "missing_libraries", lambda _wanted: [])
    status, found, _ = answer("doctor")
    assert status == 0, found
    assert found["ok"] is True
    names = {each["name"] for each in found["checks"]}
    assert names >= {"nqviz", "HiGHS", "CP-SAT", "ffmpeg", "font Inter", "state folder"}
    assert names >= {"cores", "packages", "compiled kernels", "kernel cache"}
    status, out, _ = run("doctor")
    assert status == 0
    assert out.rstrip().endswith("Nothing is missing.")


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
def test_a_missing_library_comes_with_its_command(no_window, answer, monkeypatch):
    monkeypatch.setattr(doctor, "missing_libraries", lambda _wanted: ["libEGL.so.1"])
    monkeypatch.setattr(doctor, "install_command", lambda _missing: "`sudo apt install libegl1`")
    status, found, _ = answer("doctor")
    assert status == 1
    assert found["ok"] is False
    [bad] = [each for each in found["checks"] if each["ok"] is False]
    assert bad["text"] == "missing: libEGL.so.1"
    assert bad["remedy"] == "`sudo apt install libegl1` installs them"


def test_folders_that_cannot_be_written_are_named(no_window, answer, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(doctor, "state_folder", lambda: tmp_path / "file" / "below")
    status, found, _ = answer("doctor")
    assert status == 1
    [bad] = [each for each in found["checks"] if each["name"] == "state folder"]
    assert "below" in bad["text"]


def test_a_cache_of_kernels_without_a_folder_says_what_to_make_writable(
    no_window, answer, monkeypatch
):
    monkeypatch.setattr("nqviz.core.jit.cache_folder", lambda: None)
    _, found, _ = answer("doctor")
    [cache] = [each for each in found["checks"] if each["name"] == "kernel cache"]
    assert cache["ok"] is None
    assert cache["remedy"] == f"make {Path.home()}, or the folder of nqviz, writable"


def test_a_bundle_gets_no_advice_that_it_cannot_follow(no_window, answer, monkeypatch):
    import imageio_ffmpeg

    def none():
        raise RuntimeError("No ffmpeg exe could be found.")

    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(doctor.metadata, "version", lack)
    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", none)
    monkeypatch.setattr(doctor, "package_command", lambda *_names: "`sudo apt install ffmpeg`")
    _, found, _ = answer("doctor")
    remedies = {each["name"]: each["remedy"] for each in found["checks"]}
    assert not any("pip install" in remedy for remedy in remedies.values())
    assert remedies["ffmpeg"] == "`sudo apt install ffmpeg`"
    assert "takes no packages" in remedies["CP-SAT"]


def lack(name):
    raise doctor.metadata.PackageNotFoundError(name)


@pytest.mark.skipif(sys.platform != "linux", reason="displays of X11")
def test_no_display_is_a_finding(monkeypatch):
    pytest.importorskip("nqviz_app.display")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    [display] = doctor._window()
    assert display.is_good is False
    assert "there is no display" in display.text
