"""The language of texts: catalogues, what they must hold, and what would never be translated."""

import json
import re

import pytest

from nqviz import Board, InputError
from nqviz.catalogue import reference
from nqviz.catalogue.questions import STATUSES, questions
from nqviz.catalogue.records import KINDS, records
from nqviz.constructions import FAMILIES
from nqviz.core.language import (
    LANGUAGES,
    counted_tr,
    language,
    texts_in,
    tr,
    tr_piece,
    translations,
)
from nqviz.core.pieces import PIECES
from nqviz.engines import ENGINES as SOLVERS
from nqviz.ilp import FAMILIES as CUTS
from nqviz.problems.first import ENGINES
from nqviz.view.view_state import SHARES
from nqviz_app.actions.actions import ACTIONS
from nqviz_app.dialogs.shortcut_list import IN_THE_VIEWS
from nqviz_app.document.step_texts import STEPS
from nqviz_app.drawers.board.examples import EXAMPLES
from nqviz_app.widgets.control_texts import CONTROLS
from nqviz_app.widgets.whats_this import sentences
from nqviz_app.window.hints_here import HINTS
from nqviz_app.window.rail import IN_RAIL
from tests.texts import ROOT, modules, translated, untranslated

PLACES = (
    "nqviz/bounds/source_texts.py",
    "nqviz/core/board_names.py",
    "nqviz/core/symmetry/names.py",
    "nqviz/lessons",
    "app/dialogs",
    "app/drawers",
    "app/widgets",
    "app/actions",
    "app/application.py",
    "app/crash_reports.py",
    "app/document",
    "app/jobs.py",
    "app/views",
    "app/window",
)
"""What is in all languages; the command line and the errors of the library are English."""
FOR_AUTHORS = {"proofreading.py", "reader.py", "template.py"}
"""Modules whose texts are about files of lessons, as error messages are."""
KEYS = {
    "free cells",
    "attacked cells",
    "attacking pairs",
    "first queens",
    "shift classes",
    "to do",
} | {
    "placement by",
    "bound by",
    "at most",
    "not given",
    "per layer",
    "nqviz explorer",
    "[*] – nqviz explorer",
    "warm up",
    "the clipboard",
    "the scene is closed",
    " cannot be painted",
    ": there are no images of the kind .",
    "12,3 or 4,5,6 or 12,3 torus or 6,2 cylinder 1",
    "base, lmr, base+cube, base+star, base+cube+star",
    "highs, theta",
    "highs, lp, theta, portfolio",
    "one of ",
    " of placements",
}
"""Values of keys of files and of outcomes, errors, and what is typed."""
FROM_BOUNDS = {
    "no full placement exists",
    "it is a part of the ",
    " finds it again",
    "a part of the ",
}
"""Parts of the arguments of bounds, which are looked for in them."""
IN_STEPS = {part for text in STEPS for part in re.split(r"\{\w+\}", text)}
"""Parts of the names of steps, which sessions keep in English."""
OTHERS = (
    "nqviz/core/language.py",
    "nqviz/exchange/write.py",
    "nqviz/rendering/scene/colouring.py",
    "nqviz/rendering/scene/legend.py",
    "nqviz/view/board_overlays.py",
    "nqviz/view/paper.py",
)
"""Modules that translate the texts that they are given, or name some for the window."""
TEMPLATES = json.loads((ROOT / "resources/languages/templates.json").read_text("utf-8"))
_PARAMETERS = [each for family in FAMILIES.values() for each in family.parameters]
_TABLES = [*reference("count-tables")["tables"], *reference("tables")["tables"]]
KNOWN = (
    {text for each in questions() for text in (each.title, each.statement, each.finding)}
    | {text for each in questions() for text in (*each.support, *each.against)}
    | {text for table in _TABLES for text in (table["title"], *table.get("notes", ()))}
    | {table["label"] for table in _TABLES if not table.get("label", "Table").count("Table")}
    | {each["reason"] for table in _TABLES for each in table["misprints"]}
    | {each["title"] for table in _TABLES for each in table["columns"] if "=" not in each["title"]}
    | {each["title"] for table in _TABLES for each in table["columns"] if "," in each["title"]}
    | {each.note for each in records() if each.note}
)
"""Texts of what ships with nqviz: questions, tables and records."""
GIVEN = (
    KNOWN
    | {engine.name for engine in SOLVERS.values() if engine.name[0].islower()}
    | {form for piece in (*PIECES, "rider", "leaper") for form in (piece, f"{piece}s")}
    | {family.summary for family in FAMILIES.values()}
    | {text for each in _PARAMETERS for text in (each.title, each.help)}
    | {choice for each in _PARAMETERS for choice in each.choices if len(choice) > 1}
    | {family.description for family in CUTS.values()}
    | {text for each in ENGINES.values() for text in (each.title, each.description)}
    - {each.title for each in ENGINES.values() if each.title.isupper()}
    | {text for spec in ACTIONS for text in (*spec.menu.split("/"), spec.text, spec.tip)}
    | {words.capitalize() for words in KINDS.values()}
    | {f"{words.capitalize()}##state" for words in STATUSES.values()}
    | {share.title() for share in SHARES}
    | set(sentences().values())
    | {text for row in CONTROLS.values() for text in row if text}
    | {*STEPS, *(text for row in IN_THE_VIEWS for text in row)}
    | {
        text
        for hints in HINTS.values()
        for row in hints
        for text in row
        if text not in {"Esc", "S"} and "." not in text
    }
    | {text for entry in IN_RAIL for text in (entry.title, entry.about)}
    | {text for each in EXAMPLES for text in (each.title, each.caption, each.step)}
    | {text for texts in TEMPLATES.values() for text in texts}
)
"""Texts that are made elsewhere and translated where they are shown."""


def test_every_text_for_people_is_translated():
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {words!r}"
        for path in modules(*PLACES)
        if path.name not in FOR_AUTHORS
        for line, words in untranslated(path)
        if words not in KEYS | FROM_BOUNDS | IN_STEPS
    ]
    assert not wrong, "texts without tr():\n" + "\n".join(wrong)


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_a_catalogue_is_complete_and_has_nothing_else(code):
    wanted = {text for path in modules(*PLACES, *OTHERS) for text in translated(path)} | GIVEN
    catalogue = translations(code)
    names = re.compile(r"\{\w+\}")
    assert wanted - set(catalogue) == set()
    assert set(catalogue) - wanted == set()
    for english, text in catalogue.items():
        assert set(names.findall(english)) == set(names.findall(text)), english


FILES = sorted((ROOT / "resources/languages").glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_a_catalogue_is_sorted(path):
    texts = json.loads(path.read_text("utf-8"))
    assert list(texts) == sorted(texts)
    catalogue = translations(path.parent.name)
    assert all(catalogue[english] == text for english, text in texts.items()), "translated twice"


def test_a_text_without_tr_is_found(tmp_path):
    path = tmp_path / "a.py"
    path.write_text('"""A doc string."""\nx = label("Two words")\ny = tr("Two words")\n')
    assert list(untranslated(path)) == [(2, "Two words")]
    assert list(translated(path)) == ["Two words"]


def test_a_text_about_queens_is_worded_for_other_pieces():
    text = "Queens of {count} queens and the queen, on the n-queens board"
    assert tr_piece(text, "rook", count=2) == "Rooks of 2 rooks and the rook, on the n-queens board"
    assert tr_piece("{queens} queens", "rook", queens=2) == "2 rooks"
    assert tr_piece("Queens", "queen") == "Queens"
    with texts_in("de"):
        assert tr_piece("Queens", "queen") == "Damen"
        assert tr_piece("Queens", "rook") == "Figuren"
        assert tr_piece("queen", "1+3-rider") == "Figur"
        assert tr_piece("8-Damen, Dame und {a}", "bishop", a="Damen") == "8-Damen, Figur und Damen"


def test_a_context_parts_texts_and_is_not_shown():
    assert (tr("Open"), tr("Open##state")) == ("Open", "Open")
    with texts_in("de"):
        assert (tr("Open"), tr("Open##state")) == ("Öffnen", "Offen")
        assert tr("Unknown##state") == "Unknown"


def test_a_board_is_named_in_the_language_of_texts():
    board = Board.cube(8, 2, piece="rook")
    blocked = Board((4, 5, 6), torus=True, blocked=(0, 1), stops=False)
    assert tr("Open the {board}", board=board) == "Open the (8,2) board of rooks"
    with texts_in("de"):
        assert board.translated() == "(8,2)-Brett für Türme"
        assert blocked.translated() == "4x5x6-Torusbrett (2 gesperrte Zellen)"
        assert tr("{size} is {board}", size=1, board=board) == "1 is (8,2)-Brett für Türme"
    assert board.translated() == str(board)


def test_a_language_is_used_in_a_block():
    with texts_in("de"):
        assert tr("Hint {number} of {last}", number=1, last=2) == "Hinweis 1 von 2"
        assert (counted_tr(1, "queen"), counted_tr(2, "queen")) == ("1 Dame", "2 Damen")
        assert counted_tr(2, "1+3-rider") == "2 1+3-Reiter"
        assert tr("A text that no catalogue has") == "A text that no catalogue has"
    assert language() == "en"
    assert counted_tr(1234, "queen") == "1,234 queens"
    with pytest.raises(InputError, match="unknown language"), texts_in("xx"):
        pass
