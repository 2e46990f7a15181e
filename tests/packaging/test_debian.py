"""What the Debian package says of itself, and the files of the desktop in it."""

import configparser
import xml.etree.ElementTree as ET

import debian

import nqviz

OWN = {"application/x-nqviz-session", "application/x-nqviz-placement"}


def test_the_version_is_that_of_the_library() -> None:
    assert debian.version() == nqviz.__version__
    assert f"\nVersion: {nqviz.__version__}\n" in debian.control(1, "amd64")


def test_ffmpeg_is_recommended_and_not_needed() -> None:
    fields = dict(line.split(": ", 1) for line in debian.control(1, "amd64").splitlines()[:9])
    assert "ffmpeg" in fields["Recommends"]
    assert "ffmpeg" not in fields["Depends"]


def test_only_types_of_the_program_itself_are_claimed() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(debian.DESKTOP / "nqviz-explorer.desktop", encoding="utf-8")
    claimed = {name for name in entry["Desktop Entry"]["MimeType"].split(";") if name}
    described = ET.parse(debian.DESKTOP / "nqviz-explorer.xml").getroot()
    assert claimed == OWN
    assert {element.get("type") for element in described} >= OWN


def test_the_description_for_software_centres_names_this_version() -> None:
    root = ET.parse(debian.DESKTOP / "nqviz-explorer.metainfo.xml").getroot()
    release = root.find("releases/release")
    assert release is not None
    assert release.get("version") == nqviz.__version__
    assert f"version: {nqviz.__version__}" in (debian.environment.ROOT / "CITATION.cff").read_text()
