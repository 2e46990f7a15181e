"""The files and names that README, CONTRIBUTING and CHANGELOG mention exist."""

import re

import pytest

from .blocks import ROOT

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_names_beside_a_link_are_in_its_file():
    """A sentence such as "`Class.name` in [file](file)" names what the file defines."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`(?:\w+\.)*(\w+)(?:\([^`]*\))?` in\s+\[[^\]]+\]\(([^)]+\.py)\)", text)
    assert len(named) >= 10
    missing = [
        (name, file)
        for name, file in named
        if not re.search(rf"\b(def|class) {name}\b", (ROOT / file).read_text("utf-8"))
    ]
    assert missing == []
