"""The table of options: what its words mean, and that all of it is used."""

import argparse

import pytest

from nqviz.cli import option_table
from nqviz.cli.parser import VERBS, verb_parser

SECTION = [
    "file FILE ? | a {what}",
    "== group",
    "--count K:whole =3 | so many",
    "--kind {kinds} KIND dest:which | one of them",
    "--on 1,2:numbers =()",
    "--also NAME append =[] | more",
    "--size M:whole ? const:usual | a size",
    "--yes",
    "--colour on|off | with colours",
]


def test_words_of_the_table(monkeypatch):
    monkeypatch.setattr(option_table, "_table", lambda: {"one": SECTION})
    parser = argparse.ArgumentParser()
    group = option_table.add_options(parser, "one", what="file", kinds=("a", "b"), usual=7)
    assert group.title == "group" and len(group._group_actions) == 7
    plain = {"file": None, "count": 3, "which": None, "on": (), "also": [], "size": None}
    assert vars(parser.parse_args([])) == {**plain, "yes": False, "colour": None}
    words = "x --count 4 --kind b --on 1,2 --also p --also q --size --yes --no-colour"
    given = {"file": "x", "count": 4, "which": "b", "on": (1, 2), "also": ["p", "q"], "size": 7}
    assert vars(parser.parse_args(words.split())) == {**given, "yes": True, "colour": False}
    for wrong in ("--count x", "--kind c", "--on 1,,2"):
        with pytest.raises(SystemExit):
            parser.parse_args(wrong.split())
    assert "a file" in parser.format_help()


def test_every_section_is_used(monkeypatch):
    class Noted(dict):
        def __getitem__(self, name):
            used.add(name)
            return super().__getitem__(name)

    used = set()
    table = Noted(option_table._table())
    monkeypatch.setattr(option_table, "_table", lambda: table)
    for verb in VERBS:
        verb_parser(verb)
    assert used == set(table)
