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
    "==",
    "+two a {what}",
]


def test_words_of_the_table(monkeypatch):
    sections = {"one": SECTION, "two": ["--more =text | {text}"]}
    monkeypatch.setattr(option_table, "_table", lambda: sections)
    parser = argparse.ArgumentParser()
    option_table.add_options(parser, "one", what="file", kinds=("a", "b"), usual=7)
    group = parser._action_groups[-1]
    assert (group.title, len(group._group_actions)) == ("group", 7)
    plain = {"file": None, "count": 3, "which": None, "on": (), "also": [], "size": None}
    rest = {"yes": False, "colour": None, "more": "a file"}
    assert vars(parser.parse_args([])) == {**plain, **rest}
    words = "x --count 4 --kind b --on 1,2 --also p --also q --size --yes --no-colour"
    given = {"file": "x", "count": 4, "which": "b", "on": (1, 2), "also": ["p", "q"], "size": 7}
    assert vars(parser.parse_args(words.split())) == {**given, **rest, "yes": True, "colour": False}
    for wrong in ("--count x", "--kind c", "--on 1,,2"):
        with pytest.raises(SystemExit):
            parser.parse_args(wrong.split())
    assert "a file" in parser.format_help()


def test_every_section_is_used(monkeypatch):
    class Noted(dict):
        def get(self, name, default=None):
            used.add(name)
            return super().get(name, default)

    used = set()
    table = Noted(option_table._table())
    monkeypatch.setattr(option_table, "_table", lambda: table)
    for verb in VERBS:
        verb_parser(verb)
    assert used - {"doctor"} == set(table)
