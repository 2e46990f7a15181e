"""The table of the titles and tooltips of controls."""

import ast
import re

from nqviz.core.language import texts_in
from nqviz_app.widgets.control_texts import CONTROLS, tip_in_table, title_of
from tests.texts import modules


def named_in_sources() -> set[str]:
    """Return the texts in the sources of the window that have the form of a name."""
    return {
        node.value
        for path in modules("app")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    }


def test_a_title_and_a_tooltip_are_shown_in_the_language_of_texts():
    assert (title_of("density.samples"), tip_in_table("density.samples")) == (
        "Searches",
        "How many local searches are made",
    )
    assert (title_of("nothing"), tip_in_table("nothing")) == ("", "")
    with texts_in("de"):
        assert title_of("density.samples") != "Searches"


def test_the_table_has_the_controls_of_the_window_and_no_others():
    texts = named_in_sources()
    ends = tuple(text for text in texts if re.fullmatch(r"[._][a-z_]+", text))  # of f-strings
    assert not [name for name in CONTROLS if name not in texts and not name.endswith(ends)]


def test_a_presentation_has_the_controls_of_lessons():
    assert title_of("presentation.leave") == title_of("lessons.leave") == "Leave"


def test_every_control_has_a_title():
    for path in modules("app"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name = next(
                (each.value for each in node.args[:2] if isinstance(each, ast.Constant)), None
            )
            has_own = len(node.args) > 2 or any(each.arg == "title" for each in node.keywords)
            has_own |= len(node.args) > 1 and node.func.id in {"button", "link", "note"}
            makers = {"named", "combo", "switch", "button", "link", "note", "Disclosure"}
            if node.func.id in makers and isinstance(name, str):
                assert has_own or name in CONTROLS, f"{path}:{node.lineno} {name}"
