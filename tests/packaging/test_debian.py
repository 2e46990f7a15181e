"""What packages say of nqviz, and the files by which a desktop knows it."""

import configparser
import os
import shutil
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import appimage
import debian
import desktop_files
import pytest

import nqviz
from nqviz_app.application import DESKTOP_ID

METAINFO = desktop_files.ENTRY.with_suffix(".metainfo.xml")

SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
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
    # Desktops go by the name first: a type without an ending of its own is never found.
    endings = [element.get("pattern") for element in described.iter(f"{SPACE}glob")]
    assert endings == ["*.nqviz", "*.queens", "*.proof"]
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
    specification = debian.environment.ROOT / "packaging" / "bundle" / "nqviz.spec"
    assert f'bundle_identifier="{DESKTOP_ID}"' in specification.read_text(encoding="utf-8")


def bundle_in(folder: Path) -> Path:
    """Return the folder of a bundle whose programs print their names."""
    folder.mkdir()
    for name in debian.PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\necho {name} $1\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="draws icons by rsvg-convert")
def test_an_appimage_has_what_desktops_ask_for(tmp_path: Path) -> None:
    appimage.lay_out(bundle_in(tmp_path / "bundle"), tmp_path / "root")
    named = {path.name for path in (tmp_path / "root").iterdir()}
    assert named == {"AppRun", "usr", desktop_files.ENTRY.name, desktop_files.ICON.name}
    start = [str(tmp_path / "root" / "AppRun"), "one"]
    for called, program in {"X.AppImage": "nqviz-explorer", "/bin/nqviz": "nqviz"}.items():
        environment = {"PATH": "/usr/bin:/bin", "ARGV0": called}
        said = appimage.subprocess.check_output(start, env=environment, text=True)
        assert said == f"{program} one\n"


def test_no_address_is_stated_that_does_not_exist() -> None:
    """example.org is reserved: it may be part of an identity, but is no place to be sent to."""
    stated = (debian.environment.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "urls" not in tomllib.loads(stated)["project"]
    assert ET.parse(METAINFO).getroot().find("url") is None
    assert "Homepage" not in debian.control(1, "amd64")


@pytest.mark.skipif(
    not (shutil.which("rsvg-convert") and shutil.which("mksquashfs")),
    reason="draws icons by rsvg-convert, packs by mksquashfs",
)
def test_an_appimage_is_a_runtime_with_the_packed_folder_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, runtime = bundle_in(tmp_path / "bundle"), tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF\x02\x01\x01\x00" + bytes(500))
    assert appimage.main(bundle, tmp_path, runtime) == 2
    assert "is not the runtime of an AppImage" in capsys.readouterr().err
    begins = b"\x7fELF\x02\x01\x01\x00AI\x02" + bytes(500)
    runtime.write_bytes(begins)
    assert appimage.main(bundle, tmp_path, runtime) == 0
    (made,) = tmp_path.glob("*.AppImage")
    assert os.access(made, os.X_OK)
    assert made.read_bytes()[: len(begins) + 4] == begins + b"hsqs"
