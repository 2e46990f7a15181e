"""What packages say of nqviz, and the files by which a desktop knows it."""

import configparser
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import appimage
import debian
import desktop_files
import pytest

import nqviz
from nqviz_app.application import DESKTOP_ID

METAINFO = desktop_files.ENTRY.with_suffix(".metainfo.xml")

OWN = {f"application/x-nqviz-{kind}" for kind in ("session", "placement", "proof")}


def test_the_version_is_that_of_the_library() -> None:
    assert debian.version() == nqviz.__version__
    assert f"\nVersion: {nqviz.__version__}\n" in debian.control(1, "amd64")


def test_ffmpeg_is_recommended_and_not_needed() -> None:
    fields = dict(line.split(": ", 1) for line in debian.control(1, "amd64").splitlines()[:9])
    assert "ffmpeg" in fields["Recommends"]
    assert "ffmpeg" not in fields["Depends"]


def test_only_types_of_the_program_itself_are_claimed() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(desktop_files.ENTRY, encoding="utf-8")
    claimed = {name for name in entry["Desktop Entry"]["MimeType"].split(";") if name}
    described = ET.parse(desktop_files.DESKTOP / "nqviz-explorer.xml").getroot()
    assert claimed == OWN
    assert {element.get("type") for element in described} == OWN
    offered = ET.parse(METAINFO).iter("mediatype")
    assert {element.text for element in offered} == OWN


def test_the_description_for_software_centres_names_this_version() -> None:
    root = ET.parse(METAINFO).getroot()
    release = root.find("releases/release")
    assert release is not None
    assert release.get("version") == nqviz.__version__
    assert f"version: {nqviz.__version__}" in (debian.environment.ROOT / "CITATION.cff").read_text()


def test_the_program_has_one_identity_on_desktops() -> None:
    root = ET.parse(METAINFO).getroot()
    assert desktop_files.ENTRY.stem == root.findtext("id") == DESKTOP_ID
    assert root.findtext("launchable") == desktop_files.ENTRY.name
    assert root.findtext("url") == desktop_files.project()["urls"]["Homepage"]
    specification = debian.environment.ROOT / "packaging" / "bundle" / "nqviz.spec"
    assert f'bundle_identifier="{DESKTOP_ID}"' in specification.read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="draws icons by rsvg-convert")
def test_an_appimage_has_what_its_tool_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    for name in debian.PROGRAMS:
        (bundle / name).write_text(f"#!/bin/sh\necho {name} $1\n")
        (bundle / name).chmod(0o755)
    appimage.lay_out(bundle, tmp_path / "root")
    named = {path.name for path in (tmp_path / "root").iterdir()}
    assert named == {"AppRun", "usr", desktop_files.ENTRY.name, desktop_files.ICON.name}
    start = [str(tmp_path / "root" / "AppRun"), "one"]
    for called, program in {"X.AppImage": "nqviz-explorer", "/bin/nqviz": "nqviz"}.items():
        environment = {"PATH": "/usr/bin:/bin", "ARGV0": called}
        said = appimage.subprocess.check_output(start, env=environment, text=True)
        assert said == f"{program} one\n"
    monkeypatch.setenv("PATH", "")
    assert appimage.main(bundle, tmp_path) == 2
    assert "appimagetool" in capsys.readouterr().err
